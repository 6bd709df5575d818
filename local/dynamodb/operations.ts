/** Assigns each operation to its code: the project’s for what dynalite lacks or miscounts, dynalite's for the rest. */
import { serviceFailure } from './api-failure.ts';
import { consumedByMany } from './capacity.ts';
import { isDynaliteOperation, runAction } from './dynalite.ts';
import type { Request, Store } from './dynalite.ts';
import { IdempotentWrites } from './idempotent-writes.ts';
import { query } from './query.ts';
import { batchGetItem, getItem } from './read-items.ts';
import { describeTimeToLive, updateTimeToLive } from './time-to-live.ts';
import { transactGet } from './transact-get.ts';
import { transactWrite } from './transact-write.ts';
import { batchWriteItem, writeItem } from './write-items.ts';

/** Answers one operation of the API. Refusals are thrown as {@link ApiFailure}. */
type Operations = (name: string, body: Request) => Promise<object>;

export function operationsOn(store: Store): Operations {
  const idempotentWrites = new IdempotentWrites();
  return async (name, body) => {
    switch (name) {
      case 'GetItem':
        return getItem(store, body);
      case 'BatchGetItem':
        return batchGetItem(store, body);
      case 'Query':
      case 'Scan':
        return query(store, name, body);
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return writeItem(store, name, body);
      case 'BatchWriteItem':
        return batchWriteItem(store, body);
      case 'TransactWriteItems':
        return consumedByMany(body, await idempotentWrites.run(body, () => transactWrite(store, body)));
      case 'TransactGetItems':
        return transactGet(store, body);
      case 'UpdateTimeToLive':
        return updateTimeToLive(store, body);
      case 'DescribeTimeToLive':
        return describeTimeToLive(store, body);
      default:
        if (isDynaliteOperation(name)) return (await runAction(store, name, body)).answer;
        throw serviceFailure('UnknownOperationException', 'The embedded engine does not know this operation');
    }
  };
}
