/**
 * Recognizes part numbers that a spreadsheet has spoiled: shown in scientific notation, turned into a date, cut after
 * fifteen digits. It also says which numbers may have been meant by the digits that are left. They are only candidates,
 * and a spoiled number is never researched.
 */
import { foldText } from './key-text.ts';

export type Spoiled = 'scientific' | 'date' | 'shortened';

/** Excel writes `9.55E+12`; without the plus sign it may be a number (2E12). */
const SCIENTIFIC = /^(?=[0-9](?:[.,][0-9]+)?E\+|[0-9][.,][0-9]{2,}E[0-9])([0-9](?:[.,][0-9]+)?)E\+?0*([0-9]{1,3})$/i;
const ISO_DATE = /^([1-9][0-9]{3})[-/.]([01]?[0-9])[-/.]([0-3]?[0-9])(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?$/;
/** Not with hyphens: 10-11-2023 is a number of Molex as well. */
const WRITTEN_DATE = /^([0-3]?[0-9])([./])([0-3]?[0-9])\2((?:[0-9]{2})?[0-9]{2})(?: [0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?$/;
const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'jan january januar janv janvier ene enero gen gennaio jän jänner',
    'feb february februar fev fevr fevrier febrero febbraio',
    'mar march mrz marz maerz mars marzo mär',
    'apr april avr avril abr abril aprile',
    'may mai mayo maggio mag maj mei',
    'jun june juni juin junio giugno giu',
    'jul july juli juil juillet julio luglio lug',
    'aug august aout ago agosto',
    'sep sept september septembre septiembre settembre set',
    'oct october okt oktober octobre octubre ottobre ott',
    'nov november novembre noviembre',
    'dec december dez dezember decembre dic diciembre dicembre',
  ].flatMap((names, place) => names.split(' ').map((name) => [foldText(name), place + 1] as const)),
);
const MONTH_DATE = /^(?:([0-9]{1,4})[-\s./]+)?(\p{L}{3,10})\.?(?:[-\s./]+([0-9]{1,4}))?(?:[-\s./]+([0-9]{1,4}))?$/u;
/** A spreadsheet keeps fifteen digits of a number and writes zeros for the others. */
const SHORTENED = /^([1-9][0-9]{14})0+$/;

/**
 * Returns how the number was spoiled; undefined if it may be as it was. A part may be called like this, so look it up
 * first.
 */
export function spoiledIn(text: string): Spoiled | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 40) return undefined;
  if (SCIENTIFIC.test(trimmed)) return 'scientific';
  if (SHORTENED.test(trimmed)) return 'shortened';
  return datesIn(trimmed) === undefined ? undefined : 'date';
}

export function describeSpoiled(kind: Spoiled): string {
  switch (kind) {
    case 'scientific':
      return 'The number was spoiled by a spreadsheet: it is in scientific notation, and its last digits are not in the file.';
    case 'date':
      return 'The number was spoiled by a spreadsheet: it is a date now.';
    case 'shortened':
      return 'The number was spoiled by a spreadsheet: only its first fifteen digits are left.';
  }
}

export const LOST_ZEROS = 'A spreadsheet may have dropped zeros of the number.';

/** The most zeros that are put back. */
const MAX_ZEROS = 4;

/**
 * Returns the numbers that may have been meant by what a spreadsheet made of them, without those that need a search.
 */
export function meantBySpoiled(text: string): readonly string[] {
  const trimmed = text.trim();
  const date = trimmed.length > 40 ? undefined : datesIn(trimmed);
  if (date !== undefined) return numbersOf(date);
  const scientific = digitsLeft(trimmed);
  if (scientific !== undefined) return withLostDigits(scientific, trimmed);
  if (!/^[1-9][0-9]{3,19}$/.test(trimmed)) return [];
  return Array.from({ length: MAX_ZEROS }, (_, zeros) => '0'.repeat(zeros + 1) + trimmed);
}

/**
 * Returns the digits with which a number in scientific notation began, and how many it had; the last one may be
 * rounded.
 */
export function digitsLeft(text: string): { readonly begins: string; readonly length: number } | undefined {
  const match = SCIENTIFIC.exec(text.trim());
  if (match === null) return undefined;
  const digits = (match[1] ?? '').replace(/[.,]/, '');
  const length = Number(match[2]) + 1;
  return length > 40 || length < digits.length ? undefined : { begins: digits, length };
}

/** Returns whether a number of digits is written like this in scientific notation, with zeros before it or without. */
export function isWrittenScientifically(number: string, text: string): boolean {
  const left = digitsLeft(text);
  const digits = number.replace(/[\s-]/g, '').replace(/^0+/, '');
  if (left === undefined || !/^[0-9]+$/.test(digits) || digits.length !== left.length) return false;
  const [whole, more = '0'] = [digits.slice(0, left.begins.length), digits[left.begins.length]];
  return whole === left.begins || (more >= '5' && String(BigInt(whole) + 1n) === left.begins);
}

/**
 * A short number has lost one digit or two: 7.40E+03 is 7400 or one of nine near it, 1.66E+04 is 16600 or one of 99.
 */
function withLostDigits({ begins, length }: { begins: string; length: number }, text: string): readonly string[] {
  const lost = length - begins.length;
  if (begins.length < 2 || begins.length > 15 || lost < 1 || lost > 2) return [];
  // Of two digits too little is left for more than the number as it would be shown.
  if (begins.length === 2) return [begins + '0'.repeat(lost)];
  const [near, middle] = [10 ** lost, 10 ** lost * Number(begins)];
  return Array.from({ length: near }, (_, place) => String(middle - near / 2 + place))
    .filter((number) => isWrittenScientifically(number, text))
    .sort((a, b) => Number(b.endsWith('0')) - Number(a.endsWith('0')));
}

interface ReadDate {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number | undefined;
}

function datesIn(text: string): readonly ReadDate[] | undefined {
  const iso = ISO_DATE.exec(text);
  if (iso !== null) return valid([{ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }]);
  const written = WRITTEN_DATE.exec(text);
  if (written !== null) {
    const [a, b, year] = [Number(written[1]), Number(written[3]), Number(written[4])];
    return valid([
      { year, month: b, day: a },
      { year, month: a, day: b },
    ]);
  }
  const named = MONTH_DATE.exec(text);
  const month = MONTHS.get(foldText(named?.[2] ?? ''));
  // No spreadsheet writes a month in capitals: MAR-8 is an amplifier.
  if (named === null || month === undefined || named[2] === named[2]?.toUpperCase()) return undefined;
  const [before, after, last] = [named[1], named[3], named[4]].map((digits) =>
    digits === undefined ? undefined : Number(digits),
  );
  if (before === undefined && after === undefined) return undefined;
  if (last !== undefined && before === undefined) return valid([{ year: last, month, day: after }]);
  if (last !== undefined) return undefined;
  if (before !== undefined && after !== undefined)
    return valid([
      { year: after, month, day: before },
      { year: before, month, day: after },
    ]);
  const other = before ?? after ?? 0;
  return valid([
    { year: other, month, day: undefined },
    { year: undefined, month, day: other },
  ]);
}

function valid(dates: readonly ReadDate[]): readonly ReadDate[] | undefined {
  const fits = dates.filter(
    ({ month, day }) => month >= 1 && month <= 12 && (day === undefined || (day >= 1 && day <= 31)),
  );
  return fits.length === 0 ? undefined : fits;
}

/** Returns the numbers that a spreadsheet reads as the date: its parts in any usual order, with zeros and without. */
function numbersOf(dates: readonly ReadDate[]): readonly string[] {
  const numbers = dates.flatMap(({ year, month, day }) => {
    const months = padded(month);
    const days = day === undefined ? undefined : padded(day);
    const years = year === undefined ? undefined : yearsOf(year);
    if (days === undefined && years !== undefined) return [...joined([months, years]), ...joined([years, months])];
    if (years === undefined && days !== undefined) return [...joined([months, days]), ...joined([days, months])];
    if (years === undefined || days === undefined) return [];
    // The first of a month is what a spreadsheet makes of a month and a year: 06-8108.
    const withoutDay = day === 1 ? [...joined([months, years]), ...joined([years, months])] : [];
    return [
      ...joined([days, months, years]),
      ...joined([months, days, years]),
      ...joined([years, months, days]),
      ...withoutDay,
    ];
  });
  return [...new Set(numbers)].slice(0, 60);
}

function padded(value: number): readonly string[] {
  const two = String(value).padStart(2, '0');
  return two === String(value) ? [two] : [two, String(value)];
}

function yearsOf(year: number): readonly string[] {
  const two = String(year % 100).padStart(2, '0');
  return year >= 100
    ? [String(year), two]
    : [...new Set([two, String(year), String(year < 30 ? 2000 + year : 1900 + year)])];
}

function joined([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  if (others.length === 0) return first;
  const rest = joined(others);
  return first.flatMap((one) => rest.map((other) => `${one}-${other}`));
}
