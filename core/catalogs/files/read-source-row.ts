/** Reads a row of a prepared file, with its number in the file: the part that it names, or why it names none. */
import { NAMES_NOTHING, type NamedRow } from './named-row.ts';
import type { CatalogColumns, PreparedRow } from './prepared-file.ts';
import { notFittedIn } from './row-not-fitted.ts';
import { readRow, type ReadRow } from './read-row.ts';
import { followsRow } from './running-numbers.ts';

export type ReadSourceRow = {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Whether the customer's own number only counts the rows. */
  readonly isRunningNumber: boolean;
  /** Whether the part number may be someone else's. */
  readonly isNumberUnclear?: boolean;
  /** How the row says that its part is not fitted or cancelled. */
  readonly notFitted?: string;
} & (ReadRow | { readonly kind: 'broken'; readonly named: NamedRow; readonly reason: string });

export function readSourceRow(prepared: PreparedRow, file: CatalogColumns, row: number): ReadSourceRow {
  if (prepared.kind === 'broken')
    return { kind: 'broken', row, named: NAMES_NOTHING, reason: prepared.reason, cells: [], isRunningNumber: false };
  const { cells } = prepared;
  const read = readRow(cells, file.columns, file.headings);
  const { itemNumber, partNumber, gtin } = read.named;
  const isRunningNumber = itemNumber !== null && (file.numbersRun || followsRow(itemNumber, row));
  const isNumberUnclear = file.columns.isUnclear === true && partNumber !== null && gtin !== null;
  const notFitted = read.kind === 'part' ? notFittedIn(cells, file.headings, file.columns) : undefined;
  const also = { ...(isNumberUnclear && { isNumberUnclear }), ...(notFitted !== undefined && { notFitted }) };
  return { ...read, row, cells, isRunningNumber, ...also };
}
