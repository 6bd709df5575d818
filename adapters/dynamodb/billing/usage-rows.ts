/** Usage rows of the Accounts table, parsed from a read or from a failed condition. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { digit, digitValue } from '../../../core/billing/plans/budget.ts';
import { TRIAL_USAGE_KEY, usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import type { DebitResult } from '../../../core/billing/meter/usage-store.ts';
import { REMEMBERED_DEBITS, type DebitTrace } from '../../../core/billing/meter/take-back.ts';
import {
  NOTHING_SPENT,
  type CandidateCount,
  type ClientCounts,
  type ClientSum,
  type MinuteCounts,
  type PeriodRow,
  type PeriodUsage,
  type TrialUsage,
  type UsageOnRow,
  type UsageSnapshot,
} from '../../../core/billing/accounts/usage.ts';
import { USAGE_PREFIX } from '../accounts-table/account-keys.ts';
import type { Row } from '../client/row-key.ts';

const count = z._default(z.number(), 0);

const periodRowSchema = z.object({
  tokens: count,
  items: count,
  calls: count,
  research: count,
  reserved: count,
  charged: count,
  committed: count,
  // A row that only counts requests has no terms yet: nothing was billed in its period.
  price: z.optional(z.number()),
  included: z.optional(z.number()),
  // Written only if there is a fee.
  fee: z.optional(z.number()),
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

/** Returns whether a row has more candidates of a day than their limit; true of a row that could not be read. */
export function areCandidatesSpent(
  { day, atMost }: CandidateCount,
  row: Readonly<Record<string, unknown>> | undefined,
): boolean {
  return Number(row?.[candidatesAttribute(day)] ?? Infinity) > atMost;
}

/** The attribute that counts the places of clients. */
export const PLACES = 'n';

/** The attributes with a client's tokens and research of the period, and of a day of the month. */
export function clientAttributes(
  number: string,
  dayOfMonth?: number,
): { readonly tokens: string; readonly research: string } {
  return dayOfMonth === undefined
    ? { tokens: `T${number}`, research: `R${number}` }
    : { tokens: `D${number}${digit(dayOfMonth)}`, research: `E${number}${digit(dayOfMonth)}` };
}

const CLIENT_ATTRIBUTE = /^([TRDE])([0-9A-Za-z]{2})([0-9A-Za-z]?)$/;

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
    counts: readClientCounts(row),
  };
}

function readClientCounts(row: Readonly<Record<string, unknown>>): ClientCounts | undefined {
  const places = Number(row[PLACES] ?? 0);
  if (places === 0) return undefined;
  const clients = new Map<string, ClientSum & { readonly days: Map<number, ClientSum> }>();
  for (const [name, value] of Object.entries(row)) {
    const [, kind, number, day] = CLIENT_ATTRIBUTE.exec(name) ?? [];
    if (kind === undefined || number === undefined || day === undefined) continue;
    const client = clients.get(number) ?? { ...NOTHING_SPENT, days: new Map<number, ClientSum>() };
    const figure = kind === 'T' || kind === 'D' ? { tokens: Number(value) } : { researchNanoUsd: Number(value) };
    if (day === '') clients.set(number, { ...client, ...figure });
    else {
      client.days.set(digitValue(day), { ...NOTHING_SPENT, ...client.days.get(digitValue(day)), ...figure });
      clients.set(number, client);
    }
  }
  return { clients, places };
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

/** Reads all usage rows of an account: the periods in their order, and the trial. */
export function readUsageHistory(rows: readonly Row[]): UsageSnapshot {
  const trial = rows.find(({ sk }) => sk === USAGE_PREFIX + TRIAL_USAGE_KEY);
  const periods = rows
    .filter((row) => row !== trial)
    .map((row) => [row.sk.slice(USAGE_PREFIX.length), readPeriodRow(row)] as const);
  return {
    periods: new Map(periods.flatMap(([key, { usage }]) => (usage === undefined ? [] : [[key, usage] as const]))),
    counts: new Map(periods.flatMap(([key, { counts }]) => (counts === undefined ? [] : [[key, counts] as const]))),
    trial: trial === undefined ? undefined : readTrialRow(trial),
  };
}

/**
 * Reads the usage that a row records; its key shows of which kind. Undefined for a period's row on which nothing was
 * billed yet.
 */
export function readUsageRow(usageKey: string, row: unknown): PeriodUsage | TrialUsage | undefined {
  return usageKey === TRIAL_USAGE_KEY ? readTrialRow(row) : readBilled(row);
}

/**
 * Reads the row that a failed condition was tested against, from the exception or the cancellation reason; without
 * usage when there was no row. The document client does not translate rows inside errors; usage rows contain only
 * numbers.
 */
export function readRefusingRow(usageKey: string, item: Record<string, AttributeValue> | undefined): UsageOnRow {
  const row = numbersOf(item);
  return row === undefined ? { usage: undefined } : readRow(usageKey, row);
}

/** Reads the usage that a row records, with what clients spent. */
export function readRow(usageKey: string, row: Readonly<Record<string, unknown>>): UsageOnRow {
  const counts = usageKey === TRIAL_USAGE_KEY ? undefined : readClientCounts(row);
  return { usage: readUsageRow(usageKey, row), ...(counts !== undefined && { counts }) };
}

/** @param row the row after the debit; undefined if it could not be read */
export function debited(
  debit: UsageDebit,
  usage: PeriodUsage | TrialUsage | undefined,
  row: Readonly<Record<string, unknown>> | undefined,
): DebitResult {
  const candidates = debit.kind === 'period' ? debit.request?.candidates : undefined;
  return {
    kind: 'debited',
    usage,
    ...(candidates !== undefined && { candidatesSpent: areCandidatesSpent(candidates, row) }),
  };
}

/** Returns why a row refused a debit: first that the minute of its request is full. */
export function refusedDebit(debit: UsageDebit, item: Record<string, AttributeValue> | undefined): DebitResult {
  if (debit.kind === 'period' && debit.request !== undefined) {
    const { minute, atMost } = debit.request;
    const counted = numbersOf(item)?.[minuteAttribute(minute)] ?? 0;
    if (counted >= atMost) return { kind: 'minute_full' };
  }
  return { kind: 'refused', ...readRefusingRow(usageKeyOf(debit), item) };
}

/** The last debit of a row; undefined when none is remembered. */
export function readLastDebit(row: Readonly<Record<string, unknown>>): number | undefined {
  return readRecentDebits(row)[0];
}

function readRecentDebits(row: Readonly<Record<string, unknown>>): readonly number[] {
  return RECENT_DEBITS.map((name) => Number(row[name] ?? 0)).filter((id) => id !== 0);
}

/** A usage row as it was seen while a debit is taken back. */
interface SeenRow extends DebitTrace {
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
  const counts = readClientCounts(row);
  return { recent: readRecentDebits(row), isVoid: voids.has(voidAttribute(debitId)), usage, counts, voids };
}

function numbersOf(item: Record<string, AttributeValue> | undefined): Readonly<Record<string, number>> | undefined {
  if (item === undefined || Object.keys(item).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => (value.N === undefined ? [] : [[name, Number(value.N)] as const])),
  );
}
