/**
 * The scale of a chart of days: its days, which of them are labeled, and round values on its axis. Days are
 * `YYYY-MM-DD`, UTC.
 */

const DAY_MS = 86_400_000;
/** The maximum number of horizontal lines, without the lowest. */
const MAX_LINES = 4;
export const WEEK = 7;

/** @param until the day after the last */
export function daysBetween(from: string, until: string): readonly string[] {
  const startMs = Date.parse(from.slice(0, 10));
  const count = Math.round((Date.parse(until.slice(0, 10)) - startMs) / DAY_MS);
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAt(startMs + index * DAY_MS));
}

export function dayAt(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Returns the round values of the lines, from zero to the first that is at least the highest value. */
export function linesFor(highest: number): readonly number[] {
  const step = stepFor(Math.max(1, highest));
  const lines = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: lines + 1 }, (_, index) => index * step);
}

/**
 * Returns the smallest step with which few lines reach the highest value: 1, 2, 3 or 5 times a power of ten, and an
 * integer, like the counts.
 */
function stepFor(highest: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 3, 5].map((times) => times * power).find((one) => one * MAX_LINES >= highest);
    if (step !== undefined) return step;
  }
}

/** `0`, `300`, `1.5k`, `300k`, `2M`. */
export function lineWords(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`;
  return value >= 1_000 ? `${value / 1_000}k` : String(value);
}

interface NamedDay {
  readonly day: string;
  readonly isToday: boolean;
}

/** Returns the first day, each seventh day after it, and today, which replaces the labels that it would overlap. */
export function namedDays(days: readonly string[], today: string): readonly NamedDay[] {
  const todayAt = days.indexOf(today);
  const near = Math.ceil(days.length / 12);
  return days.flatMap((day, index) => {
    if (index === todayAt) return { day, isToday: true };
    const isNear = todayAt !== -1 && Math.abs(index - todayAt) < near;
    return index % WEEK === 0 && !isNear ? { day, isToday: false } : [];
  });
}

/** Returns the first day on which the running total exceeded the limit; undefined if it has not. */
export function dayOfPassing(
  days: readonly string[],
  sums: ReadonlyMap<string, number>,
  limit: number,
): string | undefined {
  let total = 0;
  return days.find((day) => (total += sums.get(day) ?? 0) > limit);
}
