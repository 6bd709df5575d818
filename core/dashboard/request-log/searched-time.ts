/**
 * Reads the time range that a search of the request log covers: the last hour, day or week, or one UTC day, within the
 * searched days.
 */
import * as z from 'zod/mini';
import { DAY_MS, dayOf, HOUR_MS } from '../../time.ts';
import { SEARCHED_DAYS } from './search-log.ts';

const LAST_MS = { hour: HOUR_MS, day: DAY_MS, week: SEARCHED_DAYS * DAY_MS } as const;

export const searchedTimeSchema = z.union([z.enum(['hour', 'day', 'week']), z.iso.date()], {
  error: 'It must be hour, day, week, or a day as 2026-11-23.',
});

type SearchedTime = z.infer<typeof searchedTimeSchema>;

/** @returns undefined for a day that cannot be searched: too long ago, or in the future */
export function searchedTime(
  time: SearchedTime,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } | undefined {
  const oldestMs = nowMs - LAST_MS.week;
  if (time === 'hour' || time === 'day' || time === 'week') return { fromMs: nowMs - LAST_MS[time], toMs: nowMs };
  const startMs = Date.parse(`${time}T00:00:00Z`);
  if (time < dayOf(oldestMs) || startMs > nowMs) return undefined;
  return { fromMs: Math.max(startMs, oldestMs), toMs: Math.min(startMs + DAY_MS - 1, nowMs) };
}
