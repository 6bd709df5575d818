/**
 * One write, decided but not yet done. dynalite's own action runs on a stand-in for the store: it reads the real item,
 * checks the condition and computes the new item, but what it puts and deletes is only collected. The caller commits
 * the collected operations of one or many writes in one batch of LevelDB, which a crash cannot tear.
 * The caller holds the locks of the items.
 */
import { actionOf, dynalite } from './dynalite.ts';
import type {
  ActionStore,
  ApiFailure,
  BatchOperation,
  Done,
  KeySpace,
  Request,
  Store,
  Table,
  WireItem,
} from './dynalite.ts';
import { isApiFailure } from './api-failure.ts';
import type { ItemKey } from './item-locks.ts';

export type WriteOperation = 'PutItem' | 'UpdateItem' | 'DeleteItem';

export interface StagedWrite {
  /** The item before the write; undefined when there was none. */
  readonly itemBefore: WireItem | undefined;
  /** The item after the write; undefined when it is deleted. */
  readonly itemAfter: WireItem | undefined;
  readonly outcome: { readonly answer: object } | { readonly failure: ApiFailure };
  readonly operations: readonly BatchOperation[];
}

/** @throws {ApiFailure} ResourceNotFoundException */
export function readTable(store: Store, name: string): Promise<Table> {
  return new Promise((resolve, reject) => {
    store.getTable(name, (error, table) => (table ? resolve(table) : reject(error ?? new Error('no table'))));
  });
}

/** @throws {ApiFailure} ValidationException when the request's key does not fit the table */
export function itemKeyOf(table: Table, request: Request): ItemKey {
  const item = (request.Item ?? request.Key) as WireItem;
  const invalid = request.Item ? dynalite.validateItem(item, table) : dynalite.validateKey(item, table);
  if (invalid) throw invalid;
  return { tableName: table.TableName, key: dynalite.createKey(item, table) };
}

export function readItem(store: Store, { tableName, key }: ItemKey): Promise<WireItem | undefined> {
  return store.db.get(`${itemPrefix(tableName)}${key}`) as Promise<WireItem | undefined>;
}

/** Decides one validated write. A refusal is an outcome; only faults of the storage are thrown. */
export async function stageWrite(store: Store, name: WriteOperation, request: Request): Promise<StagedWrite> {
  const staging = new StagingStore(store);
  const outcome = await new Promise<StagedWrite['outcome']>((resolve, reject) => {
    staging.onFault = reject;
    actionOf(name)(staging, request, (error, answer) => {
      if (!error) resolve({ answer: answer ?? {} });
      else if (isApiFailure(error)) resolve({ failure: error });
      else reject(error);
    });
  });
  const { itemBefore, itemAfter, operations } = staging;
  return { itemBefore, itemAfter, outcome, operations };
}

class StagingStore implements ActionStore {
  readonly operations: BatchOperation[] = [];
  itemBefore: WireItem | undefined;
  itemAfter: WireItem | undefined;
  onFault: (error: Error) => void = () => undefined;
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  get options(): Store['options'] {
    return this.store.options;
  }

  getTable(name: string, checkStatus: boolean | Done<Table>, done?: Done<Table>): void {
    this.store.getTable(name, checkStatus, done);
  }

  getItemDb(tableName: string): KeySpace {
    const space = this.collectInto(itemPrefix(tableName));
    return {
      ...space,
      get: (key, done) => {
        readItem(this.store, { tableName, key })
          .then((item) => {
            // The action may change what it is given: the item before the write is a copy of its own.
            this.itemBefore = item && structuredClone(item);
            done(null, item);
          })
          .catch(this.onFault);
      },
      put: (key, value, done) => {
        this.itemAfter = value as WireItem;
        space.put(key, value, done);
      },
      lock: (_key, run) => run((done) => done),
    };
  }

  getIndexDb(indexType: string, tableName: string, indexName: string): KeySpace {
    return this.collectInto(`index-${indexType.toLowerCase()}~${tableName}~${indexName}~`);
  }

  private collectInto(prefix: string): KeySpace {
    return {
      get: (_key, done) => done(new Error('Only items are read while a write is staged')),
      put: (key, value, done) => {
        this.operations.push({ type: 'put', key: prefix + key, value });
        done(null);
      },
      del: (key, done) => {
        this.operations.push({ type: 'del', key: prefix + key });
        done(null);
      },
      lock: (_key, run) => run((done) => done),
    };
  }
}

function itemPrefix(tableName: string): string {
  return `item-${tableName}~`;
}
