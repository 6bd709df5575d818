/**
 * Catalogs written to the Accounts table. A row, its copy by outcome and the head's counts are always one transaction, and every
 * transaction tests the head: rows are appended only where the import has come to, and nothing is written to a removed catalog.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { countRows } from '../../core/catalogs/catalog.ts';
import type { Catalog, CatalogKey, CatalogRow, ImportPlace, RowOutcome } from '../../core/catalogs/catalog.ts';
import { newCatalogId } from '../../core/catalogs/catalog-id.ts';
import type { CatalogStore, MatchedItem, RowAppend, RowChange } from '../../core/catalogs/catalog-store.ts';
import { batchWrite } from './batch-write.ts';
import { addedCounts, headUpdate, IN_STATUS, movedCounts, NO_END, type HeadChange } from './catalog-head-update.ts';
import {
  catalogCounterKey,
  catalogKey,
  catalogPartition,
  readCatalogRow,
  REMOVED_CATALOG_PREFIX,
  removedCatalogKey,
  rowKey,
  writeCatalogRow,
  writeHead,
} from './catalog-rows.ts';
import { DynamoCatalogReader } from './dynamo-catalog-reader.ts';
import { queryAccountRows } from './query-account-rows.ts';
import type { RowKey } from './row-key.ts';
import { runTransaction, type TransactItem } from './run-transaction.ts';

/** A change of outcome is a row, a copy less and a copy more; with the head 100 items are a transaction's limit. */
const CHANGES_A_TRANSACTION = 33;
/** Rows deleted in one go, 25 a request. */
const CLEARED_AT_ONCE = 500;

export class DynamoCatalogStore extends DynamoCatalogReader implements CatalogStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    super(client, tableName);
    this.#client = client;
    this.#tableName = tableName;
  }

  async createCatalog(wanted: {
    readonly accountId: string;
    readonly name: string;
    readonly fingerprint: string;
    readonly nowMs: number;
  }): Promise<Catalog> {
    const { accountId, name, fingerprint, nowMs } = wanted;
    const sequence = await this.#nextSequence(accountId);
    const catalog: Catalog = {
      accountId,
      catalogId: newCatalogId(sequence),
      sequence,
      name,
      status: 'queued',
      createdAtMs: nowMs,
      completedAtMs: null,
      counts: countRows([]),
      imported: { rows: 0, bytes: 0 },
      fingerprint,
      failure: null,
    };
    const put = {
      TableName: this.#tableName,
      Item: writeHead(catalog),
      ConditionExpression: 'attribute_not_exists(pk)',
    };
    if ((await runTransaction(this.#client, [{ Put: put }])) === 'refused')
      throw new Error('A catalog number was given twice.');
    return catalog;
  }

  async appendRows({ into, runId, from, to, rows, ...key }: RowAppend): Promise<boolean> {
    const status = into === 'importing' ? 'processing' : 'cancelled';
    const head = headUpdate(this.#tableName, key, {
      set: { status, importer: runId, imported_through: to.rows, imported_bytes: to.bytes, ...NO_END[into] },
      add: addedCounts(rows),
      condition: `imported_through = :from AND ${IN_STATUS[into].condition}`,
      values: { from: from.rows, ...IN_STATUS[into].values },
    });
    if (head === undefined) return false;
    const puts = rows.flatMap((row) => [this.#put(key, row), this.#put(key, row, row.outcome)]);
    if ((await runTransaction(this.#client, [head, ...puts])) === 'done') return true;
    return this.#isAppended(key, runId, to);
  }

  async completeImport(key: CatalogKey, at: ImportPlace, nowMs: number): Promise<boolean> {
    return this.#changeHead(key, {
      set: { status: 'complete', completed_at_ms: nowMs, failure: null },
      condition: `imported_through = :at AND ${IN_STATUS.importing.condition}`,
      values: { at: at.rows, ...IN_STATUS.importing.values },
    });
  }

  async failImport(key: CatalogKey, reason: string, nowMs: number): Promise<boolean> {
    return this.#changeHead(key, {
      set: { status: 'failed', completed_at_ms: nowMs, failure: reason },
      ...IN_STATUS.importing,
    });
  }

  async cancelCatalog(key: CatalogKey, nowMs: number): Promise<boolean> {
    return this.#changeHead(key, { set: { status: 'cancelled', completed_at_ms: nowMs }, ...IN_STATUS.importing });
  }

  async changeRows(key: CatalogKey, changes: readonly RowChange[]): Promise<number> {
    let changed = 0;
    for (let place = 0; place < changes.length; place += CHANGES_A_TRANSACTION) {
      const group = changes.slice(place, place + CHANGES_A_TRANSACTION);
      if (await this.#changeTogether(key, group)) changed += group.length;
      // One of them was changed by somebody else: each for itself, so that the others still are.
      else for (const change of group) if (await this.#changeTogether(key, [change])) changed += 1;
    }
    return changed;
  }

  async changeRowOutcome(
    key: CatalogKey,
    row: number,
    { from, to, item }: { readonly from: RowOutcome; readonly to: RowOutcome; readonly item: MatchedItem | null },
  ): Promise<boolean> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: rowKey(key, row), ConsistentRead: true }),
    );
    if (Item === undefined || Item['outcome'] !== from) return false;
    const change = { outcome: to, itemId: item?.id ?? null, itemUpdatedAt: item?.updated_at ?? null };
    return this.#changeTogether(key, [{ row: readCatalogRow(Item), ...change }]);
  }

  async removeCatalog(key: CatalogKey, nowMs: number): Promise<boolean> {
    const Key = catalogKey(key);
    if (Key === undefined) return false;
    const outcome = await runTransaction(this.#client, [
      {
        Delete: {
          TableName: this.#tableName,
          Key,
          ConditionExpression: 'catalog_id = :id',
          ExpressionAttributeValues: { ':id': key.catalogId },
        },
      },
      {
        Put: {
          TableName: this.#tableName,
          Item: { ...removedCatalogKey(key), catalog_id: key.catalogId, removed_at_ms: nowMs },
        },
      },
    ]);
    return outcome === 'done' || (await this.listRemoved(key.accountId)).includes(key.catalogId);
  }

  async clearRemoved(key: CatalogKey, onCleared: (storedRows: number) => void): Promise<void> {
    for (;;) {
      const { Items = [] } = await this.#client.send(
        new QueryCommand({
          TableName: this.#tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': catalogPartition(key) },
          ProjectionExpression: 'pk, sk',
          ConsistentRead: true,
          Limit: CLEARED_AT_ONCE,
        }),
      );
      if (Items.length === 0) break;
      await batchWrite(
        this.#client,
        this.#tableName,
        (Items as RowKey[]).map((row) => ({ delete: row })),
      );
      onCleared(Items.length);
    }
    await batchWrite(this.#client, this.#tableName, [{ delete: removedCatalogKey(key) }]);
  }

  async listRemoved(accountId: string): Promise<readonly string[]> {
    const rows = await queryAccountRows(this.#client, this.#tableName, accountId, REMOVED_CATALOG_PREFIX);
    return rows.map((row) => String(row['catalog_id']));
  }

  async #nextSequence(accountId: string): Promise<number> {
    const { Attributes } = await this.#client.send(
      new UpdateCommand({
        TableName: this.#tableName,
        Key: catalogCounterKey(accountId),
        UpdateExpression: 'ADD last_sequence :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(Attributes?.['last_sequence']);
  }

  /** Whether a refused append was carried out before: its answer was lost for longer than the SDK repeats it under its token. */
  async #isAppended(key: CatalogKey, runId: string, to: ImportPlace): Promise<boolean> {
    const Key = catalogKey(key);
    const { Item } = await this.#client.send(new GetCommand({ TableName: this.#tableName, Key, ConsistentRead: true }));
    return Item?.['catalog_id'] === key.catalogId && Item['importer'] === runId && Item['imported_through'] === to.rows;
  }

  async #changeTogether(key: CatalogKey, changes: readonly RowChange[]): Promise<boolean> {
    const changed = changes.map(({ row, ...to }) => ({ before: row, after: { ...row, ...to } }));
    const head = headUpdate(this.#tableName, key, {
      add: movedCounts(changed.map(({ before, after }) => [before.outcome, after.outcome])),
      condition: 'attribute_exists(pk)',
      values: {},
    });
    if (head === undefined) return false;
    const rows = changed.flatMap(({ before, after }): TransactItem[] => [
      {
        Put: {
          TableName: this.#tableName,
          Item: { ...rowKey(key, after.row), ...writeCatalogRow(after) },
          ConditionExpression: 'outcome = :before',
          ExpressionAttributeValues: { ':before': before.outcome },
        },
      },
      this.#put(key, after, after.outcome),
      ...(before.outcome === after.outcome
        ? []
        : [{ Delete: { TableName: this.#tableName, Key: rowKey(key, before.row, before.outcome) } }]),
    ]);
    return (await runTransaction(this.#client, [head, ...rows])) === 'done';
  }

  #put(key: CatalogKey, row: CatalogRow, outcome?: RowOutcome): TransactItem {
    return { Put: { TableName: this.#tableName, Item: { ...rowKey(key, row.row, outcome), ...writeCatalogRow(row) } } };
  }

  async #changeHead(key: CatalogKey, change: HeadChange): Promise<boolean> {
    const update = headUpdate(this.#tableName, key, change);
    if (update === undefined) return false;
    try {
      await this.#client.send(new UpdateCommand(update.Update));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}
