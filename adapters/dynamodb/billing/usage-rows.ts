/** Usage rows of the Accounts table, parsed from a read or from a failed condition. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { TRIAL_USAGE_KEY } from '../../../core/billing/meter/usage-debit.ts';
import { REMEMBERED_DEBITS, type DebitTrace } from '../../../core/billing/meter/take-back.ts';
import type { MinuteCounts, PeriodRow, PeriodUsage, TrialUsage } from '../../../core/billing/plans/usage.ts';

const count = z.number().default(0);

const periodRowSchema = z.object({
  tokens: count,
  items: count,
  calls: count,
  research: count,
  reserved: count,
  charged: count,
  committed: count,
  // A row that only counts requests has no terms yet: nothing was billed in its period.
  price: z.number().optional(),
  included: z.number().optional(),
  // Written only if there is a fee.
  fee: z.number().optional(),
});

/** The attribute that counts the requests of a minute. */
export function minuteAttribute(minute: number): string {
  return `r${minute}`;
}

const MINUTE_ATTRIBUTE = /^r([0-9]{1,12})$/;

/** The attribute that counts the misses of a day that showed candidates. */
export function candidatesAttribute(day: number): string {
  return `c${day}`;
}

const CANDIDATES_ATTRIBUTE = /^c([0-9]{1,9})$/;

/** The attributes that contain the ids of the last debits, newest first; each debit shifts them by one. */
export const RECENT_DEBITS: readonly string[] = Array.from(
  { length: REMEMBERED_DEBITS },
  (_, place) => `d${place + 1}`,
);

/** The attribute that voids a debit; its value is the minute in which the debit's call began. */
export function voidAttribute(debitId: number): string {
  return `v${debitId}`;
}

const VOID_ATTRIBUTE = /^v([0-9]{1,15})$/;

const trialRowSchema = z.object({ items: count, reserved: count, tokens: count, calls: count });

/** @throws when the row is not a period's */
export function readPeriodRow(row: Readonly<Record<string, unknown>>): PeriodRow {
  return {
    usage: readBilled(row),
    minutes: readCounts(row, MINUTE_ATTRIBUTE),
    candidateDays: readCounts(row, CANDIDATES_ATTRIBUTE),
  };
}

/** Reads the counts in attributes whose names are a letter and a number. */
function readCounts(row: Readonly<Record<string, unknown>>, attribute: RegExp): MinuteCounts {
  const counts = Object.entries(row).flatMap(([name, value]) => {
    const number = attribute.exec(name)?.[1];
    return number === undefined ? [] : [[Number(number), Number(value)] as const];
  });
  return new Map(counts);
}

function readBilled(row: unknown): PeriodUsage | undefined {
  const { price, included, fee, ...stored } = periodRowSchema.parse(row);
  if (price === undefined || included === undefined) return undefined;
  return {
    tokens: stored.tokens,
    items: stored.items,
    calls: stored.calls,
    researchNanoUsd: stored.research,
    reservedNanoUsd: stored.reserved,
    chargedNanoUsd: stored.charged,
    committedNanoUsd: stored.committed,
    priceNanoUsdPerToken: price,
    tokensIncluded: included,
    ...(fee !== undefined && { monthlyFeeNanoUsd: fee }),
  };
}

/** @throws when the row is not a trial's */
export function readTrialRow(row: unknown): TrialUsage {
  const { items, reserved, tokens, calls } = trialRowSchema.parse(row);
  return { items, reservedItems: reserved, tokens, calls };
}

/** Reads the usage that a row records; its key shows of which kind. Undefined for a period's row on which nothing was billed yet. */
export function readUsageRow(usageKey: string, row: unknown): PeriodUsage | TrialUsage | undefined {
  return usageKey === TRIAL_USAGE_KEY ? readTrialRow(row) : readBilled(row);
}

/**
 * Reads the row that a failed condition was tested against, from the exception or the cancellation reason; undefined when there was no row.
 * The document client does not translate rows inside errors; usage rows contain only numbers.
 */
export function readRefusedUsageRow(
  usageKey: string,
  item: Record<string, AttributeValue> | undefined,
): PeriodUsage | TrialUsage | undefined {
  const row = numbersOf(item);
  return row === undefined ? undefined : readUsageRow(usageKey, row);
}

/** Does the same for a period's row, with its minutes. */
export function readRefusedPeriodRow(item: Record<string, AttributeValue> | undefined): PeriodRow {
  return readPeriodRow(numbersOf(item) ?? {});
}

/** The last debit of a row; undefined when none is remembered. */
export function readLastDebit(row: Readonly<Record<string, unknown>>): number | undefined {
  return readRecentDebits(row)[0];
}

function readRecentDebits(row: Readonly<Record<string, unknown>>): readonly number[] {
  return RECENT_DEBITS.map((name) => Number(row[name] ?? 0)).filter((id) => id !== 0);
}

/** A usage row as it was seen while a debit is taken back. */
export interface SeenRow extends DebitTrace {
  /** By name, the attributes that void debits. */
  readonly voids: ReadonlyMap<string, number>;
}

/** The row that refused to return a debit; without an item the row did not exist. */
export function readSeenRow(
  usageKey: string,
  debitId: number,
  item: Record<string, AttributeValue> | undefined,
): SeenRow {
  const row = numbersOf(item) ?? {};
  const voids = new Map(Object.entries(row).filter(([name]) => VOID_ATTRIBUTE.test(name)));
  const usage = Object.keys(row).length === 0 ? undefined : readUsageRow(usageKey, row);
  return { recent: readRecentDebits(row), isVoid: voids.has(voidAttribute(debitId)), usage, voids };
}

function numbersOf(item: Record<string, AttributeValue> | undefined): Readonly<Record<string, number>> | undefined {
  if (item === undefined || Object.keys(item).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => (value.N === undefined ? [] : [[name, Number(value.N)] as const])),
  );
}
