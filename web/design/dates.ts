/**
 * Writes times as people say them, in English and in the requested time zone. Billing days are UTC; all other times
 * are in the member's time zone.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Zone = 'UTC' | undefined;

/** `2 min ago`, `today, 02:00`, `yesterday, 14:02`, `20 Nov, 14:02`, `20 Nov 2025`. */
export function whenWords(iso: string, nowMs: number, timeZone?: Zone): string {
  const atMs = Date.parse(iso);
  const passedMs = nowMs - atMs;
  if (passedMs >= 0 && passedMs < MINUTE_MS) return 'just now';
  if (passedMs >= 0 && passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)} min ago`;
  const day = dayNumber(atMs, timeZone);
  const today = dayNumber(nowMs, timeZone);
  if (day === today) return `today, ${clock(atMs, timeZone)}`;
  if (day === dayNumber(nowMs - 24 * HOUR_MS, timeZone)) return `yesterday, ${clock(atMs, timeZone)}`;
  if (day.slice(0, 4) !== today.slice(0, 4)) return dayWords(iso, nowMs, timeZone);
  return `${dayWords(iso, nowMs, timeZone)}, ${clock(atMs, timeZone)}`;
}

/** `14:03`, for a time that stays current on the page. */
export function clockWords(iso: string): string {
  return clock(Date.parse(iso), undefined);
}

/** `20 Nov`, or `20 Nov 2025` for another year. */
export function dayWords(iso: string, nowMs: number, timeZone?: Zone): string {
  const atMs = Date.parse(iso);
  const isOfThisYear = dayNumber(atMs, timeZone).slice(0, 4) === dayNumber(nowMs, timeZone).slice(0, 4);
  const format: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone };
  return inWords(atMs, isOfThisYear ? format : { ...format, year: 'numeric' });
}

/** `20 Nov 2025`, with the year even if it is the current one. */
export function datedWords(iso: string, timeZone?: Zone): string {
  return inWords(Date.parse(iso), { day: 'numeric', month: 'short', year: 'numeric', timeZone });
}

/** The complete time, for a `title`. */
export function fullWords(iso: string, timeZone?: Zone): string {
  const format: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeStyle: 'long', timeZone };
  return inWords(Date.parse(iso), format);
}

function clock(atMs: number, timeZone: Zone): string {
  return inWords(atMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
}

/** `2026-11-20` */
function dayNumber(atMs: number, timeZone: Zone): string {
  return new Date(atMs).toLocaleDateString('sv-SE', { timeZone });
}

/** The result contains no breaking space, so it stays on one line. */
function inWords(atMs: number, format: Intl.DateTimeFormatOptions): string {
  return new Date(atMs).toLocaleString('en-GB', format).replaceAll(' ', '\u00A0');
}

/** `4 h 18 min`, `18 min`, `less than a minute`; undefined for more than a day. */
export function spanWords(ms: number): string | undefined {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (ms > 24 * HOUR_MS) return undefined;
  if (minutes < 1) return 'less than a minute';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return (hours === 0 ? `${rest} min` : rest === 0 ? `${hours} h` : `${hours} h ${rest} min`).replaceAll(' ', '\u00A0');
}
