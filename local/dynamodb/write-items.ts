/**
 * Implements PutItem, UpdateItem, DeleteItem and BatchWriteItem. dynalite decides each write under the item's lock; it
 * is committed with its index entries in one batch. A failed condition returns the old item when asked.
 */
import { failureName, serviceFailure } from './api-failure.ts';
import { consumedByMany, consumedByOne, writeUnits } from './capacity.ts';
import type { Consumed } from './capacity.ts';
import { validateRequest } from './dynalite.ts';
import type { ApiFailure, Request, Store, Table, WireItem } from './dynalite.ts';
import { withItemLocks } from './item-locks.ts';
import { itemKeyOf, readTable } from './items.ts';
import type { ItemKey } from './items.ts';
import { stageWrite } from './staged-write.ts';
import type { WriteOperation } from './staged-write.ts';
import { refuseRepeatedKeys } from './transact-items.ts';

/** The member of a write request that dynalite does not know. */
export const ON_CONDITION_FAILURE = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};

interface Write {
  readonly table: Table;
  readonly operation: WriteOperation;
  readonly request: Request;
  readonly itemKey: ItemKey;
}

type BatchEntry = { readonly PutRequest: { Item: WireItem } } | { readonly DeleteRequest: { Key: WireItem } };

/** @throws {ApiFailure} ConditionalCheckFailedException, ValidationException, ResourceNotFoundException */
export async function writeItem(store: Store, operation: WriteOperation, body: Request): Promise<object> {
  const request = validateRequest(store, operation, body, ON_CONDITION_FAILURE);
  const table = await readTable(store, request.TableName as string);
  const { answer, consumed } = await commit(store, { table, operation, request, itemKey: itemKeyOf(table, request) });
  return { ...answer, ...consumedByOne(request, consumed) };
}

/** @throws {ApiFailure} ValidationException, ResourceNotFoundException */
export async function batchWriteItem(store: Store, body: Request): Promise<object> {
  const request = validateRequest(store, 'BatchWriteItem', body);
  const byTable = request.RequestItems as Record<string, BatchEntry[]>;
  const writes = (await Promise.all(Object.entries(byTable).map((entry) => readBatch(store, ...entry)))).flat();
  refuseRepeatedKeys(
    writes.map(({ itemKey }) => itemKey),
    'Provided list of item keys contains duplicates',
  );
  const committed = await Promise.all(writes.map((write) => commit(store, write)));
  return {
    UnprocessedItems: {},
    ...consumedByMany(
      request,
      committed.map(({ consumed }) => consumed),
    ),
  };
}

async function readBatch(store: Store, tableName: string, entries: readonly BatchEntry[]): Promise<Write[]> {
  const table = await readTable(store, tableName);
  return entries.map((entry) => {
    const isPut = 'PutRequest' in entry;
    const request = { TableName: tableName, ...(isPut ? entry.PutRequest : entry.DeleteRequest) };
    return { table, operation: isPut ? 'PutItem' : 'DeleteItem', request, itemKey: itemKeyOf(table, request) };
  });
}

function commit(store: Store, write: Write): Promise<{ answer: object; consumed: Consumed }> {
  const { table, operation, request, itemKey } = write;
  return withItemLocks(store, [itemKey], async () => {
    const { outcome, itemBefore, itemAfter, operations } = await stageWrite(store, table, operation, request);
    if ('failure' in outcome) {
      const shown = request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
      throw shown ? withOldItem(outcome.failure, itemBefore) : outcome.failure;
    }
    await store.db.batch(operations);
    const { tableName } = itemKey;
    return {
      answer: withoutEmptyAttributes(outcome.answer),
      consumed: { tableName, units: writeUnits(itemBefore, itemAfter) },
    };
  });
}

/** Omits `UPDATED_NEW` of removed attributes instead of returning an empty item. */
function withoutEmptyAttributes(answer: { Attributes?: WireItem }): object {
  const { Attributes, ...rest } = answer;
  return Attributes && Object.keys(Attributes).length > 0 ? answer : rest;
}

function withOldItem(failure: ApiFailure, item: WireItem | undefined): ApiFailure {
  if (item === undefined || failureName(failure) !== 'ConditionalCheckFailedException') return failure;
  return serviceFailure('ConditionalCheckFailedException', failure.message, { Item: item });
}
