/** PutItem, UpdateItem and DeleteItem: dynalite's, committed in one batch, with the old item on a failed condition. */
import { failureName, serviceFailure } from './api-failure.ts';
import { validateRequest } from './dynalite.ts';
import type { ApiFailure, Store, WireItem } from './dynalite.ts';
import { withItemLocks } from './item-locks.ts';
import { itemKeyOf, readTable, stageWrite } from './staged-write.ts';
import type { WriteOperation } from './staged-write.ts';

/** The member of a write request that dynalite does not know. */
export const ON_CONDITION_FAILURE = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};

/** @throws {ApiFailure} whatever DynamoDB would refuse the write with */
export async function writeItem(store: Store, name: WriteOperation, body: object): Promise<object> {
  const request = validateRequest(store, name, body, ON_CONDITION_FAILURE);
  const table = await readTable(store, request.TableName as string);
  return withItemLocks(store, [itemKeyOf(table, request)], async () => {
    const { outcome, itemBefore, operations } = await stageWrite(store, name, request);
    if ('failure' in outcome) {
      throw request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
        ? withOldItem(outcome.failure, itemBefore)
        : outcome.failure;
    }
    await store.db.batch(operations);
    return outcome.answer;
  });
}

function withOldItem(failure: ApiFailure, item: WireItem | undefined): ApiFailure {
  if (item === undefined || failureName(failure) !== 'ConditionalCheckFailedException') return failure;
  return serviceFailure('ConditionalCheckFailedException', failure.message, { Item: item });
}
