/**
 * Research requests, their outbox rows and the usage row they stand on, in the Accounts table. A request is written only over the version that
 * was read; its outbox row follows from it, so the two can never disagree.
 */
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { usageKeyOf } from '../../core/billing/draw.ts';
import type { PeriodUsage, TrialUsage } from '../../core/billing/usage.ts';
import type { EnrichmentRequest, PartName } from '../../core/enrichment/enrichment-request.ts';
import type {
  Commit,
  CommitOutcome,
  DueWork,
  EnrichmentStore,
  RequestChange,
  UsageChange,
} from '../../core/enrichment/enrichment-store.ts';
import { ENRICH_PREFIX, enrichKey, outboxKey, outboxPartition, usageKey } from './account-keys.ts';
import { writeAuditRow } from './account-rows.ts';
import { batchGet } from './batch-get.ts';
import { plainRow, readDueRow, readRequestRow, writeDueRow, writeRequestRow } from './enrichment-rows.ts';
import { queryAccountRows } from './query-account-rows.ts';
import { transactWrite, type TransactItem } from './transact-write.ts';
import { readRefusedUsageRow, readUsageRow } from './usage-rows.ts';
import { usageReserveUpdate, usageSettleUpdate, type UsageUpdate } from './usage-updates.ts';

export class DynamoEnrichmentStore implements EnrichmentStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client may repeat calls by itself: every write here carries a token or can be repeated */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readRequests(accountId: string, parts: readonly PartName[]): Promise<readonly EnrichmentRequest[]> {
    if (parts.length === 0) return [];
    const keys = parts.map((part) => enrichKey(accountId, part));
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    return [...rows.values()].map(readRequestRow);
  }

  async listRequests(accountId: string): Promise<readonly EnrichmentRequest[]> {
    const rows = await queryAccountRows(this.#client, this.#tableName, accountId, ENRICH_PREFIX);
    return rows.map(readRequestRow);
  }

  async commit({ accountId, changes, usage, audit }: Commit): Promise<CommitOutcome> {
    const requestItems = changes.map((change) => this.#requestItem(change));
    const usageItems = usage === undefined ? [] : [{ Update: this.#usageUpdate(accountId, usage) }];
    const outboxItems = changes.flatMap((change) => this.#outboxItems(change));
    const written = await transactWrite(this.#client, [
      ...requestItems,
      ...usageItems,
      ...outboxItems,
      ...(audit === undefined ? [] : [{ Put: { TableName: this.#tableName, Item: writeAuditRow(accountId, audit) } }]),
    ]);
    if (written.kind === 'written') return { kind: 'committed' };
    return readCancellation(changes, usage, written.reasons);
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
        ExpressionAttributeValues: { ':pk': outboxPartition(shard), ':after': new Date(nowMs + 1).toISOString() },
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
        // A new asking can fall on the very same moment.
        ConditionExpression: 'attribute_not_exists(pk) OR attempt = :attempt',
        ExpressionAttributeValues: { ':attempt': due.attempt },
      }),
    );
  }

  #requestItem({ before, after }: RequestChange): TransactItem {
    const condition =
      before === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : { ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': before.version } };
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
    if (usage.kind === 'draw') return usageReserveUpdate(this.#tableName, usage.draw);
    const { usageKey: key, outcome } = usage;
    return usageSettleUpdate(this.#tableName, { accountId, usageKey: key, parts: 1, outcome });
  }
}

/** The reasons come in the order of the items: the requests, then the usage row. */
function readCancellation(
  changes: readonly RequestChange[],
  usage: UsageChange | undefined,
  reasons: readonly CancellationReason[],
): CommitOutcome {
  const requests = reasons
    .slice(0, changes.length)
    .flatMap(({ Code, Item }) => (Code === 'ConditionalCheckFailed' && Item ? [readRequestRow(plainRow(Item))] : []));
  const refusal = usage && reasons[changes.length];
  if (refusal?.Code !== 'ConditionalCheckFailed') return { kind: 'changed', requests, refusedBy: undefined };
  if (usage?.kind === 'draw')
    return {
      kind: 'changed',
      requests,
      refusedBy: { usage: readRefusedUsageRow(usageKeyOf(usage.draw), refusal.Item) },
    };
  // With a request that changed the reserve was settled by whoever changed it; without, money is missing.
  if (reasons.slice(0, changes.length).some(({ Code }) => Code === 'ConditionalCheckFailed'))
    return { kind: 'changed', requests, refusedBy: undefined };
  throw new Error('The reserve of a request that is being settled is not there');
}
