/**
 * Computes billing periods: months from the account's anchor day, at midnight UTC (docs/reference/billing.md#a-period).
 * A period is named after the month in which it starts, so the current period's row has the key of this month or the
 * previous one.
 */

export interface Period {
  /** `YYYY-MM` of the start. */
  readonly key: string;
  readonly startMs: number;
  /** The first moment of the next period. */
  readonly endMs: number;
}

/** The last period asked for, of each anchor day: a call asks for it several times. */
const lastPeriods = new Map<number, Period>();

/** Returns the period that contains the moment. @param anchorDay 1 to 28, so every month has it */
export function periodAt(anchorDay: number, nowMs: number): Period {
  const last = lastPeriods.get(anchorDay);
  if (last !== undefined && nowMs >= last.startMs && nowMs < last.endMs) return last;
  const period = computePeriod(anchorDay, nowMs);
  lastPeriods.set(anchorDay, period);
  return period;
}

function computePeriod(anchorDay: number, nowMs: number): Period {
  const now = new Date(nowMs);
  const month = now.getUTCMonth() - (now.getUTCDate() >= anchorDay ? 0 : 1);
  const startMs = Date.UTC(now.getUTCFullYear(), month, anchorDay);
  return { key: monthKey(startMs), startMs, endMs: Date.UTC(now.getUTCFullYear(), month + 1, anchorDay) };
}

export function previousPeriod(anchorDay: number, period: Period): Period {
  return computePeriod(anchorDay, period.startMs - 1);
}

/**
 * Returns the keys of the two periods that can be current for any anchor day, to read them before the account is known.
 */
export function periodKeysToRead(nowMs: number): readonly [string, string] {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  return [monthKey(Date.UTC(year, month, 1)), monthKey(Date.UTC(year, month - 1, 1))];
}

function monthKey(ms: number): string {
  const date = new Date(ms);
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}`;
}
