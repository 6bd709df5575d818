/**
 * The usage figures of an account and of a call. The rules are in spending-cap.ts, usage-debit.ts and meter-call.ts.
 */
import type { NanoUsd } from '../../money.ts';

/** The charge for one answer: the tokens and the number of its items. An answer without items is free. */
export interface Charge {
  readonly tokens: number;
  readonly items: number;
}

export const NO_CHARGE: Charge = { tokens: 0, items: 0 };

/**
 * The figures of `_meta["com.service/usage"]` (docs/reference/behavior.md#result-metadata), after the call; null if one
 * does not apply.
 */
export interface UsageFigures {
  readonly tokens_billed: number;
  readonly tokens_used_this_period: number | null;
  readonly tokens_included: number | null;
  readonly records_estimate_remaining: number | null;
}

/** The terms that a period keeps from its first billed call to its end, even if the account's plan changes. */
export interface FrozenTerms {
  readonly priceNanoUsdPerToken: NanoUsd;
  readonly tokensIncluded: number;
  /** Absent if none. */
  readonly monthlyFeeNanoUsd?: NanoUsd;
}

/** The billed usage of an account in one period. */
export interface PeriodUsage extends FrozenTerms {
  readonly tokens: number;
  /** Delivered items, for the average tokens per item. */
  readonly items: number;
  readonly calls: number;
  /** Research: charged, and reserved for enrichment requests that are not settled. */
  readonly researchNanoUsd: NanoUsd;
  readonly reservedNanoUsd: NanoUsd;
  readonly chargedNanoUsd: NanoUsd;
  /** tokens × price + research; never less than what the period costs so far. */
  readonly committedNanoUsd: NanoUsd;
}

/** The total usage of the account's free-trial keys. */
export interface TrialUsage {
  /** Items counted against the allowance, including those reserved for research. */
  readonly items: number;
  readonly reservedItems: number;
  /** For operators; a trial is not billed by tokens. */
  readonly tokens: number;
  readonly calls: number;
}

/** Request counts by minute, in whole minutes since 1970. */
export type MinuteCounts = ReadonlyMap<number, number>;

/** One request to be counted. */
export interface RequestCount {
  readonly accountId: string;
  readonly periodKey: string;
  /** Whole minutes since 1970. */
  readonly minute: number;
  readonly atMost: number;
  /** Minutes on the row that no process's clock still counts; the write removes them. */
  readonly outdated: readonly number[];
  /** Absent if the request shows no candidates. */
  readonly candidates?: CandidateCount | undefined;
}

/** The misses of one request that show candidates. */
export interface CandidateCount {
  /** Whole days since 1970. */
  readonly day: number;
  readonly count: number;
  /** The day's limit, with this request. */
  readonly atMost: number;
  /** Days on the row that are over; the write removes them. */
  readonly outdated: readonly number[];
}

/** What one client spent: tokens, and money for research, charged or reserved. */
export interface ClientSum {
  readonly tokens: number;
  readonly researchNanoUsd: NanoUsd;
}

export const NOTHING_SPENT: ClientSum = { tokens: 0, researchNanoUsd: 0 };

/** A client's figures of a period; those of days, by day of the month, are kept only while its budget is by day. */
export interface ClientCount extends ClientSum {
  readonly days: ReadonlyMap<number, ClientSum>;
}

/**
 * The figures of the clients that have a place on a period's row, by their number (core/billing/meter/client-share.ts).
 */
export interface ClientCounts {
  readonly clients: ReadonlyMap<string, ClientCount>;
  /** How many places are taken. */
  readonly places: number;
}

/** What a usage row says of spending; without usage if nothing was billed on it. */
export interface UsageOnRow {
  readonly usage: PeriodUsage | TrialUsage | undefined;
  /** What clients spent, of a period's row. */
  readonly counts?: ClientCounts | undefined;
}

/**
 * A period's row: its billed usage, undefined before the first billed call, and the request counts of its last minutes.
 */
export interface PeriodRow {
  readonly usage: PeriodUsage | undefined;
  readonly minutes: MinuteCounts;
  /** Misses that showed candidates, by whole days since 1970. */
  readonly candidateDays: ReadonlyMap<number, number>;
  /** Undefined if no client has a place. */
  readonly counts: ClientCounts | undefined;
}

/** The usage rows read with the caller, limited to those that its kind of key needs. */
export interface UsageSnapshot {
  /** By period key: the current period, and the previous one if it was read. */
  readonly periods: ReadonlyMap<string, PeriodUsage>;
  readonly trial: TrialUsage | undefined;
  /** Request counts by period key; absent if they were not read. */
  readonly minutes?: ReadonlyMap<string, MinuteCounts>;
  /** Misses that showed candidates, by period key and day; absent if they were not read. */
  readonly candidateDays?: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** What clients spent, by period key; absent if it was not read. */
  readonly counts?: ReadonlyMap<string, ClientCounts>;
  /** The id of the last debit on each usage row, by usage key; absent if they were not read. */
  readonly lastDebits?: ReadonlyMap<string, number>;
  /**
   * False if the rows show that the account requested no research in the periods that were read; absent if they were
   * not read.
   */
  readonly hasResearch?: boolean;
  /** Items that the account's test keys read today; read only for test keys. */
  readonly sandboxItems?: number;
}

/** Returns whether a figure of a row is negative, which no write may cause. */
export function hasNegative(usage: PeriodUsage | TrialUsage | undefined): boolean {
  return Object.values(usage ?? {}).some((figure: number) => figure < 0);
}
