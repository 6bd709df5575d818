/** Implements TransactGetItems: all items are read under all their locks, so a partial transaction is never seen. */
import { validationFailure } from './api-failure.ts';
import { consumedByMany, readUnits } from './capacity.ts';
import { validateRequest } from './dynalite.ts';
import type { Request, Store } from './dynalite.ts';
import { withItemLocks } from './item-locks.ts';
import { itemKeyOf, readItem, readTable } from './items.ts';
import { projected } from './read-items.ts';
import { readTransactItems, refuseRepeatedKeys } from './transact-items.ts';

/** A transaction reads everything twice. */
const UNITS_FACTOR = 2;

/** @throws {ApiFailure} ValidationException, ResourceNotFoundException */
export async function transactGet(store: Store, body: Request): Promise<object> {
  const gets = await Promise.all(readTransactItems(body).map((item) => prepare(store, item)));
  const keys = gets.map(({ itemKey }) => itemKey);
  refuseRepeatedKeys(keys);
  const items = await withItemLocks(store, keys, () => Promise.all(keys.map((key) => readItem(store, key))));
  const consumed = gets.map(({ itemKey }, index) => ({
    tableName: itemKey.tableName,
    units: UNITS_FACTOR * readUnits(items[index], true),
  }));
  return {
    Responses: items.map((item, index) => (item ? { Item: projected(item, gets[index]?.request) } : {})),
    ...consumedByMany(body, consumed),
  };
}

async function prepare(store: Store, item: Request) {
  const get = item.Get as Request | null | undefined;
  if (typeof get !== 'object' || get === null) throw validationFailure('TransactItems can only contain Get');
  const { TableName, Key, ProjectionExpression, ExpressionAttributeNames } = get;
  const members = { TableName, Key, ProjectionExpression, ExpressionAttributeNames };
  const request = validateRequest(store, 'GetItem', members);
  const table = await readTable(store, request.TableName as string);
  return { request, itemKey: itemKeyOf(table, request) };
}
