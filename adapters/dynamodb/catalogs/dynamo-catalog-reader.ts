/**
 * Reads catalogs from the Accounts table. Every read is consistent: a removed catalog is gone immediately, and counts
 * agree with the rows.
 */
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  ROW_OUTCOMES,
  type Catalog,
  type CatalogKey,
  type CatalogRow,
  type RowOutcome,
  type RowsKey,
} from '../../../core/catalogs/rows/catalog.ts';
import { readCatalogSequence } from '../../../core/catalogs/rows/catalog-id.ts';
import type { CatalogReader, RowPage } from '../../../core/catalogs/rows/catalog-store.ts';
import { accountPartition } from '../accounts-table/account-keys.ts';
import {
  CATALOG_PREFIX,
  catalogKey,
  LAST_NUMBER,
  padded,
  readCatalogRow,
  readHead,
  rowKey,
  rowPrefix,
  rowsPartition,
} from './catalog-rows.ts';
import { batchGet } from '../client/batch-get.ts';
import { queryBetween } from '../client/query-rows.ts';
import type { Row } from '../client/row-key.ts';

export class DynamoCatalogReader implements CatalogReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async listCatalogs(accountId: string, page: { before: number; limit: number }): Promise<readonly Catalog[]> {
    const last = Math.min(page.before - 1, LAST_NUMBER);
    if (last < 1) return [];
    const rows = await this.#query(accountPartition(accountId), CATALOG_PREFIX, [1, last], page.limit, 'falling');
    return rows.map(readHead);
  }

  async findCatalog(key: CatalogKey): Promise<Catalog | undefined> {
    const Key = catalogKey(key);
    if (Key === undefined) return undefined;
    const { Item } = await this.#client.send(new GetCommand({ TableName: this.#tableName, Key, ConsistentRead: true }));
    if (Item === undefined) return undefined;
    const catalog = readHead(Item);
    // The key contains only the catalog's number: an id guessed from it has a different suffix.
    return catalog.catalogId === key.catalogId ? catalog : undefined;
  }

  async readRows(key: RowsKey, { outcomes = [], after, limit }: RowPage): Promise<readonly CatalogRow[]> {
    if (readCatalogSequence(key.catalogId) === undefined || after >= LAST_NUMBER) return [];
    const lists = await Promise.all(
      rowListsFor(outcomes).map((outcome) =>
        this.#query(rowsPartition(key), rowPrefix(outcome), [after + 1, LAST_NUMBER], limit, 'rising'),
      ),
    );
    // A row that changes its outcome between two reads may appear in both; it is shown once.
    const rows = new Map(lists.flat().map((stored) => [stored['row'], stored]));
    return [...rows.values()]
      .map(readCatalogRow)
      .sort((a, b) => a.row - b.row)
      .slice(0, limit);
  }

  async findRows(key: RowsKey, rows: readonly number[]): Promise<readonly CatalogRow[]> {
    if (rows.length === 0) return [];
    const keys = rows.map((row) => rowKey(key, row));
    const found = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    return [...found.values()].map(readCatalogRow).sort((a, b) => a.row - b.row);
  }

  /**
   * Reads the rows of a partition with sort keys that consist of the prefix and a number in the range, both ends
   * included.
   */
  async #query(
    pk: string,
    prefix: string,
    [first, last]: readonly [number, number],
    limit: number,
    order: 'rising' | 'falling',
  ): Promise<readonly Row[]> {
    const { rows } = await queryBetween(this.#client, this.#tableName, {
      ...{ partition: pk, first: `${prefix}${padded(first)}`, last: `${prefix}${padded(last)}` },
      ...{ limit, order },
    });
    return rows;
  }
}

/** The partitions that together contain the rows: one for all rows, and one for each outcome. */
function rowListsFor(outcomes: readonly RowOutcome[]): readonly (RowOutcome | undefined)[] {
  const wanted = new Set(outcomes);
  return wanted.size === 0 || wanted.size === ROW_OUTCOMES.length ? [undefined] : [...wanted];
}
