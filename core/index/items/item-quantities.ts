/**
 * Reads the quantities in a text as exact values in base units, from an item's title, keywords and specifications, and
 * from the bounds of a query. Case matters here, unlike in search words, because it distinguishes milli (m) from mega
 * (M).
 */
import { normalizeText } from '../../normalize-text.ts';
import { foldText } from '../part-keys/key-text.ts';
import { packageOf, singular } from '../words/word-forms.ts';
import { NUMBER_WORDS, plainValues } from '../words/written-values.ts';
import type { ItemRecord } from './item-record.ts';

export type QuantityUnit =
  | 'V'
  | 'A'
  | 'W'
  | 'Hz'
  | 'Ohm'
  | 'F'
  | 'H'
  | 'Coulomb'
  | 'T'
  | 'SPS'
  | 'bps'
  | 'B'
  | 'bit'
  | 's'
  | 'm'
  | 'g'
  | 'C'
  | 'dB'
  | '%'
  | 'ppm'
  | 'Nm'
  | 'bar'
  | 'pin'
  | 'channel';

/** One value, or a range from the first to the second. */
export type StatedValue = number | readonly [from: number, to: number];
/**
 * A key that is only a unit contains the values for a bound that names no attribute: those in the title, or all if the
 * title has none. An item with several values also has them by attribute, under the unit and the attribute's words: `A
 * breaking capacity`.
 */
type QuantityKey = QuantityUnit | `${QuantityUnit} ${string}`;
export type Quantities = Readonly<Partial<Record<QuantityKey, readonly StatedValue[]>>>;

/** A value with its position in a text. */
export interface WrittenQuantity {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly unit: QuantityUnit;
}

/** More values than these do not help a search. */
const MAX_VALUES = 40;
const MAX_TEXT_LENGTH = 20_000;
/** The length of an attribute's name: "fixed output voltage". */
const MAX_NAME_WORDS = 3;
const MAX_NAME_LENGTH = 40;

const PREFIX_FACTORS: Readonly<Record<string, number>> = {
  p: 1e-12, n: 1e-9, u: 1e-6, μ: 1e-6, micro: 1e-6, m: 1e-3, milli: 1e-3, c: 1e-2, k: 1e3, K: 1e3, kilo: 1e3, M: 1e6, mega: 1e6, meg: 1e6, G: 1e9, giga: 1e9,
}; // prettier-ignore
/** Nobody states thousandths of these, so a lowercase m means a million. */
const NEVER_MILLI: ReadonlySet<QuantityUnit> = new Set(['Hz', 'SPS', 'bps', 'B']);
/** Nobody states millions of these, so an uppercase M, as in text in capitals, means a thousandth. */
const NEVER_MEGA: ReadonlySet<QuantityUnit> = new Set(['V', 'A', 'F', 'H', 'Coulomb', 'T', 's', 'm', 'g']);
/** These are units only with a prefix, and the next ones only without. */
const ALWAYS_PREFIXED: ReadonlySet<QuantityUnit> = new Set(['Coulomb', 'T']);
const NEVER_PREFIXED: ReadonlySet<QuantityUnit> = new Set(['bit', 'C', 'dB', '%', 'ppm', 'pin', 'channel']);
const BYTE_FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1_024, m: 1_024 ** 2, g: 1_024 ** 3 };

const UNITS: readonly (readonly [QuantityUnit, RegExp])[] = [
  ['SPS', /^(?:sps|sa?\/s(?:ec)?)$/i],
  ['bps', /^(?:bps|b(?:its?)?\/s(?:ec)?|baud)$/i],
  ['Hz', /^(?:hz|hertz)$/i],
  ['Ohm', /^(?:[Ωω]|ohms?)$/i],
  ['V', /^v(?:dc|ac|rms|olts?|in|out|[rd]rm|rwm|dd|cc|ds)?$/i],
  ['A', /^a(?:mps?|mperes?)?$/i],
  ['W', /^w(?:atts?)?$/i],
  ['F', /^f(?:arads?)?$/i],
  ['H', /^h(?:enr(?:y|ies))?$/i],
  ['B', /^(?:b|bytes?|bits?)$/i],
  ['C', /^(?:(?:°|[Oo]|[Dd]eg(?:rees?)?) ?[Cc](?:elsius)?|C|[Cc]elsius)$/],
  ['Coulomb', /^coulombs?$/i],
  ['T', /^(?:T|teslas?)$/],
  ['s', /^s(?:ec(?:onds?)?)?$/i],
  ['dB', /^db$/i],
  ['%', /^%$/],
  ['ppm', /^ppm$/i],
  ['Nm', /^(?:N[·⋅.]?m|newton ?met(?:er|re)s?)$/],
  ['bar', /^bar$/i],
  ['pin', /^(?:pins?|pos(?:itions?)?|contacts?)$/i],
  ['channel', /^(?:ch(?:annels?)?|keys?|buttons?|gpios?)$/i],
  ['m', /^m(?:et(?:er|re)s?)?$/],
  ['g', /^g(?:rams?)?$/],
];
const UNIT =
  'sps|sa?/s(?:ec)?|bps|b(?:its?)?/s(?:ec)?|baud|hz|hertz|[Ωω]|ohms?|v(?:dc|ac|rms|olts?|in|out|[rd]rm|rwm|dd|cc|ds)?|a(?:mps?|mperes?)?|w(?:atts?)?|f(?:arads?)?|h(?:enr(?:y|ies))?|bytes?|bits?|b|(?:(?:°|o|deg(?:rees?)?) ?)?c(?:elsius)?|coulombs?|N[·⋅.]?m|newton ?met(?:er|re)s?|bar|pins?|pos(?:itions?)?|contacts?|ch(?:annels?)?|keys?|buttons?|gpios?|t(?:eslas?)?|s(?:ec(?:onds?)?)?|db|%|ppm|m(?:et(?:er|re)s?)?|g(?:rams?)?';
/** 3 V/µs and 5 mV/°C are rates, not voltages; 42V/3A are two values. */
const NOT_A_RATE = String.raw`(?! ?/ ?(?:[pnuμmkM]?(?:s|sec|v|a|c|g|t|w|hz|k)(?![\p{L}\p{N}])|°|deg|%|√|rt|sqrt))`;
/** A number that is not part of a longer word or number. */
const NUMBER =
  /(?<![\p{L}\p{N}_]|\p{N}\.)([-\u2212])?(1\/(?:2|3|4|5|6|8|10|16|20|32)(?=[ -]?w)|\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,6})?|(?<!\.)\.\d{1,6})/iu;
const STATED = new RegExp(
  String.raw`${NUMBER.source}(?:[ -]?(milli|micro|kilo|mega|meg|giga|[pnuμmckg])??(${UNIT}))?(?![\p{L}\p{N}])${NOT_A_RATE}`,
  'giu',
);
const RANGE = /^ ?(?:-|\u2013|~|\.\.\.?|\u2026|to|bis) ?\+?$/i;

const NAME_WORD = /\p{L}[\p{L}\p{N}]*/gu;
/** Words that are not part of an attribute's name. */
const LINKING: ReadonlySet<string> = new Set('a an and at by for from in of or the to up with'.split(' '));
const CLAUSE_END = /[,;()[\]|]|\. /u;
const MAX_CLAUSE_LENGTH = 80;
/** Separates listed values, as in "6A/6A/2A quad regulator". */
const LISTED = /^ ?\/ ?$/;
const MAX_LISTED = 8;

const COUNT_WORDS: Readonly<Record<string, number>> = { dual: 2, triple: 3, quad: 4, quadruple: 4, octal: 8 };
/** Larger numbers are written in digits. */
const WRITTEN_NUMBERS = NUMBER_WORDS.slice(0, 13);
const COUNT_WORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${Object.keys(COUNT_WORDS).join('|')}|(?:${WRITTEN_NUMBERS.join('|')})(?=[- ](?:channel|key|button)s?(?!\p{L})))(?![\p{L}\p{N}])`,
  'giu',
);
/** A case whose number is not that of its pins may be followed by it: SOT-23-5. A TO case counts its tab, or not. */
const CASE_PINS = /(?<![\p{L}\p{N}])(?:t?sot|sc)-?\d{2,3}-([1-9]\d?)(?![\p{L}\p{N}.])/giu;
const PACKAGE = /(?<![\p{L}\p{N}])([a-z]{2,6})[- ]?([1-9]\d{0,3})(?![\p{L}\p{N}.])/giu;

interface Token extends Omit<WrittenQuantity, 'unit'> {
  readonly unit: QuantityUnit | undefined;
  readonly factor: number;
}

/** Returns every value with a unit in the text, in order. */
export function writtenQuantities(text: string): readonly WrittenQuantity[] {
  return tokensOf(text).flatMap(({ start, end, value, unit }) =>
    unit === undefined ? [] : [{ start, end, value, unit }],
  );
}

/** A value in a text with the name of its attribute. */
interface AttributeValue {
  readonly unit: QuantityUnit;
  readonly value: StatedValue;
  /** Empty if the text names no attribute. */
  readonly name: string;
  /** Where the value begins in the text, with its range. */
  readonly start: number;
}

interface SourcedValue extends AttributeValue {
  readonly isInTitle: boolean;
}

export function quantitiesOf({
  title,
  mpn,
  keywords,
  attributes,
}: Pick<ItemRecord, 'title' | 'mpn' | 'keywords' | 'attributes'>): Quantities {
  const plain = (keywords ?? []).map((text) => ({ text, name: undefined }));
  const specified = textsIn(attributes?.['specifications'], []).map(({ text, path }) => ({
    text,
    name: path.join(' '),
  }));
  const stated: SourcedValue[] = [];
  let length = 0;
  for (const [place, { text, name }] of [{ text: title ?? '', name: undefined }, ...plain, ...specified].entries()) {
    length += text.length;
    if (length > MAX_TEXT_LENGTH || stated.length >= MAX_VALUES) break;
    // A part number that ends like a unit is not a quantity.
    const values = statedValues(foldUnits(mpn === null || mpn.trim() === '' ? text : text.replaceAll(mpn, ' ')));
    stated.push(...values.map((one) => ({ ...one, name: nameOf(wordsOf(name ?? one.name)), isInTitle: place === 0 })));
  }
  const units = new Set(stated.map(({ unit }) => unit));
  return Object.fromEntries(
    [...units].flatMap((unit) =>
      ofUnit(
        unit,
        stated.filter((one) => one.unit === unit),
      ),
    ),
  );
}

function ofUnit(
  unit: QuantityUnit,
  values: readonly SourcedValue[],
): readonly (readonly [QuantityKey, readonly StatedValue[]])[] {
  const inTitle = values.filter((one) => one.isInTitle);
  const names = new Set(values.flatMap(({ name }) => (name === '' ? [] : [name])));
  const ofName = (name: string) => distinctValues(values.filter((one) => one.name === name));
  return [
    [unit, distinctValues(inTitle.length > 0 ? inTitle : values)],
    ...(distinctValues(values).length > 1 ? [...names].map((name) => [`${unit} ${name}`, ofName(name)] as const) : []),
  ];
}

function distinctValues(values: readonly AttributeValue[]): readonly StatedValue[] {
  return [...new Map(values.map(({ value }) => [String(value), value])).values()];
}

/** Returns the words of an attribute's name; camel case is split. */
export function wordsOf(text: string): readonly string[] {
  const words = foldText(text.replaceAll(/(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll})/gu, ' ')).match(NAME_WORD) ?? [];
  return words.filter((word) => !LINKING.has(word)).map(singular);
}

function nameOf(words: readonly string[]): string {
  return [...new Set(words)].join(' ').slice(0, MAX_NAME_LENGTH).trim();
}

/** Returns the values and ranges of a text. @param folded by {@link foldUnits} */
export function statedValues(folded: string): readonly AttributeValue[] {
  return [...measuredIn(folded), ...countedIn(folded)];
}

/** Returns counts that are said without their unit: "quad" is four channels, "SOIC-8" eight pins. */
function countedIn(text: string): readonly AttributeValue[] {
  const channels = [...text.matchAll(COUNT_WORD)].map(({ 0: word, index }): AttributeValue => {
    const count = word.toLowerCase();
    return { unit: 'channel', value: COUNT_WORDS[count] ?? WRITTEN_NUMBERS.indexOf(count), name: '', start: index };
  });
  const pins = [...text.matchAll(PACKAGE)].flatMap(({ 1: family = '', 2: count = '', index }): AttributeValue[] => {
    const found = packageOf(family.toLowerCase(), count);
    return found === undefined ? [] : [{ unit: 'pin', value: Number(found.pins), name: '', start: index }];
  });
  const casePins = [...text.matchAll(CASE_PINS)].map(({ 1: count = '', index }): AttributeValue => {
    return { unit: 'pin', value: Number(count), name: '', start: index };
  });
  return [...channels, ...pins, ...casePins];
}

function measuredIn(folded: string): readonly AttributeValue[] {
  const tokens = tokensOf(folded);
  return tokens.flatMap((token, place): AttributeValue[] => {
    const next = tokens[place + 1];
    const between = next === undefined ? '' : folded.slice(token.end, next.start);
    if (next?.unit !== undefined && between === '/' && token.unit === undefined) {
      const value = sized({ unit: next.unit, value: rounded(token.value * next.factor) });
      return [{ unit: next.unit, value, name: clauseAround(folded, tokens, place, place), start: token.start }];
    }
    if (next !== undefined && RANGE.test(between) && rangeStart(token, next) !== undefined) return [];
    if (token.unit === undefined) return [];
    const before = tokens[place - 1];
    const isRange = before !== undefined && RANGE.test(folded.slice(before.end, token.start));
    const from = isRange ? rangeStart(before, token) : undefined;
    const first = from === undefined ? place : place - 1;
    const value = from === undefined ? sized({ unit: token.unit, value: token.value }) : ([from, token.value] as const);
    const start = tokens[first]?.start ?? token.start;
    return [{ unit: token.unit, value, name: clauseAround(folded, tokens, first, place), start }];
  });
}

/**
 * Returns the words next to a value, up to the next comma or value: "12V input voltage", "Dual Output Voltage ±15V".
 * Words after another value belong to that one.
 */
function clauseAround(text: string, tokens: readonly Token[], first: number, end: number): string {
  let last = end;
  while (last < end + MAX_LISTED && LISTED.test(text.slice(tokens[last]?.end, tokens[last + 1]?.start))) last += 1;
  const [before, after, start] = [tokens[first - 1], tokens[last + 1], tokens[first]?.start ?? 0];
  const lead = text.slice(Math.max(before?.end ?? 0, start - MAX_CLAUSE_LENGTH), start).split(CLAUSE_END);
  const tail = text
    .slice(tokens[last]?.end, Math.min(after?.start ?? Infinity, start + MAX_CLAUSE_LENGTH))
    .split(CLAUSE_END);
  const isOwn = before?.unit === undefined || lead.length > 1;
  return [
    ...(isOwn ? wordsOf(lead.at(-1) ?? '').slice(-MAX_NAME_WORDS) : []),
    ...wordsOf(tail[0] ?? '').slice(0, MAX_NAME_WORDS),
  ].join(' ');
}

/** Returns the start of a range such as "4.5 to 36 V", or undefined for "24V to 5V", which is not a range. */
function rangeStart(from: Token, to: Token): number | undefined {
  if (from.unit !== undefined && from.unit !== to.unit) return undefined;
  const value = from.unit === undefined ? rounded(from.value * to.factor) : from.value;
  return to.unit !== undefined && value < to.value ? value : undefined;
}

/** -5 V has the value 5 V; only a temperature keeps its sign. */
function sized({ unit, value }: Pick<WrittenQuantity, 'unit' | 'value'>): number {
  return unit === 'C' ? value : Math.abs(value);
}

function tokensOf(text: string): readonly Token[] {
  let endBefore = -1;
  return [...text.matchAll(STATED)].flatMap((match) => {
    // SOD-123F and SOIC-16W are names, but the second value in "10V-36V" is not part of one.
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

/** Returns the unit and factor, or undefined if prefix and unit do not combine. */
function unitOf(prefix: string, written: string): { readonly unit: QuantityUnit; readonly factor: number } | undefined {
  // A newton metre and a nanometre differ by case.
  if (prefix === '' && /^n[·⋅.]?m$/.test(written)) return { unit: 'm', factor: 1e-9 };
  // With a prefix, C is a charge: 30 nC.
  const unit = prefix !== '' && written === 'C' ? 'Coulomb' : UNITS.find(([, spelling]) => spelling.test(written))?.[0];
  if (unit === undefined || (prefix !== '' && NEVER_PREFIXED.has(unit))) return undefined;
  if (prefix === '' && (ALWAYS_PREFIXED.has(unit) || /^s$/i.test(written))) return undefined;
  if (unit === 'B') {
    const isBits = written === 'b' || /^bits?$/i.test(written);
    if (isBits && prefix === '') return { unit: 'bit', factor: 1 };
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

/** Removes floating-point noise: 0.1 µF is 1e-7. */
function rounded(value: number): number {
  return Number(value.toPrecision(9));
}

/** Writes values plainly (written-values.ts), and folds the variants of the signs for micro, ohm and degree. */
export function foldUnits(text: string): string {
  return plainValues(normalizeText(text, 'NFKC')).replaceAll('\u00b5', 'μ');
}

/** Returns the texts of a section with their paths. A value and its unit become one text. */
function textsIn(
  section: unknown,
  path: readonly string[],
): readonly { readonly text: string; readonly path: readonly string[] }[] {
  if (typeof section === 'string') return [{ text: section, path }];
  if (Array.isArray(section)) return section.flatMap((one) => textsIn(one, path));
  if (typeof section !== 'object' || section === null) return [];
  const { value, unit, name } = section as Record<string, unknown>;
  const own = typeof name === 'string' && value !== undefined ? pathTo(path, name) : path;
  if ((typeof value === 'number' || typeof value === 'string') && typeof unit === 'string')
    return [{ text: `${value} ${unit}`, path: own }];
  return Object.entries(section).flatMap(([key, one]) => textsIn(one, key === 'value' ? own : pathTo(path, key)));
}

/** Keeps only the end of a deep path. */
function pathTo(path: readonly string[], key: string): readonly string[] {
  return [...path, key.slice(0, MAX_NAME_LENGTH)].slice(-MAX_NAME_WORDS);
}
