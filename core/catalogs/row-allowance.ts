/**
 * How many catalog rows an account may import in a billing period: a term of its plan. A row shows a summary of its item free of charge
 * (docs/reference/behavior.md#catalog-row), so without a limit a file of everything would return the whole index for free.
 */
import type { Account } from '../accounts/plan.ts';
import { periodAt } from '../billing/periods.ts';

/** The terms of an account that limit its rows. */
export type RowBound = Pick<Account, 'anchorDay' | 'terms'>;

/** The most that one append may add to the period's rows. */
export interface RowAllowance {
  /** The key of the billing period. */
  readonly period: string;
  readonly rowsPerPeriod: number;
}

/** The allowance at a moment; an import that continues into the next period uses that period's. */
export function rowAllowanceAt({ anchorDay, terms }: RowBound, nowMs: number): RowAllowance {
  return { period: periodAt(anchorDay, nowMs).key, rowsPerPeriod: terms.catalogRowsPerMonth };
}
