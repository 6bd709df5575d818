/**
 * Applies Amazon's rule for conflicting transactions, which the local engines lack: a transaction that touches an item
 * of another running transaction is immediately cancelled with TransactionConflict for that item, and a single write of
 * such an item is refused. Here a transaction runs for some milliseconds before it is executed.
 */
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { rowId, type RowKey } from '../../../adapters/dynamodb/client/row-key.ts';

const UNDER_WAY_MS = 4;
const SINGLE_WRITES: ReadonlySet<unknown> = new Set(['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand']);

interface Write {
  readonly Key?: RowKey;
  readonly Item?: RowKey;
}

/** The running transactions of the clients that share it. */
export class AmazonConflicts {
  readonly #underWay = new Set<string>();
  /** The number of cancelled transactions. */
  cancelled = 0;
  /** The number of refused single writes. */
  refused = 0;

  /** Applies the rule to the client's transactions and single writes. It changes the given client. */
  rule(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (SINGLE_WRITES.has(commandName)) this.#refuseSingle(args.input as Write);
          if (commandName !== 'TransactWriteItemsCommand') return next(args);
          const { TransactItems = [] } = args.input as { TransactItems?: Record<string, Write>[] };
          const ids = TransactItems.map((item) => idOf(Object.values(item)[0] ?? {}));
          this.#refuse(ids);
          for (const id of ids) this.#underWay.add(id);
          try {
            await new Promise((resolve) => setTimeout(resolve, UNDER_WAY_MS));
            return await next(args);
          } finally {
            for (const id of ids) this.#underWay.delete(id);
          }
        },
      { step: 'initialize', name: 'amazonConflicts', priority: 'low' },
    );
    return client;
  }

  #refuse(ids: readonly string[]): void {
    if (!ids.some((id) => this.#underWay.has(id))) return;
    this.cancelled += 1;
    throw new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: { httpStatusCode: 400 },
      CancellationReasons: ids.map((id) => ({ Code: this.#underWay.has(id) ? 'TransactionConflict' : 'None' })),
    });
  }

  #refuseSingle(write: Write): void {
    if (!this.#underWay.has(idOf(write))) return;
    this.refused += 1;
    throw new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: { httpStatusCode: 400 } });
  }
}

function idOf({ Key, Item }: Write): string {
  const { pk, sk } = Key ?? Item ?? { pk: '', sk: '' };
  return rowId({ pk, sk });
}
