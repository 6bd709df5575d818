/** Which code answers which operation: our own for what dynalite lacks, dynalite's for the rest. */
import { serviceFailure } from './api-failure.ts';
import { actionOf, isDynaliteOperation, validateRequest } from './dynalite.ts';
import type { DynaliteOperation, Request, Store } from './dynalite.ts';
import { IdempotentWrites } from './idempotent-writes.ts';
import { describeTimeToLive, updateTimeToLive } from './time-to-live.ts';
import { transactGet } from './transact-get.ts';
import { transactWrite } from './transact-write.ts';
import { writeItem } from './write-item.ts';

/** Answers one operation of the API. Refusals are thrown as {@link ApiFailure}. */
export type Operations = (name: string, body: Request) => Promise<object>;

export function operationsOn(store: Store): Operations {
  const idempotentWrites = new IdempotentWrites();
  return async (name, body) => {
    switch (name) {
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return writeItem(store, name, body);
      case 'TransactWriteItems':
        return idempotentWrites.run(body, () => transactWrite(store, body));
      case 'TransactGetItems':
        return transactGet(store, body);
      case 'UpdateTimeToLive':
        return updateTimeToLive(store, body);
      case 'DescribeTimeToLive':
        return describeTimeToLive(store, body);
      default:
        if (isDynaliteOperation(name)) return runAction(store, name, body);
        throw serviceFailure('UnknownOperationException', 'The engine on this machine does not know this operation');
    }
  };
}

function runAction(store: Store, name: DynaliteOperation, body: Request): Promise<object> {
  const request = validateRequest(store, name, body);
  return new Promise((resolve, reject) => {
    actionOf(name)(store, request, (error, answer) => (error ? reject(error) : resolve(answer ?? {})));
  });
}
