/**
 * Reads the bounds of a query, such as "at least 3A", "below 5 mOhm" or "between 60 and 100V": filters over the values
 * that an item states. Bounds in unknown units ("at least 16 turns") are ignored, and "3-6V" stays a word.
 * data/words/bounds.tsv lists the phrases. An input or supply voltage ("24V to 5V", "12V input") is one too: a part
 * that states the value, or a range with it, has it.
 */
import {
  foldUnits,
  wordsOf,
  writtenQuantities,
  type QuantityUnit,
  type WrittenQuantity,
} from '../items/item-quantities.ts';
import { readTable, readWordSets } from '../../read-table.ts';
import { MAINS_WORDS } from '../words/plain-query.ts';
import { BOUNDED_ATTRIBUTES, BOUNDS } from '../words/packed-words.ts';
import type { ValueBound } from './quantity-buckets.ts';

/** A bound, and how a message states it. */
export interface QueryBound extends ValueBound {
  /** "at least 3 A". */
  readonly said: string;
  /**
   * The same, with the words that may name its attribute: "output at least 3 A"; empty if the rest of the query says it
   * too.
   */
  readonly saidWhole: string;
}

interface BoundedQuery {
  readonly bounds: readonly QueryBound[];
  /** The query without its bounds and their attributes. */
  readonly rest: string;
}

/** The effect of a phrase on a value. For `reach` and those after it, the effect depends on the unit or attribute. */
type Meaning = Side | 'range' | 'reach' | 'faster' | 'slower' | 'better' | 'as fast' | 'as slow' | 'as good';
type Side = 'least' | 'more' | 'most' | 'less';
type Place = 'before' | 'after';

const MEANINGS: Readonly<Record<Place, ReadonlyMap<string, Meaning>>> = {
  before: meaningsAt('before'),
  after: meaningsAt('after'),
};
const [WORDS_BEFORE, SIGNS_BEFORE] = alternatives('before');
const [WORDS_AFTER, SIGNS_AFTER] = alternatives('after');
const BEFORE = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:${WORDS_BEFORE})|(?<![-=<>])(?:${SIGNS_BEFORE}))(?=\s*:?\s*$)`,
  'iu',
);
const AFTER = new RegExp(
  String.raw`^(?:\s*,?\s*(?:${WORDS_AFTER})(?![\p{L}\p{N}])|\s?(?:${SIGNS_AFTER})(?!\s?[\d.]))`,
  'iu',
);
const MAX_PHRASE_LENGTH = 40;

const attributes = readWordSets(BOUNDED_ATTRIBUTES);
/**
 * Words next to a bound that name its attribute. They are not searched for, because items use other words for the
 * attribute, or none.
 */
const ATTRIBUTES = attributes('names');
/**
 * Attributes that a part tolerates rather than provides: it must tolerate all of "up to 60 V", and its range must cover
 * the requested one.
 */
const TAKEN = attributes('taken');
/** Words that make an attribute a kind of part, such as "low noise" and "high voltage", and are searched for. */
const DEGREES = attributes('degrees');
/** A smaller time, error or drift is better. */
const BETTER_BELOW: ReadonlySet<QuantityUnit> = new Set(['s', '%', 'ppm']);

const TOKEN = /[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu;
const TRANSPARENT = /^[-()[\]:]$/;
/** Ends the attribute after a bound: "at least 1 A output, SOT-23". */
const CLAUSE_ENDS = /^(?:[,;.]|and|at|but|for|in|on|or|that|which|with|without)$/;
const BESIDE = /\p{L}[\p{L}\p{N}]*|[,;:()]/gu;
/** Words between an attribute and its bound: "isolation of at least 3 kV". */
const LINKS: ReadonlySet<string> = new Set(['a', 'an', 'are', 'be', 'is', 'of', 'the']);
/** Words that name a quantity and do not identify the attribute. */
const MEASURES: ReadonlySet<string> = new Set(
  'capacitance current frequency inductance level power range rating resistance temperature value voltage'.split(' '),
);
const NOT_BESIDE =
  /^(?:and|as|at|between|but|by|can|for|from|has|have|in|on|or|per|that|to|up|which|with|without|[,;:()])$/;
const MAX_ABOUT = 2;
const MAX_BESIDE_LENGTH = 80;

const JOINED = String.raw`(?:\s*(?:-|\u2013|~|\.\.\.?|&)\s*|\s+(?:and|to|und|bis|et|y|a|à|e)\s+)`;
const AND = new RegExp(`^${JOINED}$`, 'iu');
/** A range in which only the upper end has a unit. The unit applies to both ends. */
const BARE_END = new RegExp(
  String.raw`\b(between|from|range(?: of)?|ranging from|zwischen|von|entre)\s+([-\u2212]?[\d.]+)(${JOINED})([-\u2212+]?[\d.]+)(\s?(?:°|[a-zμΩ%])[a-zΩ/]*)`,
  'iu',
);
const SUB = /\bsub-(?=\d)/gi;
/** "boost from 5V to 12V" is a conversion, not a range. */
const CONVERSION =
  /\b(?:boost|convert(?:s|ing)?|level|shift|step(?:s|ping)?[ -]?up|translat|dc[-/ ]?dc|isolat)|wandler|convertisseur/i;
/** Between an input and an output voltage: "24V to 5V", "48V -> ±15V". */
const INTO = /^\s*(?:dc\s*)?(?:to|into|auf|zu|vers|[-=]?>|\u2192|\u21d2)\s*(?:an?\s+)?(?:±|\+\/-|\+-)?\s*$/iu;
const INPUT_AFTER =
  /^\s*(?:dc\s+)?(?:input|vin|in(?=\s*(?:[,;/]|$|to\b|[-=]?>|\u2192|±?\s*\d))|eingang|entr[ée]e|entrada|ingresso)(?![\p{L}\p{N}])(?:\s+voltage)?/iu;
const INPUT_BEFORE =
  /(?<![\p{L}\p{N}])(?:(?:input|vin)(?:\s+voltage)?(?:\s+of)?|(?:powered|supplied)\s+(?:by|from|with)(?:\s+an?)?|(?:runs?|operates?|running|operating|works?)\s+(?:on|from|off|at)(?:\s+an?)?|eingang|entr[ée]e|entrada|ingresso)\s*[:=]?\s*$/iu;
const FROM = /(?<![\p{L}\p{N}])(?:from|aus|von|desde|da)(?:\s+an?)?\s*$/iu;
const MAINS = new RegExp(String.raw`^.{0,12}\b(?:${MAINS_WORDS})\b`, 'iu');
const LOWER_END = /(?<![\d.])(\d{1,4}(?:\.\d{1,3})?)\s*(?:v\s*)?(?:-|\u2013|\.\.\.?)\s*$/iu;
/** How items name the voltage that they take. */
const INPUT_NAMES: readonly (readonly string[])[] = [['input'], ['vin'], ['supply']];

const UNIT_SIGNS: Readonly<Partial<Record<QuantityUnit, string>>> = { Ohm: 'Ω', C: '°C', Coulomb: 'C' };
const UNPREFIXED: ReadonlySet<QuantityUnit> = new Set(['C', 'bit', 'dB', '%', 'ppm', 'pin', 'channel']);
const COUNTED: ReadonlySet<QuantityUnit> = new Set(['pin', 'channel']);
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
  const text = foldUnits(query).replace(BARE_END, '$1 $2$5$3$4$5').replaceAll(SUB, 'sub ');
  const found = boundsIn(text);
  if (found.length === 0) return { bounds: [], rest: query };
  const bounds = found.map(({ bound }) => bound);
  const [without, withAttributes] = [
    textBetween(text, found, ({ start, end }) => [start, end]),
    textBetween(text, found, ({ lead, tail }) => [lead, tail]),
  ];
  return { bounds, rest: /[\p{L}\p{N}]/u.test(without) ? without : withAttributes };
}

interface FoundBound {
  readonly bound: QueryBound;
  /** `lead` and `tail` delimit the bound, `start` and `end` the bound with its attribute. */
  readonly lead: number;
  readonly tail: number;
  readonly start: number;
  readonly end: number;
}

/** A bound's values and its text. */
type Ends = Pick<QueryBound, 'unit' | 'from' | 'to' | 'excludesEnds' | 'covers' | 'said'>;

interface Phrased {
  readonly meaning: Meaning;
  readonly from: WrittenQuantity;
  /** The upper end of a range; otherwise the same as `from`. */
  readonly to: WrittenQuantity;
  /** `lead` and `tail` delimit the phrase with its values. */
  readonly lead: number;
  readonly tail: number;
}

function boundsIn(text: string): readonly FoundBound[] {
  const quantities = writtenQuantities(text);
  const found: FoundBound[] = [];
  for (const [place, quantity] of quantities.entries()) {
    const taken = found.at(-1)?.tail ?? 0;
    if (quantity.start < taken) continue;
    const phrased = phrasedAt(text, taken, quantity, quantities[place + 1]);
    if (phrased === undefined) {
      const isFirst = found.every(({ bound: { saidWhole } }) => saidWhole !== '');
      const bound = isFirst ? inputBound(text, taken, quantities, place) : undefined;
      // The value stays a word too: what states exactly this input comes first.
      const here = { lead: taken, tail: taken, start: taken, end: taken };
      if (bound !== undefined) found.push({ bound, ...here });
      continue;
    }
    const { lead, tail } = phrased;
    const [ahead, behind] = [text.slice(found.at(-1)?.end ?? 0, lead), text.slice(tail)];
    found.push({
      bound: boundOf(phrased, text.slice(taken, lead), behind),
      lead,
      tail,
      start: lead - attributeLength(ahead, 'before'),
      end: tail + attributeLength(behind, 'after'),
    });
  }
  return found;
}

function phrasedAt(
  text: string,
  taken: number,
  quantity: WrittenQuantity,
  next: WrittenQuantity | undefined,
): Phrased | undefined {
  const ahead = phraseBefore(text.slice(taken, quantity.start));
  if (ahead?.meaning === 'range') return rangeAt(text, taken + ahead.index, quantity, next);
  const whole = { from: quantity, to: quantity };
  if (ahead !== undefined) return { ...whole, meaning: ahead.meaning, lead: taken + ahead.index, tail: quantity.end };
  const written = AFTER.exec(text.slice(quantity.end))?.[0];
  const meaning = written === undefined ? undefined : meaningOf('after', written);
  if (written === undefined || meaning === undefined) return undefined;
  const tail = quantity.end + written.length;
  // In "5V max 500mA" the phrase belongs to the next value, unless that is also followed by a phrase.
  const isOfNext =
    next !== undefined &&
    text.slice(tail, next.start).trim() === '' &&
    phraseBefore(text.slice(quantity.end, next.start)) !== undefined &&
    !AFTER.test(text.slice(next.end));
  return isOfNext ? undefined : { ...whole, meaning, lead: quantity.start, tail };
}

/** Whether a value is that of the mains, which converters seldom state: "from 230V mains". */
function isMains(text: string, { end, value }: WrittenQuantity): boolean {
  return value >= 100 && value <= 240 && MAINS.test(text.slice(end, end + MAX_PHRASE_LENGTH));
}

/** Reads the voltage that a part takes: "24V to 5V", "9-36V input", "5V from 12V". */
function inputBound(
  text: string,
  taken: number,
  quantities: readonly WrittenQuantity[],
  place: number,
): QueryBound | undefined {
  const [quantity, next] = [quantities[place], quantities[place + 1]];
  if (quantity?.unit !== 'V' || isMains(text, quantity)) return undefined;
  // The words that end before a value are short: reading all of the text before each value would be quadratic.
  const [, low] = LOWER_END.exec(text.slice(Math.max(taken, quantity.start - MAX_BESIDE_LENGTH), quantity.start)) ?? [];
  const isRange = low !== undefined && Number(low) < quantity.value;
  const lead = isRange ? text.lastIndexOf(low, quantity.start) : quantity.start;
  const before = text.slice(Math.max(taken, lead - MAX_BESIDE_LENGTH), lead);
  const into = next?.unit === 'V' ? text.slice(quantity.end, next.start) : '';
  const isConverted = next !== undefined && INTO.test(into) && (quantity.value >= next.value || CONVERSION.test(text));
  const hasOther = quantities.some((one) => one !== quantity && one.unit === 'V');
  const isInput =
    isConverted ||
    INPUT_AFTER.test(text.slice(quantity.end)) ||
    INPUT_BEFORE.test(before) ||
    (hasOther && FROM.test(before));
  if (!isInput) return undefined;
  return { ...coveringBound('V', isRange ? Number(low) : quantity.value, quantity.value), about: INPUT_NAMES };
}

/** Reads "between 60V and 100V". */
function rangeAt(
  text: string,
  lead: number,
  from: WrittenQuantity,
  to: WrittenQuantity | undefined,
): Phrased | undefined {
  if (to?.unit !== from.unit || !AND.test(text.slice(from.end, to.start))) return undefined;
  const isFrom = /^(?:from|von)/i.test(text.slice(lead));
  if (isFrom && (from.value >= to.value || CONVERSION.test(text))) return undefined;
  return { meaning: 'range', from, to, lead, tail: to.end };
}

function boundOf(phrased: Phrased, before: string, after: string): QueryBound {
  const { ahead, behind } = wordsBeside(before, after);
  const about = [ahead, behind].filter((words) => words.length > 0).map((words) => words.flatMap(wordsOf));
  const isTaken = phrased.from.unit === 'C' || about.some((words) => words.some((word) => TAKEN.has(word)));
  const ends = endsOf(phrased, isTaken);
  const saidWhole = ahead.length > 0 ? [...ahead.toReversed(), ends.said] : [ends.said, ...behind];
  return { ...ends, about, saidWhole: saidWhole.join(' ') };
}

/** Returns the bound that a stated value or range meets if it has all from `from` to `to`. */
export function coveringBound(unit: QuantityUnit, from: number, to = from): QueryBound {
  const written = from === to ? valueText(to, unit) : `${valueText(from, unit)} to ${valueText(to, unit)}`;
  const said = `${written} or a range with it`;
  return { unit, from, to, excludesEnds: false, covers: true, about: [], said, saidWhole: '' };
}

function endsOf(
  { meaning, from: { unit, value }, to }: Phrased & { meaning: Exclude<Meaning, 'input'> },
  isTaken: boolean,
): Ends {
  const text = valueText(value, unit);
  const [from, upper] = [value, to.value].toSorted((a, b) => a - b) as [number, number];
  switch (sideOf(meaning, unit, isTaken)) {
    case 'range': {
      const said = `between ${valueText(from, unit)} and ${valueText(upper, unit)}`;
      return { unit, from, to: upper, excludesEnds: false, covers: isTaken, said };
    }
    case 'least':
      return { unit, from: value, to: Infinity, excludesEnds: false, covers: false, said: `at least ${text}` };
    case 'more':
      return { unit, from: value, to: Infinity, excludesEnds: true, covers: false, said: `more than ${text}` };
    case 'most':
      return { unit, from: -Infinity, to: value, excludesEnds: false, covers: false, said: `at most ${text}` };
    case 'less':
      return { unit, from: -Infinity, to: value, excludesEnds: true, covers: false, said: `less than ${text}` };
  }
}

function sideOf(meaning: Meaning, unit: QuantityUnit, isTaken: boolean): Side | 'range' {
  switch (meaning) {
    case 'reach':
      return isTaken ? 'least' : 'most';
    case 'faster':
      return unit === 's' ? 'less' : 'more';
    case 'slower':
      return unit === 's' ? 'more' : 'less';
    case 'as fast':
      return unit === 's' ? 'most' : 'least';
    case 'as slow':
      return unit === 's' ? 'least' : 'most';
    case 'better':
      return BETTER_BELOW.has(unit) ? 'less' : 'more';
    case 'as good':
      return BETTER_BELOW.has(unit) ? 'most' : 'least';
    default:
      return meaning;
  }
}

function meaningsAt(place: Place): ReadonlyMap<string, Meaning> {
  const rows = readTable(BOUNDS).filter(([, where]) => where === place);
  return new Map(
    rows.flatMap(([meaning, , phrases = '']) =>
      phrases.split('; ').map((phrase) => [phrase, meaning as Meaning] as const),
    ),
  );
}

/** Returns patterns of words and signs, longest first, so that "not less than" is not read as "less than". */
function alternatives(place: Place): readonly [words: string, signs: string] {
  const phrases = [...MEANINGS[place].keys()].toSorted((one, other) => other.length - one.length);
  const [words, signs] = [
    phrases.filter((phrase) => /^\p{L}/u.test(phrase)),
    phrases.filter((phrase) => !/^\p{L}/u.test(phrase)),
  ].map((all) =>
    all.map((phrase) => phrase.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll(' ', String.raw`[\s-]+`)).join('|'),
  );
  return [words ?? '', signs ?? ''];
}

function phraseBefore(text: string) {
  const start = Math.max(0, text.length - MAX_PHRASE_LENGTH);
  const match = BEFORE.exec(text.slice(start));
  const meaning = match === null ? undefined : meaningOf('before', match[0]);
  return match === null || meaning === undefined ? undefined : { meaning, index: start + match.index };
}

function meaningOf(place: Place, written: string): Meaning | undefined {
  return MEANINGS[place].get(written.replace(/^[\s,]+/, '').toLowerCase().replaceAll(/[\s-]+/g, ' ').trim()); // prettier-ignore
}

function textBetween(
  text: string,
  found: readonly FoundBound[],
  placeOf: (one: FoundBound) => readonly [start: number, end: number],
): string {
  let [rest, taken] = ['', 0];
  for (const one of found) {
    const [start, end] = placeOf(one);
    rest += `${text.slice(taken, Math.max(taken, start))} `;
    taken = end;
  }
  return (rest + text.slice(taken)).trim();
}

/**
 * Returns how many characters next to a bound name its attribute: "propagation delay" under 5 ns, 10 kA or more
 * "breaking capacity".
 */
function attributeLength(text: string, place: Place): number {
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ token: token.toLowerCase(), index }));
  const ordered = place === 'before' ? tokens.toReversed() : tokens;
  const end = ordered.findIndex(({ token }) => !ATTRIBUTES.has(token) && !LINKS.has(token) && !TRANSPARENT.test(token));
  const own = end === -1 ? ordered : ordered.slice(0, end);
  const last = own.findLast(({ token }) => ATTRIBUTES.has(token));
  const next = end === -1 ? undefined : ordered[end]?.token;
  if (last === undefined) return 0;
  if (place === 'before') return next !== undefined && DEGREES.has(next) ? 0 : text.length - last.index;
  return next === undefined || CLAUSE_ENDS.test(next) ? last.index + last.token.length : 0;
}

/**
 * Returns the words next to a bound that may name its attribute, nearest first: "isolation of at least 3 kV", "at least
 * 1 A output".
 */
function wordsBeside(before: string, after: string) {
  return {
    ahead: besideWords((before.slice(-MAX_BESIDE_LENGTH).match(BESIDE) ?? []).toReversed()),
    behind: besideWords(after.slice(0, MAX_BESIDE_LENGTH).match(BESIDE) ?? []),
  };
}

/** @param words nearest first */
function besideWords(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => NOT_BESIDE.test(word.toLowerCase()));
  return words
    .slice(0, end === -1 ? undefined : end)
    .filter((word) => !LINKS.has(word.toLowerCase()) && !MEASURES.has(word.toLowerCase()))
    .slice(0, MAX_ABOUT);
}

/** Writes 0.005 ohm as "5 mΩ". */
export function valueText(value: number, unit: QuantityUnit): string {
  const sign = `${UNIT_SIGNS[unit] ?? unit}${COUNTED.has(unit) && value !== 1 ? 's' : ''}`;
  if (UNPREFIXED.has(unit)) return `${value} ${sign}`;
  if (unit === 'B') {
    const [prefix, factor] = BYTE_PREFIXES.find(([, size]) => Math.abs(value) >= size) ?? ['', 1];
    return `${Number((value / factor).toPrecision(6))} ${prefix}${sign}`;
  }
  const [prefix, factor] = PREFIXES.find(([, size]) => Math.abs(value) >= size) ?? ['', 1];
  return `${Number((value / factor).toPrecision(6))} ${prefix}${sign}`;
}
