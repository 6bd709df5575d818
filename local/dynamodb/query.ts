/** Runs dynalite's Query and Scan, and counts their capacity units again by the bytes read. */
import { consumedByOne, itemBytes, readUnitsOfBytes } from './capacity.ts';
import { runAction } from './dynalite.ts';
import type { ActionStore, KeySpace, Request, Store, ValueStream, WireItem } from './dynalite.ts';

/** @throws {ApiFailure} ValidationException, ResourceNotFoundException */
export async function query(store: Store, name: 'Query' | 'Scan', body: Request): Promise<object> {
  const weighing = new WeighingStore(store);
  const { request, answer } = await runAction(weighing, name, body);
  const bytes = weighing.bytesOf((answer as { ScannedCount: number }).ScannedCount);
  const units = readUnitsOfBytes(bytes, request.ConsistentRead === true);
  return { ...answer, ...consumedByOne(request, { tableName: request.TableName as string, units }) };
}

/** A store that records the size of each row that is read from it in order. */
class WeighingStore implements ActionStore {
  private readonly store: Store;
  private readonly sizesBytes: number[] = [];

  constructor(store: Store) {
    this.store = store;
  }

  /** The bytes of the first `count` rows; the action reads a few more than it returns. */
  bytesOf(count: number): number {
    return this.sizesBytes.slice(0, count).reduce((sum, bytes) => sum + bytes, 0);
  }

  get options(): Store['options'] {
    return this.store.options;
  }

  getTable(...args: Parameters<Store['getTable']>): void {
    this.store.getTable(...args);
  }

  getItemDb(tableName: string): KeySpace {
    return this.weighed(this.store.getItemDb(tableName));
  }

  getIndexDb(indexType: string, tableName: string, indexName: string): KeySpace {
    return this.weighed(this.store.getIndexDb(indexType, tableName, indexName));
  }

  private weighed(space: KeySpace): KeySpace {
    return {
      ...space,
      createValueStream: (range: object): ValueStream => {
        const stream = space.createValueStream(range);
        stream.on('data', (item: WireItem) => this.sizesBytes.push(itemBytes(item)));
        return stream;
      },
    };
  }
}
