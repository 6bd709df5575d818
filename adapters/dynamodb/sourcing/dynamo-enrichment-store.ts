/**
 * Stores enrichment requests, their outbox rows and the usage row that pays for them in the Accounts table. A request
 * is written only if its version is unchanged, and its outbox row is derived from it, so the two can never disagree.
 */
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { usageKeyOf } from '../../../core/billing/meter/usage-debit.ts';
import type { PeriodUsage, TrialUsage } from '../../../core/billing/accounts/usage.ts';
import type { AccountStatus } from '../../../core/billing/accounts/account.ts';
import { type EnrichmentRequest, type NumberName } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import type {
  Commit,
  CommitResult,
  DueWork,
  EnrichmentStore,
  RequestChange,
  ResearchLoad,
  UsageChange,
} from '../../../core/sourcing/enrichment/enrichment-store.ts';
import {
  accountKey,
  ENRICH_PREFIX,
  enrichKey,
  outboxKey,
  outboxPartition,
  usageKey,
} from '../accounts-table/account-keys.ts';
import { readAccountRow, writeAuditRow } from '../accounts-table/account-rows.ts';
import { batchGet } from '../client/batch-get.ts';
import {
  plainRow,
  readDueRow,
  readRequestRow,
  writeDueRow,
  writeRequestRow,
} from '../accounts-table/enrichment-rows.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import {
  notFoundUpdate,
  openUpdate,
  readRefusedLoad,
  readResearchLoad,
  researchLoadKeys,
} from './research-load-updates.ts';
import { rowId, type Row } from '../client/row-key.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';
import { isUnanswered } from '../client/is-unanswered.ts';
import { afterDebitFailed } from '../billing/take-back-debit.ts';
import { afterReceiptFailed } from '../billing/take-back-with-receipt.ts';
import { readRefusedReceipt, receiptPut } from '../billing/receipt-rows.ts';
import { readRefusingRow, readUsageRow } from '../billing/usage-rows.ts';
import type { UsageUpdate } from '../billing/usage-expression.ts';
import { usageDebitUpdate, usageSettleUpdate } from '../billing/usage-updates.ts';
import { timeText } from '../../../core/time.ts';

export class DynamoEnrichmentStore implements EnrichmentStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client may retry calls by itself: every write here has an idempotency token or can be repeated */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readRequests(
    accountId: string,
    names: readonly NumberName[],
    isAdvice = false,
  ): Promise<readonly EnrichmentRequest[]> {
    const keys = names.map((name) => enrichKey(accountId, name));
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: !isAdvice });
    return requestsOf(accountId, names, rows);
  }

  async readBeforeRequest(
    accountId: string,
    names: readonly NumberName[],
    nowMs: number,
  ): Promise<{ readonly requests: readonly EnrichmentRequest[]; readonly load: ResearchLoad }> {
    const keys = [...names.map((name) => enrichKey(accountId, name)), ...researchLoadKeys(accountId, nowMs)];
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    return { requests: requestsOf(accountId, names, rows), load: readResearchLoad(accountId, nowMs, rows) };
  }

  async readAccountStatus(accountId: string): Promise<AccountStatus | undefined> {
    const rows = await batchGet(this.#client, this.#tableName, [accountKey(accountId)], { consistent: true });
    const [row] = rows.values();
    return row && readAccountRow(row).status;
  }

  async listRequests(accountId: string): Promise<readonly EnrichmentRequest[]> {
    const rows = await queryAccountRows(this.#client, this.#tableName, accountId, ENRICH_PREFIX);
    return rows.map(readRequestRow);
  }

  async commit({ accountId, changes, usage, audit, maxOpen = 0 }: Commit): Promise<CommitResult> {
    const requestItems = changes.map((change) => this.#requestItem(change));
    const usageItems = usage === undefined ? [] : [{ Update: this.#usageUpdate(accountId, usage) }];
    const open = openUpdate(this.#tableName, accountId, changes, maxOpen);
    const notFound = notFoundUpdate(this.#tableName, accountId, changes);
    const receipt = usage?.kind === 'debit' ? usage.debit.receipt : undefined;
    const receiptItems = receipt === undefined ? [] : [receiptPut(this.#tableName, receipt)];
    const outboxItems = changes.flatMap((change) => this.#outboxItems(change));
    const items = [
      ...requestItems,
      ...usageItems,
      ...(open === undefined ? [] : [open]),
      ...(notFound === undefined ? [] : [notFound]),
      ...outboxItems,
      ...receiptItems,
      ...(audit === undefined ? [] : [{ Put: { TableName: this.#tableName, Item: writeAuditRow(accountId, audit) } }]),
    ];
    const writing = transactWrite(this.#client, items, { refusesInDoubt: usage?.kind !== 'debit' });
    const written = await writing.catch((error: unknown) => this.#failed(usage, error));
    if (written.kind === 'written') return { kind: 'committed' };
    const openRefused = open && written.reasons[changes.length + usageItems.length];
    const cancelled = readCancellation(changes, usage, openRefused, written.reasons);
    const before =
      requestItems.length + usageItems.length + (open === undefined ? 0 : 1) + (notFound === undefined ? 0 : 1);
    const refused = receipt && written.reasons[before + outboxItems.length];
    if (cancelled.kind !== 'changed' || refused?.Code !== 'ConditionalCheckFailed') return cancelled;
    return { ...cancelled, receipt: { found: readRefusedReceipt(refused.Item) } };
  }

  async readUsage(accountId: string, key: string): Promise<PeriodUsage | TrialUsage | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: usageKey(accountId, key), ConsistentRead: true }),
    );
    return Item && readUsageRow(key, Item);
  }

  async readDue(shard: number, nowMs: number, limit: number): Promise<readonly DueWork[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#tableName,
        KeyConditionExpression: 'pk = :pk AND sk < :after',
        ExpressionAttributeValues: { ':pk': outboxPartition(shard), ':after': timeText(nowMs + 1) },
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    return Items.map(readDueRow);
  }

  async dropDue(_shard: number, due: DueWork): Promise<void> {
    const Key = outboxKey(due.accountId, due, due.dueAtMs);
    await this.#client.send(
      new DeleteCommand({
        TableName: this.#tableName,
        Key,
        // A new enrichment request can be made in the same millisecond.
        ConditionExpression: 'attribute_not_exists(pk) OR attempt = :attempt',
        ExpressionAttributeValues: { ':attempt': due.attempt },
      }),
    );
  }

  /** Takes back the charge for the call's items; what the call queued stays, and the next request finds it. */
  async #failed(usage: UsageChange | undefined, error: unknown): Promise<never> {
    if (usage?.kind !== 'debit' || !isUnanswered(error)) throw error;
    const { debit } = usage;
    throw debit.receipt === undefined
      ? await afterDebitFailed(this.#client, this.#tableName, debit, error)
      : await afterReceiptFailed(this.#client, this.#tableName, debit, debit.receipt, error);
  }

  #requestItem({ before, after }: RequestChange): TransactItem {
    const condition =
      before === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : { ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': before.revision } };
    return {
      Put: {
        TableName: this.#tableName,
        Item: writeRequestRow(after),
        ...condition,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    };
  }

  #outboxItems({ before, after }: RequestChange): TransactItem[] {
    const TableName = this.#tableName;
    const oldDue = before?.dueAtMs ?? null;
    if (oldDue === after.dueAtMs) return [];
    const gone = oldDue === null ? [] : [{ Delete: { TableName, Key: outboxKey(after.accountId, after, oldDue) } }];
    if (after.dueAtMs === null) return gone;
    return [...gone, { Put: { TableName, Item: writeDueRow({ ...after, dueAtMs: after.dueAtMs }) } }];
  }

  #usageUpdate(accountId: string, usage: UsageChange): UsageUpdate {
    if (usage.kind === 'debit') return usageDebitUpdate(this.#tableName, usage.debit);
    return usageSettleUpdate(this.#tableName, { ...usage, accountId, parts: 1 });
  }
}

/** Returns the enrichment requests with these names, each once. */
function requestsOf(
  accountId: string,
  names: readonly NumberName[],
  rows: ReadonlyMap<string, Row>,
): readonly EnrichmentRequest[] {
  const found = new Set(names.map((name) => rows.get(rowId(enrichKey(accountId, name)))));
  return [...found].flatMap((row) => (row === undefined ? [] : [readRequestRow(row)]));
}

/** Reasons are in the order of the items: the requests, then the usage row. */
function readCancellation(
  changes: readonly RequestChange[],
  usage: UsageChange | undefined,
  openRefused: CancellationReason | undefined,
  reasons: readonly CancellationReason[],
): CommitResult {
  const requests = reasons
    .slice(0, changes.length)
    .flatMap(({ Code, Item }) => (Code === 'ConditionalCheckFailed' && Item ? [readRequestRow(plainRow(Item))] : []));
  const open = openRefused?.Code === 'ConditionalCheckFailed' ? { open: readRefusedLoad(openRefused.Item) } : {};
  const refusal = usage && reasons[changes.length];
  if (refusal?.Code !== 'ConditionalCheckFailed') return { kind: 'changed', requests, refusedBy: undefined, ...open };
  if (usage?.kind === 'debit')
    return {
      kind: 'changed',
      requests,
      refusedBy: readRefusingRow(usageKeyOf(usage.debit), refusal.Item),
      ...open,
    };
  // If a request changed, the writer that changed it settled the reserve; if none changed, money is missing.
  if (reasons.slice(0, changes.length).some(({ Code }) => Code === 'ConditionalCheckFailed'))
    return { kind: 'changed', requests, refusedBy: undefined };
  throw new Error('The reserve of a request that is being settled is not there');
}
