/** What was used, and what a call used of it. Figures only: the rules are in spending-cap.ts, usage-debit.ts and meter-call.ts. */
import type { NanoUsd } from '../money.ts';

/** What one answer costs: the tokens and the number of the records it holds. Zero records are free. */
export interface Charge {
  readonly tokens: number;
  readonly items: number;
}

export const NO_CHARGE: Charge = { tokens: 0, items: 0 };

/** The figures of `_meta["com.service/usage"]` (docs/reference/behavior.md#result-metadata), true after the call; null where one does not apply. */
export interface UsageFigures {
  readonly tokens_billed: number;
  readonly tokens_used_this_period: number | null;
  readonly tokens_included: number | null;
  readonly records_estimate_remaining: number | null;
}

/** The terms that a period keeps from its first billed call to its end, whatever becomes of the account's plan. */
export interface FrozenTerms {
  readonly priceNanoUsdPerToken: NanoUsd;
  readonly tokensIncluded: number;
  /** Absent: none. */
  readonly monthlyFeeNanoUsd?: NanoUsd;
}

/** What a live account used in one period. */
export interface PeriodUsage extends FrozenTerms {
  readonly tokens: number;
  /** Records delivered, for the account's own average. */
  readonly items: number;
  readonly calls: number;
  /** Money for research: charged, and reserved for parts still being researched. */
  readonly researchNanoUsd: NanoUsd;
  readonly reservedNanoUsd: NanoUsd;
  readonly chargedNanoUsd: NanoUsd;
  /** tokens × price + research. Never less than what the period costs so far. */
  readonly committedNanoUsd: NanoUsd;
}

/** What the account's free-trial keys used, ever. */
export interface TrialUsage {
  /** Items counted against the allowance, those reserved for research among them. */
  readonly items: number;
  readonly reservedItems: number;
  /** For the operator; a trial is not billed by tokens. */
  readonly tokens: number;
  readonly calls: number;
}

/** Requests by minute, in whole minutes since 1970. */
export type MinuteCounts = ReadonlyMap<number, number>;

/** One request to be counted. */
export interface RequestCount {
  readonly accountId: string;
  readonly periodKey: string;
  /** Whole minutes since 1970. */
  readonly minute: number;
  readonly atMost: number;
  /** Minutes on the row that are so old that no clock counts in them any more: removed on the way. */
  readonly outdated: readonly number[];
}

/** A period's row: what was billed on it, undefined before the first billed call, and the requests of its last minutes. */
export interface PeriodRow {
  readonly usage: PeriodUsage | undefined;
  readonly minutes: MinuteCounts;
}

/** The usage rows as they were read with the caller: what the kind of key needs, no more. */
export interface UsageSnapshot {
  /** By period key: the running period, and the one before it when it was among those read. */
  readonly periods: ReadonlyMap<string, PeriodUsage>;
  readonly trial: TrialUsage | undefined;
  /** The requests that are counted on the rows of periods, by period key; absent where they were not asked for. */
  readonly minutes?: ReadonlyMap<string, MinuteCounts>;
  /** The id of the last debit on each usage row, by usage key; absent where they were not asked for. */
  readonly lastDebits?: ReadonlyMap<string, number>;
  /** Records that the account's test keys read today; read for test keys alone. */
  readonly sandboxRecords?: number;
}
