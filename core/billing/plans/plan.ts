/** The terms of a plan. Changing a built-in plan never changes those of an account that already has it. */
import type { NanoUsd } from '../../money.ts';

export interface PlanTerms {
  readonly code: string;
  readonly name: string;
  readonly tokensIncluded: number;
  readonly requestsPerMinute: number;
  /** The most parts in one lookup_parts call. */
  readonly batchSize: number;
  readonly overagePriceNanoUsdPerToken: NanoUsd;
  readonly researchAllowed: boolean;
  /** The most parts of the account that may be queued or in research at the same time. */
  readonly openParts: number;
  /**
   * After this many parts were not found in a day (UTC), no new enrichment requests are accepted; open ones are still
   * settled.
   */
  readonly notFoundPartsPerDay: number;
  /** The most catalog rows that may be imported in a period: their summaries are free, so they are limited. */
  readonly catalogRowsPerMonth: number;
  /** The fee of each period; null if it is agreed with each customer. A null fee is 0 on a statement. */
  readonly monthlyFeeCents: number | null;
  /** Days from a failed payment until calls that cost money are refused. */
  readonly graceDays: number;
}
