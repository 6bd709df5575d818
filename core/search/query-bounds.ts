/**
 * The bounds of a query: "at least 3A", "above 36 V", "below 5 mOhm", "between 60 and 100V". They are filters over the values that a record states. Of
 * values in other units ("at least 16 channels") the bound is left out, as before. "24V to 5V" and "3-6V" stay words.
 */
import {
  foldUnits,
  wordsOf,
  writtenQuantities,
  type QuantityUnit,
  type WrittenQuantity,
} from '../items/item-quantities.ts';
import type { ValueBound } from './quantity-buckets.ts';

/** A bound with the words that it was written in. */
export interface QueryBound extends ValueBound {
  /** "at least 3 A". */
  readonly said: string;
  /** The same with the words that may name its attribute: "output at least 3 A". */
  readonly saidWhole: string;
}

export interface BoundedQuery {
  readonly bounds: readonly QueryBound[];
  /** The query without its bounds. */
  readonly rest: string;
}

type Side = 'least' | 'more' | 'most' | 'less';

const BEFORE: readonly (readonly [RegExp, Side])[] = [
  [/(?:\bat least|\bminimum(?: of)?|\bmin\.?(?: of)?|\b(?:no|not) less than|≥|>=)\s*$/i, 'least'],
  [/(?:\bover|\babove|\bmore than|\bgreater than|\bhigher than|\bexceeding|(?<![-=])>)\s*$/i, 'more'],
  [/(?:\bup to|\bat most|\bmaximum(?: of)?|\bmax\.?(?: of)?|\b(?:no|not) more than|≤|<=)\s*$/i, 'most'],
  [/(?:\bbelow|\bunder|\bless than|\blower than|<)\s*$/i, 'less'],
];
const AFTER: readonly (readonly [RegExp, Side])[] = [
  [/^\s*(?:(?:or|and) (?:more|higher|above|greater|up|over)\b|minimum\b|min\b\.?)/i, 'least'],
  [/^\s*(?:(?:or|and) (?:less|lower|below|under)\b|maximum\b|max\b\.?)/i, 'most'],
];
const BETWEEN = /\bbetween\s*$/i;
const BESIDE = /\p{L}[\p{L}\p{N}]*|[,;:()]/gu;
/** Between an attribute and its bound: "isolation of at least 3 kV". */
const LINKS: ReadonlySet<string> = new Set(['a', 'an', 'are', 'be', 'is', 'of', 'the']);
/** What is bounded, not of which attribute. */
const MEASURES: ReadonlySet<string> = new Set(
  'capacitance current frequency inductance level power range rating resistance temperature value voltage'.split(' '),
);
const NOT_BESIDE =
  /^(?:and|as|at|between|but|by|can|for|from|has|have|in|on|or|per|that|to|up|which|with|without|[,;:()])$/;
const MAX_ABOUT = 2;
const MAX_BESIDE_LENGTH = 80;
/** The lower end has the unit of the upper one. */
const BARE_END = /\bbetween\s+([-\u2212]?[\d.]+)\s+and\s+([-\u2212]?[\d.]+)\s?((?:°|[a-zμΩ])[a-zΩ/]*)/i;
const AND = /^\s*and\s*$/i;
const UNIT_SIGNS: Readonly<Partial<Record<QuantityUnit, string>>> = { Ohm: 'Ω', C: '°C' };
const PREFIXES: readonly (readonly [string, number])[] = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
  ['', 1],
  ['m', 1e-3],
  ['µ', 1e-6],
  ['n', 1e-9],
  ['p', 1e-12],
];
const BYTE_PREFIXES: readonly (readonly [string, number])[] = [
  ['G', 1_024 ** 3],
  ['M', 1_024 ** 2],
  ['k', 1_024],
];

export function readBounds(query: string): BoundedQuery {
  const text = foldUnits(query).replace(BARE_END, 'between $1$3 and $2$3');
  const bounds: QueryBound[] = [];
  let [rest, taken] = ['', 0];
  const quantities = writtenQuantities(text);
  for (const [place, quantity] of quantities.entries()) {
    if (quantity.start < taken) continue;
    const found = boundAt(text.slice(taken), quantities, place, taken);
    if (found === undefined) continue;
    bounds.push(found.bound);
    rest += `${text.slice(taken, found.start)} `;
    taken = found.end;
  }
  return bounds.length === 0 ? { bounds, rest: query } : { bounds, rest: (rest + text.slice(taken)).trim() };
}

interface FoundBound {
  readonly bound: QueryBound;
  readonly start: number;
  readonly end: number;
}

/** A bound's ends, and how it is said. */
type Ends = Pick<QueryBound, 'unit' | 'from' | 'to' | 'isOpen' | 'said'>;

interface FoundEnds {
  readonly ends: Ends;
  /** How much of the text before its first value is not the bound's. */
  readonly lead: number;
  readonly end: number;
}

/** @param text from `offset` on */
function boundAt(
  text: string,
  quantities: readonly WrittenQuantity[],
  place: number,
  offset: number,
): FoundBound | undefined {
  const quantity = quantities[place];
  if (quantity === undefined) return undefined;
  const before = text.slice(0, quantity.start - offset);
  const after = text.slice(quantity.end - offset);
  const found = rangeAt(before, after, quantity, quantities[place + 1]) ?? sideAt(before, after, quantity);
  if (found === undefined) return undefined;
  const { ends, lead, end } = found;
  return {
    bound: { ...ends, ...aboutOf(before.slice(0, lead), text.slice(end - offset), ends.said) },
    start: offset + lead,
    end,
  };
}

/** "between 60V and 100V". */
function rangeAt(
  before: string,
  after: string,
  quantity: WrittenQuantity,
  next: WrittenQuantity | undefined,
): FoundEnds | undefined {
  const start = BETWEEN.exec(before);
  if (start === null || next?.unit !== quantity.unit) return undefined;
  if (!AND.test(after.slice(0, next.start - quantity.end))) return undefined;
  const [from, to] = [quantity.value, next.value].toSorted((a, b) => a - b) as [number, number];
  const { unit } = quantity;
  const said = `between ${valueText(from, unit)} and ${valueText(to, unit)}`;
  return { ends: { unit, from, to, isOpen: false, said }, lead: start.index, end: next.end };
}

/** "at least 3A", "3A or more". */
function sideAt(before: string, after: string, quantity: WrittenQuantity): FoundEnds | undefined {
  for (const [pattern, side] of BEFORE) {
    const match = pattern.exec(before);
    if (match !== null) return { ends: endsOf(quantity, side), lead: match.index, end: quantity.end };
  }
  for (const [pattern, side] of AFTER) {
    const match = pattern.exec(after);
    if (match !== null)
      return { ends: endsOf(quantity, side), lead: before.length, end: quantity.end + match[0].length };
  }
  return undefined;
}

function endsOf({ unit, value }: WrittenQuantity, side: Side): Ends {
  const text = valueText(value, unit);
  switch (side) {
    case 'least':
      return { unit, from: value, to: Infinity, isOpen: false, said: `at least ${text}` };
    case 'more':
      return { unit, from: value, to: Infinity, isOpen: true, said: `more than ${text}` };
    case 'most':
      return { unit, from: -Infinity, to: value, isOpen: false, said: `at most ${text}` };
    case 'less':
      return { unit, from: -Infinity, to: value, isOpen: true, said: `less than ${text}` };
  }
}

/** The words beside a bound that may name its attribute: "isolation of at least 3 kV", "at least 1 A output". */
function aboutOf(before: string, after: string, said: string): Pick<QueryBound, 'about' | 'saidWhole'> {
  const ahead = besideWords((before.slice(-MAX_BESIDE_LENGTH).match(BESIDE) ?? []).toReversed());
  const behind = besideWords(after.slice(0, MAX_BESIDE_LENGTH).match(BESIDE) ?? []);
  const saidWhole = ahead.length > 0 ? `${ahead.toReversed().join(' ')} ${said}` : [said, ...behind].join(' ');
  return {
    about: [ahead, behind].filter((words) => words.length > 0).map((words) => words.flatMap(wordsOf)),
    saidWhole,
  };
}

/** @param words the nearest first */
function besideWords(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => NOT_BESIDE.test(word.toLowerCase()));
  return words
    .slice(0, end === -1 ? undefined : end)
    .filter((word) => !LINKS.has(word.toLowerCase()) && !MEASURES.has(word.toLowerCase()))
    .slice(0, MAX_ABOUT);
}

/** 0.005 ohm is "5 mΩ". */
function valueText(value: number, unit: QuantityUnit): string {
  const sign = UNIT_SIGNS[unit] ?? unit;
  if (unit === 'C') return `${value} ${sign}`;
  if (unit === 'B') {
    const [prefix, factor] = BYTE_PREFIXES.find(([, size]) => Math.abs(value) >= size) ?? ['', 1];
    return `${Number((value / factor).toPrecision(6))} ${prefix}${sign}`;
  }
  const [prefix, factor] = PREFIXES.find(([, size]) => Math.abs(value) >= size) ?? ['', 1];
  return `${Number((value / factor).toPrecision(6))} ${prefix}${sign}`;
}
