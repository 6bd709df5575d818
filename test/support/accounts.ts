/** Accounts and keys for tests, made the way operators make them. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/dynamo-administration-store.ts';
import { createClient, type NewSecret } from '../../functions/core/auth/administer-clients.ts';
import { SCOPES, type Scope } from '../../functions/core/auth/scopes.ts';
import { createAccount, type AccountChanges } from '../../functions/core/billing/administer-accounts.ts';
import type { Account } from '../../functions/core/billing/plan.ts';
import type { ClientKind } from '../../functions/core/identifiers.ts';
import type { Result } from '../../functions/core/result.ts';

export const OPERATOR = { who: 'test' };
/** A Wednesday in the middle of a period. */
export const NOON_MS = Date.UTC(2026, 10, 18, 12);

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

/** The value of a result that must have succeeded. */
export function valueOf<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.reason)}`);
  return result.value;
}
