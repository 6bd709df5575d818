/** Stores, for each account with members, which notices it got and which are due, all in one partition. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { emailOrderSchema } from '../../../core/dashboard/mail/email-order.ts';
import type { WatchedAccount, WatchStore } from '../../../core/dashboard/mail/watch-account.ts';
import { WATCH_PARTITION, watchKey } from '../accounts-table/account-keys.ts';
import { queryRows } from '../client/query-rows.ts';
import type { Row } from '../client/row-key.ts';

const shareSchema = z.object({ of: z.string(), percent: z.number() });
const watchRowSchema = z.object({
  account_id: z.string(),
  revision: z.number(),
  /** Events that ended earlier are not reported. */
  since_ms: z.number(),
  tokens_told: z._default(z.nullable(shareSchema), null),
  cap_told: z._default(z.nullable(shareSchema), null),
  payment_told: z._default(z.nullable(shareSchema), null),
  budgets_told: z._default(z.record(z.string(), shareSchema), {}),
  imports_until_ms: z._default(z.number(), 0),
  research_until_ms: z._default(z.number(), 0),
  statements_until_ms: z._default(z.number(), 0),
  pending: z._default(z.array(emailOrderSchema), []),
});

export class DynamoNoticeWatch implements WatchStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async *list(): AsyncGenerator<WatchedAccount> {
    const rows = queryRows(this.#client, this.#tableName, { partition: WATCH_PARTITION });
    for await (const row of rows) yield readWatchRow(row);
  }

  async write({ accountId, revision, marks, pending }: WatchedAccount): Promise<boolean> {
    const Item = {
      ...watchKey(accountId),
      account_id: accountId,
      revision: revision + 1,
      since_ms: Math.min(marks.importsUntilMs, marks.researchUntilMs, marks.statementsUntilMs),
      tokens_told: marks.tokens,
      cap_told: marks.cap,
      payment_told: marks.payment,
      budgets_told: marks.budgets,
      imports_until_ms: marks.importsUntilMs,
      research_until_ms: marks.researchUntilMs,
      statements_until_ms: marks.statementsUntilMs,
      pending,
    };
    try {
      await this.#client.send(
        new PutCommand({
          TableName: this.#tableName,
          Item,
          ConditionExpression: 'revision = :was',
          ExpressionAttributeValues: { ':was': revision },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}

function readWatchRow(row: Row): WatchedAccount {
  const read = watchRowSchema.parse(row);
  return {
    accountId: read.account_id,
    revision: read.revision,
    marks: {
      tokens: read.tokens_told,
      cap: read.cap_told,
      payment: read.payment_told,
      budgets: read.budgets_told,
      importsUntilMs: Math.max(read.since_ms, read.imports_until_ms),
      researchUntilMs: Math.max(read.since_ms, read.research_until_ms),
      statementsUntilMs: Math.max(read.since_ms, read.statements_until_ms),
    },
    pending: read.pending,
  };
}
