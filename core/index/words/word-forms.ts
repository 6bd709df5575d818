/**
 * Reduces different spellings of a word to the form that is indexed and searched for
 * (docs/reference/search.md#what-a-word-is).
 */

import { readTable } from '../../read-table.ts';
import {
  PACKAGES as PACKED_PACKAGES,
  SCALES as PACKED_SCALES,
  SINGULARS,
  UNITS as PACKED_UNITS,
} from './packed-words.ts';

const IRREGULAR: ReadonlyMap<string, string> = new Map(readTable(SINGULARS).map(([word, one = '']) => [word, one]));
const LATIN_PLURAL = /^[a-z]{3,}s$/;

/**
 * Returns the singular of an English word. It does not stem words, so that "instruments" never matches
 * "instrumentation".
 */
export function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined || !LATIN_PLURAL.test(word)) return irregular ?? word;
  // Short abbreviations have plurals (MCUs, IMUs), but "bus" is not a plural.
  if (/(?:ss|is|mos)$|.{3}us$|^.us$/.test(word)) return word;
  if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Words that may follow a number as its unit, with the indexed form. */
const UNITS: ReadonlyMap<string, string> = new Map(
  readTable(PACKED_UNITS).flatMap(([unit, others = '']) =>
    [unit, ...(others === '' ? [] : others.split(' '))].map((written) => [written, unit] as const),
  ),
);
/** Numbers before a written-out unit: "seven-segment display". */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, place) => [
    word,
    String(place + 1),
  ]),
);
const WRITTEN_OUT = /^\p{L}{3,}$/u;
const NUMBER = /^\p{N}+(?:\.\p{N}+)?$/u;
const NUMBER_WITH_UNIT = /^(\p{N}+(?:\.\p{N}+)?)(\p{L}+)$/u;
/** Reads 3V3 as 3.3 V, 4k7 as 4.7 k, and in a text about resistance 4R7 as 4.7 ohm. */
const UNIT_FOR_POINT = /^(\d{1,3})([vkr])(\d{1,2})$/;
/** The unit that a bare prefix means. */
const PREFIXES: Readonly<Record<Subject, ReadonlyMap<string, string>>> = {
  memory: new Map([['k', 'kb'], ['m', 'mb'], ['g', 'gb']]),
  resistance: new Map([['k', 'kohm'], ['r', 'ohm']]),
}; // prettier-ignore
/** The units of one quantity, each a thousand times the previous one. */
const SCALES: ReadonlyMap<string, readonly string[]> = new Map(
  readTable(PACKED_SCALES)
    .map(([line]) => line.split(' '))
    .flatMap((scale) => scale.map((unit) => [unit, scale] as const)),
);
const LARGER_MEMORY: ReadonlyMap<string, string> = new Map([
  ['kb', 'mb'],
  ['mb', 'gb'],
]);
const KIBI_MULTIPLE = /^[1-9]\d{3,8}$/;
const ASCII_NUMBER = /^\d+(?:\.\d+)?$/;

/** The subject of a text, if it decides what a letter after a number means. */
export type Subject = 'memory' | 'resistance';
const RESISTANCE = /\b(?:resistors?|resistance|potentiometers?|rheostats?|thermistors?|k?ohms?)\b|\u03c9/;
const MEMORY = /\b(?:memory|flash|[a-z]*(?:ram|rom))s?\b/;

/** @param text folded */
export function subjectOf(text: string): Subject | undefined {
  if (RESISTANCE.test(text)) return 'resistance';
  return MEMORY.test(text) ? 'memory' : undefined;
}

export interface Quantity {
  /** Number and unit as one word. */
  readonly word: string;
  /** The number as it was written. */
  readonly amount: string;
  readonly unit: string;
}

/** @param subject decides whether a bare k or M means bits or ohms */
export function quantityOf(written: string, unit: string, subject?: Subject): Quantity | undefined {
  const one = UNITS.has(unit) ? unit : singular(unit);
  const amount = WRITTEN_OUT.test(one) ? (NUMBER_WORDS.get(written) ?? written) : written;
  if (!NUMBER.test(amount)) return undefined;
  const known = (subject === undefined ? undefined : PREFIXES[subject].get(one)) ?? UNITS.get(one);
  return known === undefined ? undefined : { word: inUsualUnit(amount, known), amount, unit: known };
}

/**
 * Reads "4-20mA", in which only the second number has a unit, as one word with its hyphen; without the hyphen, it would
 * be 420 mA.
 */
export function rangeOf(pieces: readonly string[], subject?: Subject): Quantity | undefined {
  const [from = '', to = ''] = pieces;
  if (pieces.length !== 2 || !NUMBER.test(from)) return undefined;
  const end = gluedQuantity(to, subject);
  return end && { ...end, word: `${withoutZeros(from)}-${end.word}` };
}

/** Reads a number and its unit in one piece. */
export function gluedQuantity(piece: string, subject?: Subject): Quantity | undefined {
  const [, whole, point, rest] = UNIT_FOR_POINT.exec(piece) ?? [];
  if (whole !== undefined && point !== undefined && rest !== undefined) {
    return quantityOf(`${whole}.${rest}`, point, subject === 'memory' ? undefined : subject);
  }
  const [, amount, unit] = NUMBER_WITH_UNIT.exec(piece) ?? [];
  return amount === undefined || unit === undefined ? undefined : quantityOf(amount, unit, subject);
}

/**
 * Chooses the unit with an amount from 1 up to 1,000, if there is one: 0.5 A is 500 mA, 0.1 uF is 100 nF, 1000 V is 1
 * kV. 1024 kB are 1 MB.
 */
function inUsualUnit(amount: string, unit: string): string {
  const larger = LARGER_MEMORY.get(unit);
  if (larger !== undefined && KIBI_MULTIPLE.test(amount) && Number(amount) % 1024 === 0)
    return inUsualUnit(String(Number(amount) / 1024), larger);
  const scale = SCALES.get(unit);
  if (scale === undefined || !ASCII_NUMBER.test(amount)) return withoutZeros(amount) + unit;
  let place = scale.indexOf(unit);
  let [whole = '', fraction = ''] = amount.split('.');
  whole = withoutLeadingZeros(whole);
  for (; whole.length > 3 && place + 1 < scale.length; place += 1) {
    [whole, fraction] = [whole.slice(0, -3), whole.slice(-3) + fraction];
  }
  for (; whole === '0' && /[1-9]/.test(fraction) && place > 0; place -= 1) {
    const shifted = fraction.padEnd(3, '0');
    [whole, fraction] = [withoutLeadingZeros(shifted.slice(0, 3)), shifted.slice(3)];
  }
  return withoutZeros(fraction === '' ? whole : `${whole}.${fraction}`) + (scale[place] ?? unit);
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** Writes 5.0 as 5. */
function withoutZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

/** Packages that are named with their number of pins, with the package that they are a kind of, if any. */
const PACKAGES: ReadonlyMap<string, string> = new Map(
  readTable(PACKED_PACKAGES).map(([family, plain = '']) => [family, plain]),
);
/** Cases whose number is not a number of pins. */
const CASES: ReadonlySet<string> = new Set(['sot', 'tsot', 'sod', 'to', 'do', 'sc']);
const CASE_VARIANT = /^([a-z]{2,6})-?(\d{1,4})(?:[a-z]{1,2}|-\d{1,2}[a-z]?)$/;
const PINS = /^[1-9]\d{0,3}$/;
/** The most digits of a number of pins, for pins below, on four sides, or on two: TSOP4838 is a part. */
const MAX_DIGITS: readonly (readonly [RegExp, number])[] = [
  [/(?:bga|lga|csp)$/, 4],
  [/(?:qf[np]|cc)$/, 3],
  [/$/, 2],
];
const GLUED_PACKAGE = /^([a-z]+)(\d+)$/;

interface Package {
  readonly family: string;
  readonly pins: string;
}

/**
 * Returns the words that find a package: SO-8 is SOIC-8, a VQFN-24 is a QFN-24, and all are found by their number of
 * pins.
 */
export function packageWords({ family, pins }: Package): readonly string[] {
  const plain = PACKAGES.get(family) ?? '';
  const both = family === 'so' ? ['so', 'soic'] : [family, ...(plain === '' ? [] : [plain])];
  return [...both.flatMap((one) => [one, one + pins]), `${pins}pin`];
}

/** Reads "LQFP" and "48" in either order. */
export function packageOf(first: string, second: string): Package | undefined {
  const [family, pins] = PACKAGES.has(first) ? [first, second] : [second, first];
  if (!PACKAGES.has(family) || !PINS.test(pins)) return undefined;
  const [, mostDigits = 0] = MAX_DIGITS.find(([families]) => families.test(family)) ?? [];
  return pins.length > mostDigits ? undefined : { family, pins };
}

/** Returns the package that a family is a kind of, or itself: "qfn" for a VQFN. A SOIC is a SO. */
export function plainFamily(family: string): string {
  const plain = PACKAGES.get(family) ?? '';
  return plain === '' ? family : plain;
}

/** Returns the case that a name such as "sot23" or "to220" is, if it is one. */
export function caseOf(name: string): string | undefined {
  const [, family = ''] = GLUED_PACKAGE.exec(name) ?? [];
  return CASES.has(family) ? name : undefined;
}

/** Reads "LQFP48". */
export function gluedPackage(piece: string): Package | undefined {
  const [, family = '', pins = ''] = GLUED_PACKAGE.exec(piece) ?? [];
  return packageOf(family, pins);
}

/** Returns the words of the plain case: SOT-23-5 is a SOT-23, TO-220AB a TO-220, SOIC-16W a SOIC-16. */
export function caseWords(token: string): readonly string[] {
  const [, family = '', number = ''] = CASE_VARIANT.exec(token) ?? [];
  if (CASES.has(family)) return [family + number];
  return PACKAGES.has(family) ? packageWords({ family, pins: number }) : [];
}

const FAMILY_MEMBER = /^([a-z]{4,})(\d{1,2})$/;
const NAME_AND_VERSION = /^([a-z]{3,})(\d\.\d)$/;
const FAMILY = /^[a-z]{4,}$/;
const MEMBER = /^(?:\d{1,2}|[a-z]\d{1,2})$/;

/**
 * Splits "SPARTAN-6", "Spartan6", "Cortex-M4" or "USB2.0" into a name and its member, which are often written apart.
 */
export function familyPieces(pieces: readonly string[]): readonly string[] | undefined {
  const [name = '', member] = pieces;
  if (pieces.length === 2 && member !== undefined && FAMILY.test(name) && MEMBER.test(member)) return pieces;
  const [, family, number] = pieces.length === 1 ? (FAMILY_MEMBER.exec(name) ?? NAME_AND_VERSION.exec(name) ?? []) : [];
  return family === undefined || number === undefined ? undefined : [family, number];
}

/** Returns cases that fit the same pads: a TSOT-23 is a thin SOT-23; a SOIC-16W is also written SO-16W. */
export function samePads(word: string): readonly string[] {
  if (/^sot\d+$/.test(word)) return [`t${word}`];
  const [, ic, wide] = /^so(ic)?(\d+w)$/.exec(word) ?? [];
  return wide === undefined ? [] : [ic === undefined ? `soic${wide}` : `so${wide}`];
}

/** Splits "USB1.1", which is also found as "USB". */
export function nameOfVersion(piece: string): readonly string[] {
  return NAME_AND_VERSION.exec(piece)?.slice(1) ?? [];
}
