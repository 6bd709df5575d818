/** A row of operators' decisions, remembered for a minute: it is read beside what a call reads anyway. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../core/clock.ts';
import { ALIASES_FRESH_MS } from '../../../core/manufacturers/manufacturer-directory.ts';
import { batchGet } from '../client/batch-get.ts';
import type { Row, RowKey } from '../client/row-key.ts';

/** Where the row stands, and what is made of it; made again only when its revision has changed. */
export interface RowReading<Value> {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly key: RowKey;
  readonly clock: Clock;
  /** What is remembered before the first reading. */
  readonly initial: Value;
  readonly read: (row: Row | undefined) => { readonly revision: number; readonly make: () => Value };
}

export class RememberedRow<Value> {
  readonly #reading: RowReading<Value>;
  #value: Value;
  #revision = 0;
  #readAtMs = -Infinity;
  #underWay: Promise<Value> | undefined;

  constructor(reading: RowReading<Value>) {
    this.#reading = reading;
    this.#value = reading.initial;
  }

  remembered(): Value {
    return this.#value;
  }

  current(): Promise<Value> {
    if (this.#reading.clock.nowMs() - this.#readAtMs < ALIASES_FRESH_MS) return Promise.resolve(this.#value);
    this.#underWay ??= this.#read().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  async #read(): Promise<Value> {
    const { client, tableName, key, clock, read } = this.#reading;
    // The minute counts from before the reading: what is written while it runs may not be in it.
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
