/**
 * Imports catalogs into the Accounts table and changes their rows; dynamo-catalog-removal.ts replaces and removes them.
 * A row, its copy by outcome and the head's counts are always one transaction, and every transaction tests the head:
 * rows are appended only at the position that the import has reached, and nothing is written to a removed catalog.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { countRows } from '../../../core/catalogs/rows/catalog.ts';
import type {
  Catalog,
  CatalogKey,
  CatalogRow,
  ImportPlace,
  RowOutcome,
  RowsKey,
} from '../../../core/catalogs/rows/catalog.ts';
import { newCatalogId, newReplacementId } from '../../../core/catalogs/rows/catalog-id.ts';
import type {
  CatalogStore,
  CorrectionBound,
  MatchedItem,
  RowAppend,
  RowChange,
} from '../../../core/catalogs/rows/catalog-store.ts';
import { changeToOutcome } from '../../../core/catalogs/rows/item-of-row.ts';
import { countedRows, type RowAllowance } from '../../../core/catalogs/rows/row-allowance.ts';
import { addedCounts, headUpdate, IN_STATUS, NO_END, type HeadChange } from './catalog-head-update.ts';
import { catalogCounterKey, catalogKey, importedRowsKey, readCatalogRow, rowKey, writeHead } from './catalog-rows.ts';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { LearnedMatches } from '../../../core/catalogs/rows/learned-matches.ts';
import { DynamoLearnedMatches, learnedRow } from './dynamo-learned-matches.ts';
import { DynamoCatalogRemoval } from './dynamo-catalog-removal.ts';
import { countPeriodRows, putCopy, putRow, rowChanges } from './row-changes.ts';
import { writeAuditRow } from '../accounts-table/account-rows.ts';
import { transactWrite } from '../client/transact-write.ts';

/**
 * A changed outcome takes three writes: the row, its old copy and its new copy. With the head that makes 100, the limit
 * of a transaction.
 */
const CHANGES_A_TRANSACTION = 33;
/** A row's mark of a day lasts until the day is over everywhere. */
const SHOWN_SECONDS = 2 * 86_400;

export class DynamoCatalogStore extends DynamoCatalogRemoval implements CatalogStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #learned: DynamoLearnedMatches;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    super(client, tableName);
    this.#learned = new DynamoLearnedMatches(client, tableName);
    this.#client = client;
    this.#tableName = tableName;
  }

  async createCatalog(wanted: {
    readonly accountId: string;
    readonly name: string;
    readonly fingerprint: string;
    readonly headings: readonly string[];
    readonly nowMs: number;
    readonly replaces?: string;
    readonly delimiter?: string | null;
    readonly createdBy?: string;
  }): Promise<Catalog> {
    const { accountId, name, fingerprint, headings, nowMs, replaces = null, delimiter = null } = wanted;
    const sequence = await this.#nextSequence(accountId);
    const catalogId = replaces === null ? newCatalogId(sequence) : newReplacementId(sequence);
    const catalog: Catalog = {
      accountId,
      catalogId,
      rowsIn: catalogId,
      sequence,
      name,
      status: 'queued',
      createdAtMs: nowMs,
      completedAtMs: null,
      counts: countRows([]),
      imported: { rows: 0, bytes: 0 },
      fingerprint,
      headings,
      failure: null,
      replaces,
      toDecide: { not_found: 0, error: 0 },
      toCheck: 0,
      delimiter,
      createdBy: wanted.createdBy ?? null,
      researchAskedAtMs: null,
    };
    const put = {
      TableName: this.#tableName,
      Item: writeHead(catalog),
      ConditionExpression: 'attribute_not_exists(pk)',
    };
    const { kind } = await transactWrite(this.#client, [{ Put: put }]);
    if (kind === 'refused') throw new Error('A catalog number was given twice.');
    return catalog;
  }

  async appendRows({ into, runId, from, to, rows, allowance, ...key }: RowAppend): Promise<boolean> {
    const status = into === 'importing' ? 'processing' : 'cancelled';
    const head = headUpdate(this.#tableName, key, {
      set: { status, importer: runId, imported_through: to.rows, imported_bytes: to.bytes, ...NO_END[into] },
      add: addedCounts(rows),
      condition: `imported_through = :from AND ${IN_STATUS[into].condition}`,
      values: { from: from.rows, ...IN_STATUS[into].values },
    });
    if (head === undefined) return false;
    const puts = rows.flatMap((row) => [putRow(this.#tableName, key, row), putCopy(this.#tableName, key, row)]);
    const count = countedRows(rows);
    const counted =
      allowance === undefined || count === 0 ? [] : [countPeriodRows(this.#tableName, key.accountId, allowance, count)];
    const { kind } = await transactWrite(this.#client, [head, ...counted, ...puts]);
    return kind === 'written' || this.#isAppended(key, runId, to);
  }

  async findRow(key: RowsKey, row: number): Promise<CatalogRow | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: rowKey(key, row), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : readCatalogRow(Item);
  }

  readLearned: LearnedMatches['readLearned'] = (...asked) => this.#learned.readLearned(...asked);
  storeLearned: LearnedMatches['storeLearned'] = (...asked) => this.#learned.storeLearned(...asked);
  listLearned: LearnedMatches['listLearned'] = (...asked) => this.#learned.listLearned(...asked);
  forgetLearned: LearnedMatches['forgetLearned'] = (...asked) => this.#learned.forgetLearned(...asked);
  listForgetting: LearnedMatches['listForgetting'] = (...asked) => this.#learned.listForgetting(...asked);
  endForgetting: LearnedMatches['endForgetting'] = (...asked) => this.#learned.endForgetting(...asked);
  restoreLearned: LearnedMatches['restoreLearned'] = (...asked) => this.#learned.restoreLearned(...asked);
  noteUses: LearnedMatches['noteUses'] = (...asked) => this.#learned.noteUses(...asked);
  listUses: LearnedMatches['listUses'] = (...asked) => this.#learned.listUses(...asked);
  filesUsing: LearnedMatches['filesUsing'] = (...asked) => this.#learned.filesUsing(...asked);

  async importedRows(accountId: string, period: string): Promise<number> {
    const Key = importedRowsKey(accountId, period);
    const { Item } = await this.#client.send(new GetCommand({ TableName: this.#tableName, Key, ConsistentRead: true }));
    return Number(Item?.['imported_rows'] ?? 0);
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

  async changeRows(key: RowsKey, changes: readonly RowChange[]): Promise<number> {
    let changed = 0;
    for (let place = 0; place < changes.length; place += CHANGES_A_TRANSACTION) {
      const group = changes.slice(place, place + CHANGES_A_TRANSACTION);
      if (await this.#changeTogether(key, group)) changed += group.length;
      // Another writer changed one of them: they are retried one at a time, so that the others are still changed.
      else for (const change of group) if (await this.#changeTogether(key, [change])) changed += 1;
    }
    return changed;
  }

  async changeRowOutcome(
    key: RowsKey,
    row: number,
    { from, to, item }: { readonly from: RowOutcome; readonly to: RowOutcome; readonly item: MatchedItem | null },
  ): Promise<boolean> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: rowKey(key, row), ConsistentRead: true }),
    );
    if (Item === undefined || Item['outcome'] !== from) return false;
    return this.#changeTogether(key, [changeToOutcome(readCatalogRow(Item), to, item)]);
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

  /**
   * Whether a refused append had already been carried out, with its answer lost through all retries under its token.
   */
  async #isAppended(key: CatalogKey, runId: string, to: ImportPlace): Promise<boolean> {
    const Key = catalogKey(key);
    const { Item } = await this.#client.send(new GetCommand({ TableName: this.#tableName, Key, ConsistentRead: true }));
    return Item?.['catalog_id'] === key.catalogId && Item['importer'] === runId && Item['imported_through'] === to.rows;
  }

  async correctRow(key: RowsKey, change: RowChange, { audit, allowance, learned }: CorrectionBound) {
    const items = rowChanges(this.#tableName, key, [change]);
    if (items === undefined) return 'changed_meanwhile';
    const line = { Put: { TableName: this.#tableName, Item: writeAuditRow(key.accountId, audit) } };
    const counted = allowance === undefined ? [] : [countPeriodRows(this.#tableName, key.accountId, allowance, 1)];
    const taught = learned.map((match) => ({
      Put: { TableName: this.#tableName, Item: learnedRow(key.accountId, match) },
    }));
    const written = await transactWrite(this.#client, [...counted, line, ...items, ...taught]);
    if (written.kind === 'written') return 'corrected';
    const isUsed = allowance !== undefined && written.reasons[0]?.Code === 'ConditionalCheckFailed';
    return isUsed ? 'allowance_used' : 'changed_meanwhile';
  }

  async takeRow(accountId: string, allowance: RowAllowance, audit: AuditLine): Promise<boolean> {
    const line = { Put: { TableName: this.#tableName, Item: writeAuditRow(accountId, audit) } };
    const { kind } = await transactWrite(this.#client, [
      countPeriodRows(this.#tableName, accountId, allowance, 1),
      line,
    ]);
    return kind === 'written';
  }

  takeRowOnce: CatalogStore['takeRowOnce'] = async (key, { row, day }, allowance, audit) => {
    const mark = {
      pk: rowKey(key, row).pk,
      sk: `SHOWN#${String(row).padStart(9, '0')}#${day}`,
      expires_at: Math.ceil(audit.atMs / 1000) + SHOWN_SECONDS,
    };
    const once = {
      Put: { TableName: this.#tableName, Item: mark, ConditionExpression: 'attribute_not_exists(pk)' },
    };
    const line = { Put: { TableName: this.#tableName, Item: writeAuditRow(key.accountId, audit) } };
    const written = await transactWrite(this.#client, [
      once,
      countPeriodRows(this.#tableName, key.accountId, allowance, 1),
      line,
    ]);
    if (written.kind === 'written') return 'taken';
    return written.reasons[0]?.Code === 'ConditionalCheckFailed' ? 'taken_before' : 'allowance_used';
  };

  async markResearch(
    key: CatalogKey,
    { before, now }: { readonly before: number | null; readonly now: number | null },
  ): Promise<boolean> {
    return this.#changeHead(key, {
      set: { research_asked_at_ms: now },
      condition: now === null ? 'research_asked_at_ms = :asked' : 'attribute_exists(pk)',
      values: now === null ? { asked: before } : {},
    });
  }

  async #changeTogether(key: RowsKey, changes: readonly RowChange[]): Promise<boolean> {
    const items = rowChanges(this.#tableName, key, changes);
    return items !== undefined && (await transactWrite(this.#client, items)).kind === 'written';
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
