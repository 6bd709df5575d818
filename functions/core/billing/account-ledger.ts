/**
 * The port to the usage rows. A draw is one conditional write; a lost condition is an outcome.
 * An implementation never repeats a write whose answer it did not see: it throws, and the call fails unbilled or billed once, never twice.
 */
import type { Draw } from './draw.ts';
import type { PeriodUsage, TrialUsage } from './usage.ts';

export type DrawOutcome =
  /** The row as the write left it. */
  | { readonly kind: 'drawn'; readonly usage: PeriodUsage | TrialUsage }
  /** The row that the condition was tested against; undefined when there is none yet. */
  | { readonly kind: 'refused'; readonly usage: PeriodUsage | TrialUsage | undefined };

export interface AccountLedger {
  draw(draw: Draw): Promise<DrawOutcome>;
}
