/**
 * Passes time in, defines durations and formats moments. Days, hours and minutes are in UTC, counted from 1970, so all
 * processes agree on when they start.
 */

/** The core never reads the wall clock, so every time rule can be tested at any moment. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `2026-11-23T08:57:00.000Z` */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/** Like `timeText`, but null for null. */
export function timeTextOrNull(ms: number | null): string | null {
  return ms === null ? null : timeText(ms);
}

/** Like `timeText`, but without the milliseconds of a whole second: `2026-11-23T08:57:00Z`. */
export function shortTimeText(ms: number): string {
  return timeText(ms).replace('.000Z', 'Z');
}

/** `2026-11-23 14:02`, in UTC. */
export function shortMinuteText(ms: number): string {
  return timeText(ms).slice(0, 16).replace('T', ' ');
}

/** `2026-11-23 14:02 UTC` */
export function minuteText(ms: number): string {
  return `${shortMinuteText(ms)} UTC`;
}

// Stryker disable next-line ObjectLiteral,StringLiteral: the first call replaces it
let lastDay = { startMs: NaN, text: '' };

/** `2026-11-23` */
export function dayOf(ms: number): string {
  const startMs = startOf(DAY_MS, ms);
  // Stryker disable next-line ConditionalExpression: without the comparison the same text is made again
  if (startMs !== lastDay.startMs) lastDay = { startMs, text: timeText(ms).slice(0, 10) };
  return lastDay.text;
}

/** Returns when the day, hour or minute that contains the moment started. */
export function startOf(lengthMs: number, ms: number): number {
  return Math.floor(ms / lengthMs) * lengthMs;
}

/** Returns when the next day, hour or minute starts. */
export function nextStart(lengthMs: number, ms: number): number {
  return startOf(lengthMs, ms) + lengthMs;
}

/** Returns the whole seconds until a moment: at least one, so that a caller never retries without a pause. */
export function secondsUntil(untilMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
}
