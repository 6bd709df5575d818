/** Reads what operators see of an account: its usage by period, and the assistants connected to it. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { ClientRecord } from '../../../core/billing/accounts/caller.ts';
import type {
  AssistantDay,
  AssistantListStore,
  AssistantRecord,
} from '../../../core/access/assistants/list-assistants.ts';
import type { UsageSnapshot } from '../../../core/billing/accounts/usage.ts';
import {
  ACTIVITY_PREFIX,
  ASSISTANT_PREFIX,
  CLIENT_PREFIX,
  MEMBER_PREFIX,
  USAGE_PREFIX,
} from '../accounts-table/account-keys.ts';
import { readClientRow } from '../accounts-table/account-rows.ts';
import { readAssistantDay } from '../accounts-table/activity-rows.ts';
import { queryAccountRows } from '../accounts-table/query-account-rows.ts';
import { readUsageHistory } from '../billing/usage-rows.ts';

const assistantRowSchema = z.object({
  client_id: z.string(),
  name: z.string(),
  first_used_ms: z.number(),
  last_used_ms: z.number(),
});

/** The part of a member's row that the lists show. */
const memberRowSchema = z.object({ person_id: z.string(), email: z.string() });

export class DynamoAccountReports implements AssistantListStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  /** Returns every period with a billed call, oldest first, and the trial. */
  async readUsageHistory(accountId: string): Promise<UsageSnapshot> {
    return readUsageHistory(await this.#rows(accountId, USAGE_PREFIX));
  }

  async listClients(accountId: string): Promise<readonly ClientRecord[]> {
    return (await this.#rows(accountId, CLIENT_PREFIX)).map((row) => readClientRow(row).client);
  }

  async listAssistants(accountId: string): Promise<readonly AssistantRecord[]> {
    return (await this.#rows(accountId, ASSISTANT_PREFIX)).map((row) => {
      const { client_id, name, first_used_ms, last_used_ms } = assistantRowSchema.parse(row);
      return { clientId: client_id, name, firstUsedMs: first_used_ms, lastUsedMs: last_used_ms };
    });
  }

  async listAssistantDays(accountId: string): Promise<readonly AssistantDay[]> {
    return (await this.#rows(accountId, ACTIVITY_PREFIX)).map(readAssistantDay);
  }

  async listMembers(accountId: string) {
    return (await this.#rows(accountId, MEMBER_PREFIX)).map((row) => {
      const { person_id, email } = memberRowSchema.parse(row);
      return { personId: person_id, email };
    });
  }

  async #rows(accountId: string, prefix: string) {
    return queryAccountRows(this.#client, this.#tableName, accountId, prefix);
  }
}
