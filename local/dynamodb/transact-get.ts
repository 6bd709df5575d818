/** TransactGetItems: all items are read under the locks of all of them, so that no half of a transaction is seen. */
import { validationFailure } from './api-failure.ts';
import { consumedByTable } from './consumed-capacity.ts';
import { dynalite, validateRequest } from './dynalite.ts';
import type { Request, Store, WireItem } from './dynalite.ts';
import { placeOf, withItemLocks } from './item-locks.ts';
import { itemKeyOf, readItem, readTable } from './staged-write.ts';

const MAX_ITEMS = 100;

/** @throws {ApiFailure} ValidationException, ResourceNotFoundException */
export async function transactGet(store: Store, body: Request): Promise<object> {
  const gets = await Promise.all(readGets(body).map((get) => prepare(store, get)));
  const keys = gets.map(({ itemKey }) => itemKey);
  if (new Set(keys.map(placeOf)).size < keys.length)
    throw validationFailure('Transaction request cannot include multiple operations on one item');
  const items = await withItemLocks(store, keys, () => Promise.all(keys.map((key) => readItem(store, key))));
  return {
    Responses: items.map((item, index) => (item ? { Item: projected(item, gets[index]?.request) } : {})),
    ...consumedByTable(
      body,
      items.map((item, index) => ({
        tableName: keys[index]?.tableName ?? '',
        units: 2 * dynalite.capacityUnits(item, true, true),
      })),
    ),
  };
}

function readGets(body: Request): Request[] {
  const items = body.TransactItems;
  if (!Array.isArray(items) || items.length < 1 || items.length > MAX_ITEMS)
    throw validationFailure(
      "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: " +
        `Member must have length between 1 and ${MAX_ITEMS}`,
    );
  return items.map((item: { Get?: Request } | null) => {
    if (typeof item?.Get !== 'object')
      throw validationFailure('Value null at transactItems.member.get: Member must not be null');
    return item.Get;
  });
}

async function prepare(store: Store, get: Request) {
  const { TableName, Key, ProjectionExpression, ExpressionAttributeNames } = get;
  const members = { TableName, Key, ProjectionExpression, ExpressionAttributeNames };
  const request = validateRequest(store, 'GetItem', members);
  const table = await readTable(store, request.TableName as string);
  return { request, itemKey: itemKeyOf(table, request) };
}

function projected(item: WireItem, request?: Request): WireItem {
  const projection = request?._projection as { paths: unknown } | undefined;
  return projection ? dynalite.mapPaths(projection.paths, item) : item;
}
