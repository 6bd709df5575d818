/** Reads dates as files write them. A date with ambiguous day and month is not guessed. */
import * as z from 'zod/mini';

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((month, index) => [month, index + 1]),
);
const isoDay = z.iso.date();

/** Returns the date as `2027-03-31`, or undefined if it is invalid or ambiguous. */
export function readDay(text: string): string | undefined {
  const words = text.trim();
  if (words.length > 40) return undefined;
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(words);
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3]);
  // Dates with dots put the day first.
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(words);
  if (dotted !== null) return dayOf(dotted[3], dotted[2], dotted[1]);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(words);
  if (slashed !== null) return slashedDay(Number(slashed[1]), Number(slashed[2]), slashed[3]);
  const named = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})$/i.exec(words);
  if (named !== null) return dayOf(named[3], MONTHS[named[2]?.toLowerCase() ?? ''], named[1]);
  const english = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(words);
  return english === null ? undefined : dayOf(english[3], MONTHS[english[1]?.toLowerCase() ?? ''], english[2]);
}

function slashedDay(first: number, second: number, year: string | undefined): string | undefined {
  if (first === second) return dayOf(year, first, second);
  if (first > 12) return dayOf(year, second, first);
  return second > 12 ? dayOf(year, first, second) : undefined;
}

function dayOf(
  year: string | undefined,
  month: string | number | undefined,
  day: string | number | undefined,
): string | undefined {
  const padded = [month, day].map((part) => String(part ?? '').padStart(2, '0'));
  return isoDay.safeParse(`${year ?? ''}-${padded.join('-')}`).data;
}
