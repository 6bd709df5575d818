/**
 * Decides one write without executing it. dynalite's action runs on a substitute for the store: it reads the real item,
 * checks the condition and computes the new item, but its puts and deletes are only collected. The caller commits
 * the collected operations of one or many writes in one batch of LevelDB, which is atomic even in a crash.
 * The caller has locked the items.
 */
import { actionOf } from './dynalite.ts';
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
import { isApiFailure, validationFailure } from './api-failure.ts';
import { itemBytes } from './capacity.ts';
import { itemPrefix, readItem } from './items.ts';

export type WriteOperation = 'PutItem' | 'UpdateItem' | 'DeleteItem';

const MAX_ITEM_BYTES = 400 * 1024;
const TOO_LARGE = 'Item size has exceeded the maximum allowed size';

export interface StagedWrite {
  /** The item before the write; undefined when there was none. */
  readonly itemBefore: WireItem | undefined;
  /** The item after the write; undefined when it is deleted. */
  readonly itemAfter: WireItem | undefined;
  readonly outcome: { readonly answer: object } | { readonly failure: ApiFailure };
  readonly operations: readonly BatchOperation[];
}

/** Decides one validated write. A refusal is an outcome; only storage errors are thrown. */
export async function stageWrite(
  store: Store,
  table: Table,
  name: WriteOperation,
  request: Request,
): Promise<StagedWrite> {
  const staging = new StagingStore(store, table);
  const outcome = await new Promise<StagedWrite['outcome']>((resolve, reject) => {
    staging.onFault = reject;
    actionOf(name)(staging, request, (error, answer) => {
      if (!error) resolve({ answer: answer ?? {} });
      else if (isApiFailure(error)) resolve({ failure: error });
      else reject(error);
    });
  });
  const { itemBefore, itemAfter, operations } = staging;
  if ('answer' in outcome && itemAfter && itemBytes(itemAfter) > MAX_ITEM_BYTES)
    return { itemBefore, itemAfter, outcome: { failure: validationFailure(TOO_LARGE) }, operations: [] };
  return { itemBefore, itemAfter, outcome, operations };
}

/** A copy of a JSON value. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf<unknown>(member)])) as T;
}

class StagingStore implements ActionStore {
  readonly operations: BatchOperation[] = [];
  itemBefore: WireItem | undefined;
  itemAfter: WireItem | undefined;
  onFault: (error: Error) => void = () => undefined;
  private readonly store: Store;
  private readonly table: Table;

  constructor(store: Store, table: Table) {
    this.store = store;
    this.table = table;
  }

  get options(): Store['options'] {
    return this.store.options;
  }

  getTable(_name: string, checkStatus: boolean | Done<Table>, done?: Done<Table>): void {
    const answer = typeof checkStatus === 'function' ? checkStatus : done;
    answer?.(null, this.table);
  }

  getItemDb(tableName: string): KeySpace {
    const space = this.collectInto(itemPrefix(tableName));
    return {
      ...space,
      get: (key, done) => {
        readItem(this.store, { tableName, key })
          .then((item) => {
            // The action may change its input: the item before the write is a separate copy.
            this.itemBefore = item && copyOf(item);
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
      createValueStream: () => {
        throw new Error('Nothing is read in order while a write is staged');
      },
    };
  }
}
