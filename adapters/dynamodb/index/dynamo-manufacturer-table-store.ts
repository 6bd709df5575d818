/**
 * Caches the table of manufacturers with operators' aliases for a minute. Its row is read in parallel with the other
 * reads of a call.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../core/time.ts';
import {
  ALIASES_FRESH_MS,
  loadBuiltInManufacturers,
  type ManufacturerTableStore,
} from '../../../core/index/manufacturers/manufacturer-table-store.ts';
import type { ManufacturerTable } from '../../../core/index/manufacturers/manufacturer-table.ts';
import { batchGet } from '../client/batch-get.ts';
import { MANUFACTURER_ALIASES_KEY, readManufacturerAliasRow } from './manufacturer-alias-rows.ts';

export class DynamoManufacturerTableStore implements ManufacturerTableStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #clock: Clock;
  /** Undefined for the built-in table. */
  #table: ManufacturerTable | undefined;
  #revision = 0;
  #readAtMs = -Infinity;
  #reading: Promise<ManufacturerTable> | undefined;

  constructor(client: DynamoDBDocumentClient, tableName: string, clock: Clock) {
    this.#client = client;
    this.#tableName = tableName;
    this.#clock = clock;
  }

  async cached(): Promise<ManufacturerTable> {
    return this.#table ?? loadBuiltInManufacturers();
  }

  current(): Promise<ManufacturerTable> {
    if (this.#clock.nowMs() - this.#readAtMs < ALIASES_FRESH_MS) return this.cached();
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<ManufacturerTable> {
    // The minute starts before the read, because the read may miss a write that is made at the same time.
    const beganAtMs = this.#clock.nowMs();
    const [rows, builtIn] = await Promise.all([
      batchGet(this.#client, this.#tableName, [MANUFACTURER_ALIASES_KEY], { consistent: true }),
      loadBuiltInManufacturers(),
    ]);
    const { aliases, revision } = readManufacturerAliasRow([...rows.values()][0]);
    if (revision !== this.#revision) {
      this.#table = builtIn.with(aliases);
      this.#revision = revision;
    }
    this.#readAtMs = beganAtMs;
    return this.#table ?? builtIn;
  }
}
