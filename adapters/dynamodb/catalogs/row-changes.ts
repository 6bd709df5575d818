/**
 * Builds the writes of rows: new rows, changed rows with their copy by outcome and the head's counts, and the count of
 * a period's rows. Callers put those that belong together into one transaction.
 */
import type { CatalogRow, RowOutcome, RowsKey } from '../../../core/catalogs/rows/catalog.ts';
import type { RowChange } from '../../../core/catalogs/rows/catalog-store.ts';
import type { RowAllowance } from '../../../core/catalogs/rows/row-allowance.ts';
import type { TransactItem } from '../client/transact-write.ts';
import { headUpdate, movedCounts, type HeadChange } from './catalog-head-update.ts';
import { importedRowsKey, rowKey, writeCatalogRow, writeCells } from './catalog-rows.ts';

/** The attributes that say which item a row has, and who gave it. */
const DECIDED: readonly string[] = ['item_id', 'accepted_by'];

/** Writes a row with the customer's cells. */
export function putRow(tableName: string, key: RowsKey, row: CatalogRow): TransactItem {
  const Item = { ...rowKey(key, row.row), ...writeCatalogRow(row), ...writeCells(row) };
  return { Put: { TableName: tableName, Item } };
}

/** Writes the copy under the row's outcome. */
export function putCopy(tableName: string, key: RowsKey, row: CatalogRow): TransactItem {
  return { Put: { TableName: tableName, Item: { ...rowKey(key, row.row, row.outcome), ...writeCatalogRow(row) } } };
}

/**
 * Counts the rows in the period if the allowance leaves room. The write is part of the rows' transaction, so nothing is
 * counted twice.
 */
export function countPeriodRows(
  tableName: string,
  accountId: string,
  { period, rowsPerPeriod }: RowAllowance,
  count: number,
): TransactItem {
  const room = rowsPerPeriod - count;
  return {
    Update: {
      TableName: tableName,
      Key: importedRowsKey(accountId, period),
      UpdateExpression: 'ADD imported_rows :count',
      ConditionExpression: room < 0 ? 'imported_rows <= :room' : 'attribute_not_exists(pk) OR imported_rows <= :room',
      ExpressionAttributeValues: { ':count': count, ':room': room },
    },
  };
}

/** Changes rows, and the head's counts with them. Returns undefined for an id that no catalog can have. */
export function rowChanges(
  tableName: string,
  key: RowsKey,
  changes: readonly RowChange[],
): readonly TransactItem[] | undefined {
  const changed = changes.map(({ row, also, ...to }) => ({ before: row, after: { ...row, ...to, ...also } }));
  const head = headUpdate(tableName, key, { add: movedCounts(changed), ...hasRows(key) });
  if (head === undefined) return undefined;
  const rows = changed.flatMap(({ before, after }): TransactItem[] => [
    updateRow(tableName, key, before, after),
    putCopy(tableName, key, after),
    ...(before.outcome === after.outcome ? [] : [deleteCopy(tableName, key, before.row, before.outcome)]),
  ]);
  return [head, ...rows];
}

/** The condition that the catalog still has the expected rows. */
export function hasRows({ catalogId, rowsIn }: RowsKey): Pick<HeadChange, 'condition' | 'values'> {
  return rowsIn === catalogId
    ? { condition: 'attribute_not_exists(rows_in)', values: {} }
    : { condition: 'rows_in = :rows', values: { rows: rowsIn } };
}

function deleteCopy(tableName: string, key: RowsKey, row: number, outcome: RowOutcome): TransactItem {
  return { Delete: { TableName: tableName, Key: rowKey(key, row, outcome) } };
}

/** Writes everything except the customer's cells, which a row read by its outcome does not include. */
function updateRow(tableName: string, key: RowsKey, before: CatalogRow, after: CatalogRow): TransactItem {
  const attributes = Object.entries(writeCatalogRow(after));
  const set = attributes.filter(([, value]) => value !== undefined);
  const remove = attributes.filter(([, value]) => value === undefined);
  const was: Readonly<Record<string, unknown>> = { ...writeCatalogRow(before) };
  const decided = DECIDED.filter((name) => was[name] !== undefined);
  return {
    Update: {
      TableName: tableName,
      Key: rowKey(key, after.row),
      UpdateExpression:
        `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}` +
        (remove.length > 0 ? ` REMOVE ${remove.map(([name]) => `#${name}`).join(', ')}` : ''),
      // The head also counts the rows to decide, by whether the row was read with candidates. A row that a person
      // decided on meanwhile has another item, or another person.
      ConditionExpression: [
        '#outcome = :before',
        `${before.candidates.length > 0 ? 'attribute_exists' : 'attribute_not_exists'}(#candidates)`,
        ...decided.map((name) => `#${name} = :was_${name}`),
        ...DECIDED.filter((name) => !decided.includes(name)).map((name) => `attribute_not_exists(#${name})`),
      ].join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ':before': before.outcome,
        ...Object.fromEntries(decided.map((name) => [`:was_${name}`, was[name]])),
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
      },
    },
  };
}
