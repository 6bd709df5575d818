/** Lengths of time, and a moment as text. Days, hours and minutes start at the same moment for every process: in UTC, counted from 1970. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `2026-11-23T08:57:00.000Z` */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/** As `timeText`; null where there is no such moment. */
export function timeTextOrNull(ms: number | null): string | null {
  return ms === null ? null : timeText(ms);
}

/** As `timeText`, without the milliseconds of a whole second: `2026-11-23T08:57:00Z`. */
export function shortTimeText(ms: number): string {
  return timeText(ms).replace('.000Z', 'Z');
}

/** `2026-11-23` */
export function dayOf(ms: number): string {
  return timeText(ms).slice(0, 10);
}

/** When the day, hour or minute started that the moment is in. */
export function startOf(lengthMs: number, ms: number): number {
  return Math.floor(ms / lengthMs) * lengthMs;
}

/** When the next one starts. */
export function nextStart(lengthMs: number, ms: number): number {
  return startOf(lengthMs, ms) + lengthMs;
}
