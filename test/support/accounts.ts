/** Accounts and keys for tests, made the way operators make them. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/dynamo-administration-store.ts';
import { createClient, type NewSecret } from '../../functions/core/auth/administer-clients.ts';
import { SCOPES, type Scope } from '../../functions/core/auth/scopes.ts';
import { createAccount, type AccountChanges } from '../../functions/core/billing/administer-accounts.ts';
import type { Account } from '../../functions/core/billing/plan.ts';
import type { ClientKind } from '../../functions/core/identifiers.ts';
import { NOON_MS } from './callers.ts';
import { valueOf } from './value-of.ts';

export { NOON_MS, valueOf };

export const OPERATOR = { who: 'test' };

export interface OpenedAccount extends NewSecret {
  readonly account: Account;
  readonly store: DynamoAdministrationStore;
}

/** An account with one key; on the growth plan, without a cap and with every scope when nothing else is said. */
export async function openAccount(
  client: DynamoDBDocumentClient,
  tableName: string,
  wanted: AccountChanges & { anchorDay?: number; kind?: ClientKind; scopes?: readonly Scope[]; nowMs?: number } = {},
): Promise<OpenedAccount> {
  const { kind = 'live', scopes = SCOPES, nowMs = NOON_MS, ...changes } = wanted;
  const store = new DynamoAdministrationStore(client, tableName);
  const account = valueOf(
    await createAccount(store, { name: 'Test account', planCode: 'growth', anchorDay: 1, ...changes }, OPERATOR, nowMs),
  );
  const { accountId } = account;
  const key = valueOf(await createClient(store, { accountId, kind, name: 'Test key', scopes }, OPERATOR, nowMs));
  return { account, store, ...key };
}
