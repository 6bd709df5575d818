/** Accounts and keys for tests, made the way operators make them. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DynamoAdministrationStore } from '../../adapters/dynamodb/accounts/dynamo-administration-store.ts';
import type { AdministrationStore } from '../../core/administration/administration-store.ts';
import { createClient, type NewSecret } from '../../core/administration/administer-clients.ts';
import { SCOPES, type Scope } from '../../core/accounts/scopes.ts';
import { createAccount, type AccountChanges } from '../../core/administration/administer-accounts.ts';
import type { Account } from '../../core/accounts/plan.ts';
import type { ClientKind } from '../../core/identifiers.ts';
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
  wanted: WantedAccount = {},
): Promise<OpenedAccount> {
  // Loaded when it is needed: tests without tables use the rest of this file.
  const { DynamoAdministrationStore: Store } =
    await import('../../adapters/dynamodb/accounts/dynamo-administration-store.ts');
  const store = new Store(client, tableName);
  return { ...(await openAccountIn(store, wanted)), store };
}

export type WantedAccount = AccountChanges & {
  readonly anchorDay?: number;
  readonly kind?: ClientKind;
  readonly scopes?: readonly Scope[];
  readonly nowMs?: number;
};

/** The same in any store. */
export async function openAccountIn(
  store: AdministrationStore,
  wanted: WantedAccount,
): Promise<NewSecret & { readonly account: Account }> {
  const { kind = 'live', scopes = SCOPES, nowMs = NOON_MS, ...changes } = wanted;
  const account = valueOf(
    await createAccount(store, { name: 'Test account', planCode: 'growth', anchorDay: 1, ...changes }, OPERATOR, nowMs),
  );
  const { accountId } = account;
  const key = valueOf(await createClient(store, { accountId, kind, name: 'Test key', scopes }, OPERATOR, nowMs));
  return { account, ...key };
}
