/** The table of makers with operators' spellings, remembered for a minute: their row is read beside what a call reads anyway. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../core/clock.ts';
import { BUILT_IN_MAKERS } from '../../../core/products/makers/built-in-makers.ts';
import { ALIASES_FRESH_MS, type MakerDirectory } from '../../../core/products/makers/maker-directory.ts';
import type { MakerTable } from '../../../core/products/makers/maker-table.ts';
import { batchGet } from '../client/batch-get.ts';
import { MAKER_ALIASES_KEY, readMakerAliasRow } from './maker-alias-rows.ts';

export class DynamoMakerDirectory implements MakerDirectory {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #clock: Clock;
  #table: MakerTable = BUILT_IN_MAKERS;
  #revision = 0;
  #readAtMs = -Infinity;
  #reading: Promise<MakerTable> | undefined;

  constructor(client: DynamoDBDocumentClient, tableName: string, clock: Clock) {
    this.#client = client;
    this.#tableName = tableName;
    this.#clock = clock;
  }

  remembered(): MakerTable {
    return this.#table;
  }

  current(): Promise<MakerTable> {
    if (this.#clock.nowMs() - this.#readAtMs < ALIASES_FRESH_MS) return Promise.resolve(this.#table);
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<MakerTable> {
    // The minute counts from before the reading: what is written while it runs may not be in it.
    const beganAtMs = this.#clock.nowMs();
    const rows = await batchGet(this.#client, this.#tableName, [MAKER_ALIASES_KEY], { consistent: true });
    const { aliases, revision } = readMakerAliasRow([...rows.values()][0]);
    if (revision !== this.#revision) {
      this.#table = BUILT_IN_MAKERS.with(aliases);
      this.#revision = revision;
    }
    this.#readAtMs = beganAtMs;
    return this.#table;
  }
}
