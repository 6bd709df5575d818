/**
 * Writes catalogs to the Accounts table. A row, its copy by outcome and the head's counts are always one transaction,
 * and every transaction tests the head: rows are appended only at the position that the import has reached, and nothing
 * is written to a removed catalog.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { countRows, ROW_OUTCOMES } from '../../../core/catalogs/rows/catalog.ts';
import type {
  Catalog,
  CatalogKey,
  CatalogRow,
  ImportPlace,
  RowOutcome,
  RowsKey,
} from '../../../core/catalogs/rows/catalog.ts';
import { isReplacementId, newCatalogId, newReplacementId } from '../../../core/catalogs/rows/catalog-id.ts';
import type {
  CatalogStore,
  CorrectionBound,
  MatchedItem,
  RowAppend,
  RowChange,
} from '../../../core/catalogs/rows/catalog-store.ts';
import { warningsIn } from '../../../core/catalogs/files/row-warnings.ts';
import { countedRows, type RowAllowance } from '../../../core/catalogs/rows/row-allowance.ts';
import { batchWrite } from '../client/batch-write.ts';
import { addedCounts, headUpdate, IN_STATUS, movedCounts, NO_END, type HeadChange } from './catalog-head-update.ts';
import {
  TO_CHECK,
  catalogCounterKey,
  catalogKey,
  countName,
  importedRowsKey,
  readCatalogRow,
  REMOVED_CATALOG_PREFIX,
  removedRowsKey,
  REPLACEMENT_PREFIX,
  rowKey,
  rowsPartition,
  readHead,
  writeCatalogRow,
  writeCells,
  writeDecideCounts,
  writeHead,
} from './catalog-rows.ts';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import type { LearnedMatches } from '../../../core/catalogs/rows/learned-matches.ts';
import { DynamoLearnedMatches, learnedRow } from './dynamo-learned-matches.ts';
import { DynamoCatalogReader } from './dynamo-catalog-reader.ts';
import { writeAuditRow } from '../accounts-table/account-rows.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import type { RowKey } from '../client/row-key.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';

/**
 * A changed outcome takes three writes: the row, its old copy and its new copy. With the head that makes 100, the limit
 * of a transaction.
 */
const CHANGES_A_TRANSACTION = 33;
/** Rows deleted in one step, 25 per request. */
const CLEARED_AT_ONCE = 500;

/** A row's mark of a day lasts until the day is over everywhere. */
const SHOWN_SECONDS = 2 * 86_400;

export class DynamoCatalogStore extends DynamoCatalogReader implements CatalogStore {
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
    const puts = rows.flatMap((row) => [this.#putWithCells(key, row), this.#put(key, row, row.outcome)]);
    const count = countedRows(rows);
    const counted = allowance === undefined || count === 0 ? [] : [this.#countRows(key.accountId, allowance, count)];
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

  /**
   * Counts the rows in the period if the allowance leaves room. The write is part of the rows' transaction, so nothing
   * is counted twice.
   */
  #countRows(accountId: string, { period, rowsPerPeriod }: RowAllowance, count: number): TransactItem {
    const room = rowsPerPeriod - count;
    return {
      Update: {
        TableName: this.#tableName,
        Key: importedRowsKey(accountId, period),
        UpdateExpression: 'ADD imported_rows :count',
        ConditionExpression: room < 0 ? 'imported_rows <= :room' : 'attribute_not_exists(pk) OR imported_rows <= :room',
        ExpressionAttributeValues: { ':count': count, ':room': room },
      },
    };
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
    const change = { outcome: to, itemId: item?.id ?? null, itemUpdatedAt: item?.updated_at ?? null };
    const before = readCatalogRow(Item);
    const also =
      to === 'not_found' ? {} : { reason: warningsIn(before.reason), candidates: [], matchedBy: 'research' as const };
    return this.#changeTogether(key, [{ row: before, ...change, also }]);
  }

  async listReplacements(accountId: string): Promise<readonly Catalog[]> {
    return (await queryAccountRows(this.#client, this.#tableName, accountId, REPLACEMENT_PREFIX)).map(readHead);
  }

  async switchRows(catalog: Catalog, replacement: Catalog, nowMs: number): Promise<boolean> {
    const { headings, fingerprint, imported, counts, toDecide, toCheck = 0, delimiter, createdBy } = replacement;
    const { condition, values } = hasRows(catalog);
    const counted = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [countName(outcome), counts[outcome]]));
    const head = headUpdate(this.#tableName, catalog, {
      set: {
        ...{ rows_in: replacement.rowsIn, status: 'complete', completed_at_ms: nowMs, failure: null, fingerprint },
        ...{ imported_through: imported.rows, imported_bytes: imported.bytes, headings: JSON.stringify(headings) },
        ...{ ...counted, ...writeDecideCounts(toDecide), [TO_CHECK]: toCheck, delimiter, created_by: createdBy },
      },
      condition: `${condition} AND #status <> :queued AND #status <> :processing`,
      values: { ...values, queued: 'queued', processing: 'processing' },
    });
    const Key = catalogKey(replacement);
    if (head === undefined || Key === undefined) return false;
    const read = Object.entries({
      ...counted,
      ...(toDecide !== null && writeDecideCounts(toDecide)),
      ...(replacement.toCheck !== undefined && { [TO_CHECK]: toCheck }),
    });
    const taken = {
      TableName: this.#tableName,
      Key,
      ConditionExpression: [
        'catalog_id = :id AND #status = :complete',
        ...read.map(([name]) => `${name} = :${name}`),
      ].join(' AND '),
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ...{ ':id': replacement.catalogId, ':complete': 'complete' },
        ...Object.fromEntries(read.map(([name, value]) => [`:${name}`, value])),
      },
    };
    const leave = { Put: this.#leaveRows(catalog, { removed_at_ms: nowMs, replaced: true }) };
    if ((await transactWrite(this.#client, [head, { Delete: taken }, leave])).kind === 'written') return true;
    // The answer was lost, and stayed lost through the SDK's retries.
    return (await this.findCatalog(catalog))?.rowsIn === replacement.rowsIn;
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
    const ExpressionAttributeValues = {
      ':id': catalog.catalogId,
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
    };
    const head = {
      ...{ TableName: this.#tableName, Key, ExpressionAttributeValues },
      ConditionExpression: `catalog_id = :id AND ${condition}`,
    };
    const leave = this.#leaveRows(catalog, { removed_at_ms: nowMs });
    return (await transactWrite(this.#client, [{ Delete: head }, { Put: leave }])).kind === 'written';
  }

  /** Records that rows remain that no catalog shows any more. */
  #leaveRows({ replaces, ...catalog }: Catalog, more: Readonly<Record<string, unknown>>) {
    const of = replaces === null ? {} : { replaced: true };
    const Item = { ...removedRowsKey(catalog), catalog_id: replaces ?? catalog.catalogId, ...of, ...more };
    return { TableName: this.#tableName, Item };
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
    const items = this.#changesOf(key, [change]);
    if (items === undefined) return 'changed_meanwhile';
    const line = { Put: { TableName: this.#tableName, Item: writeAuditRow(key.accountId, audit) } };
    const counted = allowance === undefined ? [] : [this.#countRows(key.accountId, allowance, 1)];
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
    const { kind } = await transactWrite(this.#client, [this.#countRows(accountId, allowance, 1), line]);
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
    const written = await transactWrite(this.#client, [once, this.#countRows(key.accountId, allowance, 1), line]);
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
    const items = this.#changesOf(key, changes);
    return items !== undefined && (await transactWrite(this.#client, items)).kind === 'written';
  }

  /** Returns undefined for an id that no catalog can have. */
  #changesOf(key: RowsKey, changes: readonly RowChange[]): readonly TransactItem[] | undefined {
    const changed = changes.map(({ row, also, ...to }) => ({ before: row, after: { ...row, ...to, ...also } }));
    const head = headUpdate(this.#tableName, key, {
      add: movedCounts(changed),
      ...hasRows(key),
    });
    if (head === undefined) return undefined;
    const rows = changed.flatMap(({ before, after }): TransactItem[] => [
      this.#updateRow(key, before, after),
      this.#put(key, after, after.outcome),
      ...(before.outcome === after.outcome
        ? []
        : [{ Delete: { TableName: this.#tableName, Key: rowKey(key, before.row, before.outcome) } }]),
    ]);
    return [head, ...rows];
  }

  /** Writes everything except the customer's cells, which a row read by its outcome does not include. */
  #updateRow(key: RowsKey, before: CatalogRow, after: CatalogRow): TransactItem {
    const attributes = Object.entries(writeCatalogRow(after));
    const set = attributes.filter(([, value]) => value !== undefined);
    const remove = attributes.filter(([, value]) => value === undefined);
    const was: Readonly<Record<string, unknown>> = { ...writeCatalogRow(before) };
    const decided = DECIDED.filter((name) => was[name] !== undefined);
    return {
      Update: {
        TableName: this.#tableName,
        Key: rowKey(key, after.row),
        UpdateExpression:
          `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}` +
          (remove.length > 0 ? ` REMOVE ${remove.map(([name]) => `#${name}`).join(', ')}` : ''),
        // The head also counts the rows to decide, by whether the row was read with candidates. A row that a person
        // decided on meanwhile has another item, or another person.
        ConditionExpression: [
          '#outcome = :before',
          `${before.candidates.length > 0 ? 'attribute_exists' : 'attribute_not_exists'}(#candidates)`,
          ...decided.map((name) => `#${name} = :was_${name}`),
          ...DECIDED.filter((name) => !decided.includes(name)).map((name) => `attribute_not_exists(#${name})`),
        ].join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ':before': before.outcome,
          ...Object.fromEntries(decided.map((name) => [`:was_${name}`, was[name]])),
          ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        },
      },
    };
  }

  #putWithCells(key: RowsKey, row: CatalogRow): TransactItem {
    const Item = { ...rowKey(key, row.row), ...writeCatalogRow(row), ...writeCells(row) };
    return { Put: { TableName: this.#tableName, Item } };
  }

  #put(key: RowsKey, row: CatalogRow, outcome?: RowOutcome): TransactItem {
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

/** What says who gave a row its item, and which. */
const DECIDED: readonly string[] = ['item_id', 'accepted_by'];

/** The condition that the catalog still has the expected rows. */
function hasRows({ catalogId, rowsIn }: RowsKey): Pick<HeadChange, 'condition' | 'values'> {
  return rowsIn === catalogId
    ? { condition: 'attribute_not_exists(rows_in)', values: {} }
    : { condition: 'rows_in = :rows', values: { rows: rowsIn } };
}
