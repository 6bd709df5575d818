/**
 * How many rows of catalogs an account may import in a billing period: a term of its plan. A row shows a summary of its record free of charge
 * (docs/reference/behavior.md#catalog-row), so without a bound a list of everything would be the index for nothing.
 */
import type { Account } from '../accounts/plan.ts';
import { periodAt } from '../billing/periods.ts';

/** What of an account bounds its rows. */
export type RowBound = Pick<Account, 'anchorDay' | 'terms'>;

/** What one append may add to the period's rows. */
export interface RowAllowance {
  /** The key of the billing period. */
  readonly period: string;
  readonly rowsPerPeriod: number;
}

/** The allowance at a moment; an import that runs into the next period takes of that one's. */
export function rowAllowanceAt({ anchorDay, terms }: RowBound, nowMs: number): RowAllowance {
  return { period: periodAt(anchorDay, nowMs).key, rowsPerPeriod: terms.catalogRowsPerMonth };
}
