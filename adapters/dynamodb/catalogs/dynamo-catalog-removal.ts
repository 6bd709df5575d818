/**
 * Removes catalogs and replaces their rows in the Accounts table. The head changes in one transaction, which leaves a
 * mark on the rows that no catalog shows any more; deleting those takes many writes, and can be killed and repeated.
 */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ROW_OUTCOMES, type Catalog, type CatalogKey } from '../../../core/catalogs/rows/catalog.ts';
import { isReplacementId } from '../../../core/catalogs/rows/catalog-id.ts';
import type { CatalogStore } from '../../../core/catalogs/rows/catalog-store.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import { batchWrite } from '../client/batch-write.ts';
import type { RowKey } from '../client/row-key.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';
import { headUpdate } from './catalog-head-update.ts';
import {
  TO_CHECK,
  catalogKey,
  countName,
  readHead,
  REMOVED_CATALOG_PREFIX,
  removedRowsKey,
  REPLACEMENT_PREFIX,
  rowsPartition,
  writeDecideCounts,
} from './catalog-rows.ts';
import { DynamoCatalogReader } from './dynamo-catalog-reader.ts';
import { hasRows } from './row-changes.ts';

/** Rows deleted in one step, 25 per request. */
const CLEARED_AT_ONCE = 500;

type Removal = Pick<CatalogStore, 'listReplacements' | 'switchRows' | 'removeCatalog' | 'clearRemoved' | 'listRemoved'>;

export class DynamoCatalogRemoval extends DynamoCatalogReader implements Removal {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    super(client, tableName);
    this.#client = client;
    this.#tableName = tableName;
  }

  async listReplacements(accountId: string): Promise<readonly Catalog[]> {
    return (await queryAccountRows(this.#client, this.#tableName, accountId, REPLACEMENT_PREFIX)).map(readHead);
  }

  async switchRows(catalog: Catalog, replacement: Catalog, nowMs: number): Promise<boolean> {
    const { condition, values } = hasRows(catalog);
    const head = headUpdate(this.#tableName, catalog, {
      set: { ...rowsOf(replacement), status: 'complete', completed_at_ms: nowMs, failure: null },
      condition: `${condition} AND #status <> :queued AND #status <> :processing`,
      values: { ...values, queued: 'queued', processing: 'processing' },
    });
    const taken = this.#takeReplacement(replacement);
    if (head === undefined || taken === undefined) return false;
    const leave = this.#leaveRows(catalog, { removed_at_ms: nowMs, replaced: true });
    if ((await transactWrite(this.#client, [head, taken, leave])).kind === 'written') return true;
    // The answer was lost, and stayed lost through the SDK's retries.
    return (await this.findCatalog(catalog))?.rowsIn === replacement.rowsIn;
  }

  /** Deletes the replacement's head if its counts are those that were read. */
  #takeReplacement(replacement: Catalog): TransactItem | undefined {
    const { catalogId, toDecide, toCheck } = replacement;
    const Key = catalogKey(replacement);
    if (Key === undefined) return undefined;
    const counts = Object.entries({
      ...countsOf(replacement),
      ...(toDecide !== null && writeDecideCounts(toDecide)),
      ...(toCheck !== undefined && { [TO_CHECK]: toCheck }),
    });
    return {
      Delete: {
        TableName: this.#tableName,
        Key,
        ConditionExpression: [
          'catalog_id = :id AND #status = :complete',
          ...counts.map(([name]) => `${name} = :${name}`),
        ].join(' AND '),
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':id': catalogId,
          ':complete': 'complete',
          ...Object.fromEntries(counts.map(([name, value]) => [`:${name}`, value])),
        },
      },
    };
  }

  async removeCatalog(key: CatalogKey, nowMs: number): Promise<boolean> {
    // An unfinished replacement is removed first: a killed removal is retried as long as the catalog itself exists.
    if (!isReplacementId(key.catalogId)) {
      for (const other of await this.listReplacements(key.accountId)) {
        if (other.replaces === key.catalogId) await this.#remove(other, nowMs);
      }
    }
    const catalog = await this.findCatalog(key);
    const isGone = catalog === undefined || !(await this.#remove(catalog, nowMs));
    return !isGone || (await this.listRemoved(key.accountId)).includes(key.catalogId);
  }

  async #remove(catalog: Catalog, nowMs: number): Promise<boolean> {
    const Key = catalogKey(catalog);
    if (Key === undefined) return false;
    const { condition, values } = hasRows(catalog);
    const head = {
      TableName: this.#tableName,
      Key,
      ConditionExpression: `catalog_id = :id AND ${condition}`,
      ExpressionAttributeValues: {
        ':id': catalog.catalogId,
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
      },
    };
    const leave = this.#leaveRows(catalog, { removed_at_ms: nowMs });
    return (await transactWrite(this.#client, [{ Delete: head }, leave])).kind === 'written';
  }

  /** Records that rows remain that no catalog shows any more. */
  #leaveRows({ replaces, ...catalog }: Catalog, more: Readonly<Record<string, unknown>>): TransactItem {
    const replaced = replaces === null ? {} : { replaced: true };
    const Item = { ...removedRowsKey(catalog), catalog_id: replaces ?? catalog.catalogId, ...replaced, ...more };
    return { Put: { TableName: this.#tableName, Item } };
  }

  async clearRemoved(key: CatalogKey, onCleared: (storedRows: number) => void): Promise<void> {
    const { accountId, catalogId } = key;
    const left = await queryAccountRows(this.#client, this.#tableName, accountId, REMOVED_CATALOG_PREFIX);
    for (const row of left.filter((row) => row['catalog_id'] === catalogId)) {
      const rowsIn = row.sk.slice(REMOVED_CATALOG_PREFIX.length);
      await this.#clearRows(rowsPartition({ accountId, rowsIn }), onCleared);
      await batchWrite(this.#client, this.#tableName, [{ delete: { pk: row.pk, sk: row.sk } }]);
    }
  }

  async #clearRows(partition: string, onCleared: (storedRows: number) => void): Promise<void> {
    for (;;) {
      const { Items = [] } = await this.#client.send(
        new QueryCommand({
          TableName: this.#tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': partition },
          ProjectionExpression: 'pk, sk',
          ConsistentRead: true,
          Limit: CLEARED_AT_ONCE,
        }),
      );
      if (Items.length === 0) return;
      await batchWrite(
        this.#client,
        this.#tableName,
        (Items as RowKey[]).map((row) => ({ delete: row })),
      );
      onCleared(Items.length);
    }
  }

  async listRemoved(accountId: string): Promise<readonly string[]> {
    const rows = await queryAccountRows(this.#client, this.#tableName, accountId, REMOVED_CATALOG_PREFIX);
    const removed: string[] = [];
    for (const row of rows) {
      const catalogId = String(row['catalog_id']);
      // If the catalog still exists, only its replaced rows are left over.
      const stands = row['replaced'] === true && (await this.findCatalog({ accountId, catalogId })) !== undefined;
      if (!stands && !removed.includes(catalogId)) removed.push(catalogId);
    }
    return removed;
  }
}

/** What the head of a catalog says of its rows, as a replacement's head says it. */
function rowsOf(replacement: Catalog): Readonly<Record<string, unknown>> {
  const { rowsIn, headings, fingerprint, imported, toDecide, toCheck = 0, delimiter, createdBy } = replacement;
  return {
    rows_in: rowsIn,
    fingerprint,
    imported_through: imported.rows,
    imported_bytes: imported.bytes,
    headings: JSON.stringify(headings),
    ...countsOf(replacement),
    ...writeDecideCounts(toDecide),
    [TO_CHECK]: toCheck,
    delimiter,
    created_by: createdBy,
  };
}

function countsOf({ counts }: Catalog): Readonly<Record<string, number>> {
  return Object.fromEntries(ROW_OUTCOMES.map((outcome) => [countName(outcome), counts[outcome]]));
}
