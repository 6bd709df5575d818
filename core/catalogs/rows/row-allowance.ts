/**
 * Limits the catalog rows that an account may import in a period, by its plan. A row shows a summary of its item for
 * free (docs/reference/behavior.md#catalog-row), so without a limit a file of all parts would return the whole index
 * for free.
 */
import type { CatalogRow } from './catalog.ts';
import type { Account } from '../../billing/accounts/account.ts';
import { periodAt } from '../../billing/meter/periods.ts';

/** The terms of an account that limit its rows. */
export type RowBound = Pick<Account, 'anchorDay' | 'terms'>;

/** The period that rows are counted in, and its limit. */
export interface RowAllowance {
  /** The key of the billing period. */
  readonly period: string;
  readonly rowsPerPeriod: number;
}

/**
 * Returns the allowance at a moment. An import that continues into the next period then uses that period's allowance.
 */
export function rowAllowanceAt({ anchorDay, terms }: RowBound, nowMs: number): RowAllowance {
  return { period: periodAt(anchorDay, nowMs).key, rowsPerPeriod: terms.catalogRowsPerMonth };
}

/** Returns how many of the rows are counted: blank rows, totals, headings and others that name no part are not. */
export function countedRows(rows: readonly Pick<CatalogRow, 'outcome'>[]): number {
  return rows.filter(({ outcome }) => outcome !== 'skipped').length;
}
