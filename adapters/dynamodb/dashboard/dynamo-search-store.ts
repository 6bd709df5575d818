/**
 * Stores searches of the request log in the Accounts table. Each account has a row, which changes only if its revision
 * is as it was read. Each slot has a row, which a search takes only if it is free, so two searches cannot get the same
 * slot.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { SearchStore, SlotHold, StoredSearches } from '../../../core/dashboard/request-log/search-store.ts';
import { SEARCH_SLOTS, type LogSearch } from '../../../core/dashboard/request-log/search-turns.ts';
import { HOUR_MS } from '../../../core/time.ts';
import { logSearchesKey, logSearchSlotKey } from '../accounts-table/account-keys.ts';
import { batchGet } from '../client/batch-get.ts';
import { rowId } from '../client/row-key.ts';

/** DynamoDB may delete a row after this time; a search ends long before. */
const KEPT_MS = HOUR_MS;

const base = {
  searchId: z.string(),
  sessionSha256: z.string(),
  asked: z.string(),
  startedAtMs: z.number(),
  queryId: z.nullable(z.string()),
};
const searchSchema: z.ZodMiniType<LogSearch> = z.union([
  z.object({
    ...base,
    state: z.enum(['starting', 'running']),
    untilMs: z.number(),
    slot: z.nullable(z.number()),
  }),
  z.object({ ...base, state: z.enum(['found', 'failed', 'replaced']), endedAtMs: z.number() }),
]);
const rowSchema = z.object({ searches: z.array(searchSchema), revision: z.number() });
const slotSchema = z.object({ search_id: z.string(), until_ms: z.number(), query_id: z.nullable(z.string()) });

export class DynamoSearchStore implements SearchStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readSearches(accountId: string): Promise<StoredSearches> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: logSearchesKey(accountId), ConsistentRead: true }),
    );
    return Item === undefined ? { searches: [], revision: 0 } : rowSchema.parse(Item);
  }

  async writeSearches(accountId: string, { searches, revision }: StoredSearches, nowMs: number): Promise<boolean> {
    return this.#unlessRefused(
      new PutCommand({
        TableName: this.#tableName,
        Item: {
          ...logSearchesKey(accountId),
          searches: [...searches],
          revision: revision + 1,
          expires_at: secondsOf(nowMs + KEPT_MS),
        },
        ConditionExpression: revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :revision',
        ...(revision > 0 && { ExpressionAttributeValues: { ':revision': revision } }),
      }),
    );
  }

  async takeSlot(
    searchId: string,
    untilMs: number,
    nowMs: number,
  ): Promise<{ readonly slot: number; readonly abandoned: string | null } | undefined> {
    const slots = Array.from({ length: SEARCH_SLOTS }, (_, slot) => slot);
    const keys = slots.map(logSearchSlotKey);
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent: true });
    const isHeld = (slot: number): boolean => {
      const row = rows.get(rowId(logSearchSlotKey(slot)));
      return row !== undefined && slotSchema.parse(row).until_ms > nowMs;
    };
    for (const slot of slots.filter((one) => !isHeld(one))) {
      const abandoned = await this.#take(slot, { searchId, untilMs, nowMs });
      if (abandoned !== undefined) return { slot, abandoned };
    }
    return undefined;
  }

  async holdSlot({ slot, searchId }: SlotHold, queryId: string, untilMs: number): Promise<boolean> {
    return this.#unlessRefused(
      new UpdateCommand({
        TableName: this.#tableName,
        Key: logSearchSlotKey(slot),
        UpdateExpression: 'SET query_id = :query, until_ms = :until, expires_at = :expires',
        ConditionExpression: 'search_id = :search',
        ExpressionAttributeValues: {
          ':query': queryId,
          ':until': untilMs,
          ':expires': secondsOf(untilMs + KEPT_MS),
          ':search': searchId,
        },
      }),
    );
  }

  async freeSlot({ slot, searchId }: SlotHold): Promise<void> {
    await this.#unlessRefused(
      new DeleteCommand({
        TableName: this.#tableName,
        Key: logSearchSlotKey(slot),
        ConditionExpression: 'search_id = :search',
        ExpressionAttributeValues: { ':search': searchId },
      }),
    );
  }

  /**
   * @returns the query that the last holder left in it, null for none; undefined if another search took the slot first
   */
  async #take(
    slot: number,
    { searchId, untilMs, nowMs }: { readonly searchId: string; readonly untilMs: number; readonly nowMs: number },
  ): Promise<string | null | undefined> {
    try {
      const { Attributes } = await this.#client.send(
        new PutCommand({
          TableName: this.#tableName,
          Item: {
            ...logSearchSlotKey(slot),
            search_id: searchId,
            until_ms: untilMs,
            query_id: null,
            expires_at: secondsOf(untilMs + KEPT_MS),
          },
          ConditionExpression: 'attribute_not_exists(pk) OR until_ms <= :now',
          ExpressionAttributeValues: { ':now': nowMs },
          ReturnValues: 'ALL_OLD',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return Attributes === undefined ? null : slotSchema.parse(Attributes).query_id;
    } catch (error) {
      // A retry after a lost answer finds the slot taken by this very request.
      if (error instanceof ConditionalCheckFailedException)
        return error.Item?.['search_id']?.S === searchId ? null : undefined;
      throw error;
    }
  }

  async #unlessRefused(command: PutCommand | UpdateCommand | DeleteCommand): Promise<boolean> {
    try {
      await this.#client.send(command as PutCommand);
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}

function secondsOf(ms: number): number {
  return Math.ceil(ms / 1000);
}
