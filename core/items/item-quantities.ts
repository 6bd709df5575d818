/**
 * The quantities that a text states, as exact values in base units: a record's in title, keywords and specifications, and the bounds of a query.
 * Milli and mega are told apart by case, which words of a search are not.
 */
import { normalizeText } from '../normalize-text.ts';
import type { ItemRecord } from './item-record.ts';

export type QuantityUnit = 'V' | 'A' | 'W' | 'Hz' | 'Ohm' | 'F' | 'H' | 'SPS' | 'B' | 'm' | 'g' | 'C';

/** One value, or a range from the first to the second. */
export type StatedValue = number | readonly [from: number, to: number];
export type Quantities = Readonly<Partial<Record<QuantityUnit, readonly StatedValue[]>>>;

/** A value where it stands in a text. */
export interface WrittenQuantity {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly unit: QuantityUnit;
}

/** More values than these say nothing that a search could use. */
const MAX_VALUES = 40;
const MAX_TEXT_LENGTH = 20_000;

const PREFIX_FACTORS: Readonly<Record<string, number>> = {
  p: 1e-12, n: 1e-9, u: 1e-6, μ: 1e-6, micro: 1e-6, m: 1e-3, milli: 1e-3, c: 1e-2, k: 1e3, K: 1e3, kilo: 1e3, M: 1e6, mega: 1e6, meg: 1e6, G: 1e9, giga: 1e9,
}; // prettier-ignore
/** Of these nobody states a thousandth: a small m is a million. */
const NEVER_MILLI: ReadonlySet<QuantityUnit> = new Set(['Hz', 'SPS', 'B']);
/** Of these nobody states a million: a capital M is a thousandth, as in text that is all capitals. */
const NEVER_MEGA: ReadonlySet<QuantityUnit> = new Set(['V', 'A', 'F', 'H', 'm', 'g']);
const BYTE_FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 };

const UNITS: readonly (readonly [QuantityUnit, RegExp])[] = [
  ['SPS', /^(?:sps|sa?\/s(?:ec)?)$/i],
  ['Hz', /^(?:hz|hertz)$/i],
  ['Ohm', /^(?:[Ωω]|ohms?)$/i],
  ['V', /^v(?:dc|ac|rms|olts?)?$/i],
  ['A', /^a(?:mps?|mperes?)?$/i],
  ['W', /^w(?:atts?)?$/i],
  ['F', /^f(?:arads?)?$/i],
  ['H', /^h(?:enr(?:y|ies))?$/i],
  ['B', /^(?:b|bytes?|bits?)$/i],
  ['C', /^(?:(?:°|deg ?)c)$/i],
  ['m', /^m(?:et(?:er|re)s?)?$/],
  ['g', /^g(?:rams?)?$/],
];
const UNIT =
  'sps|sa?/s(?:ec)?|hz|hertz|[Ωω]|ohms?|v(?:dc|ac|rms|olts?)?|a(?:mps?|mperes?)?|w(?:atts?)?|f(?:arads?)?|h(?:enr(?:y|ies))?|bytes?|bits?|b|(?:°|deg ?)c|m(?:et(?:er|re)s?)?|g(?:rams?)?';
/** A number with its unit or without one; no piece of a longer word or number. */
const NUMBER =
  /(?<![\p{L}\p{N}_]|\p{N}\.)([-\u2212])?(1\/(?:2|4|8|16)(?=[ -]?w)|\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,6})?|(?<!\.)\.\d{1,6})/iu;
const STATED = new RegExp(
  String.raw`${NUMBER.source}(?:[ -]?(milli|micro|kilo|mega|meg|giga|[pnuμmckg])??(${UNIT}))?(?![\p{L}\p{N}])`,
  'giu',
);
const RANGE = /^ ?(?:-|\u2013|~|\.\.\.?|\u2026|to|bis) ?\+?$/i;

interface Token extends Omit<WrittenQuantity, 'unit'> {
  readonly unit: QuantityUnit | undefined;
  readonly factor: number;
}

/** Every value with its unit that stands in the text, in order. */
export function writtenQuantities(text: string): readonly WrittenQuantity[] {
  return tokensOf(text).flatMap(({ start, end, value, unit }) =>
    unit === undefined ? [] : [{ start, end, value, unit }],
  );
}

export function quantitiesOf({
  title,
  mpn,
  keywords,
  attributes,
}: Pick<ItemRecord, 'title' | 'mpn' | 'keywords' | 'attributes'>): Quantities {
  const texts = [title ?? '', ...(keywords ?? []), ...textsIn(attributes?.['specifications'])];
  const stated = new Map<QuantityUnit, Map<string, StatedValue>>();
  let [count, length] = [0, 0];
  for (const text of texts) {
    length += text.length;
    if (length > MAX_TEXT_LENGTH) break;
    // A part number that ends like a unit states nothing.
    for (const [unit, value] of statedIn(mpn === null || mpn.trim() === '' ? text : text.replaceAll(mpn, ' '))) {
      const values = stated.get(unit) ?? new Map<string, StatedValue>();
      if (values.has(String(value)) || (count += 1) > MAX_VALUES) continue;
      stated.set(unit, values.set(String(value), value));
    }
  }
  return Object.fromEntries([...stated].map(([unit, values]) => [unit, [...values.values()]]));
}

function statedIn(text: string): readonly (readonly [QuantityUnit, StatedValue])[] {
  const folded = foldUnits(text);
  const tokens = tokensOf(folded);
  return tokens.flatMap((token, place): (readonly [QuantityUnit, StatedValue])[] => {
    const next = tokens[place + 1];
    const between = next === undefined ? '' : folded.slice(token.end, next.start);
    if (next?.unit !== undefined && between === '/' && token.unit === undefined)
      return [[next.unit, sized({ unit: next.unit, value: rounded(token.value * next.factor) })]];
    if (next !== undefined && RANGE.test(between) && rangeStart(token, next) !== undefined) return [];
    if (token.unit === undefined) return [];
    const before = tokens[place - 1];
    const isRange = before !== undefined && RANGE.test(folded.slice(before.end, token.start));
    const from = isRange ? rangeStart(before, token) : undefined;
    return [[token.unit, from === undefined ? sized({ unit: token.unit, value: token.value }) : [from, token.value]]];
  });
}

/** Where "4.5 to 36 V" begins; undefined for "24V to 5V", which is no range. */
function rangeStart(from: Token, to: Token): number | undefined {
  if (from.unit !== undefined && from.unit !== to.unit) return undefined;
  const value = from.unit === undefined ? rounded(from.value * to.factor) : from.value;
  return to.unit !== undefined && value < to.value ? value : undefined;
}

/** -5 V is a value of 5 V; a temperature has its sign. */
function sized({ unit, value }: Pick<WrittenQuantity, 'unit' | 'value'>): number {
  return unit === 'C' ? value : Math.abs(value);
}

function tokensOf(text: string): readonly Token[] {
  let endBefore = -1;
  return [...text.matchAll(STATED)].flatMap((match) => {
    // SOD-123F and SOIC-16W are names; the other end of "10V-36V" is none.
    const isInName =
      /[\p{L}\p{N}][-\u2212]$/u.test(text.slice(Math.max(0, match.index - 2), match.index)) &&
      endBefore !== match.index - 1;
    endBefore = match.index + match[0].length;
    if (isInName) return [];
    const [whole, minus, digits = '', prefix = '', unit = ''] = match;
    const number =
      (digits.startsWith('1/') ? 1 / Number(digits.slice(2)) : Number(digits.replaceAll(',', ''))) *
      (minus === undefined ? 1 : -1);
    const known = unit === '' ? undefined : unitOf(prefix, unit);
    const { start, end } = { start: match.index, end: match.index + whole.length };
    return { start, end, unit: known?.unit, factor: known?.factor ?? 1, value: rounded(number * (known?.factor ?? 1)) };
  });
}

/** What prefix and unit stand for; undefined where the two make no unit. */
function unitOf(prefix: string, written: string): { readonly unit: QuantityUnit; readonly factor: number } | undefined {
  const unit = UNITS.find(([, spelling]) => spelling.test(written))?.[0];
  if (unit === undefined) return undefined;
  if (unit === 'B') {
    const isBits = written === 'b' || /^bits?$/i.test(written);
    // 12 bit is a resolution.
    if (isBits && prefix === '') return undefined;
    const factor = BYTE_FACTORS[prefix.slice(0, 1).toLowerCase()];
    return factor === undefined ? undefined : { unit, factor: isBits ? factor / 8 : factor };
  }
  const usual =
    prefix.length > 1
      ? prefix.toLowerCase()
      : NEVER_MILLI.has(unit) && prefix === 'm'
        ? 'M'
        : NEVER_MEGA.has(unit) && prefix === 'M'
          ? 'm'
          : prefix;
  if (usual.toLowerCase() === 'c' && unit !== 'm') return undefined;
  const factor = usual === '' ? 1 : (PREFIX_FACTORS[usual] ?? PREFIX_FACTORS[usual.toLowerCase()]);
  return factor === undefined ? undefined : { unit, factor };
}

/** Without what multiplying by a prefix leaves: 0.1 µF is 1e-7. */
function rounded(value: number): number {
  return Number(value.toPrecision(9));
}

/** One sign for micro, ohm and degree. */
export function foldUnits(text: string): string {
  return normalizeText(text, 'NFKC').replaceAll('\u00b5', 'μ');
}

/** The texts of a section: of a value with its unit the two together. */
function textsIn(section: unknown): readonly string[] {
  if (typeof section === 'string') return [section];
  if (Array.isArray(section)) return section.flatMap(textsIn);
  if (typeof section !== 'object' || section === null) return [];
  const { value, unit } = section as Record<string, unknown>;
  if ((typeof value === 'number' || typeof value === 'string') && typeof unit === 'string') return [`${value} ${unit}`];
  return Object.values(section).flatMap(textsIn);
}
