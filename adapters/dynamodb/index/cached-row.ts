/** Caches a row of operators' decisions for a minute. The row is read in parallel with the other reads of a call. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../core/time.ts';
import { ALIASES_FRESH_MS } from '../../../core/index/manufacturers/manufacturer-table-store.ts';
import { batchGet } from '../client/batch-get.ts';
import type { Row, RowKey } from '../client/row-key.ts';

/** Names the row and computes its value. The value is computed again only when the row's revision has changed. */
interface RowReading<Value> {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly key: RowKey;
  readonly clock: Clock;
  /** The value before the first read. */
  readonly initial: Value;
  readonly read: (row: Row | undefined) => { readonly revision: number; readonly make: () => Value };
}

export class CachedRow<Value> {
  readonly #reading: RowReading<Value>;
  #value: Value;
  #revision = 0;
  #readAtMs = -Infinity;
  #underWay: Promise<Value> | undefined;

  constructor(reading: RowReading<Value>) {
    this.#reading = reading;
    this.#value = reading.initial;
  }

  cached(): Value {
    return this.#value;
  }

  current(): Promise<Value> {
    if (this.#reading.clock.nowMs() - this.#readAtMs < ALIASES_FRESH_MS) return Promise.resolve(this.#value);
    this.#underWay ??= this.#read().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  async #read(): Promise<Value> {
    const { client, tableName, key, clock, read } = this.#reading;
    // The minute starts before the read: a write that lands during the read may not be in it.
    const beganAtMs = clock.nowMs();
    const rows = await batchGet(client, tableName, [key], { consistent: true });
    const { revision, make } = read([...rows.values()][0]);
    if (revision !== this.#revision) {
      this.#value = make();
      this.#revision = revision;
    }
    this.#readAtMs = beganAtMs;
    return this.#value;
  }
}
