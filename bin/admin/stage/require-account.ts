/** Reads the accounts and keys that a command names. If one does not exist, suggests similar ids. */
import { openAccountSearchStore, openAdministrationStore } from '../../../adapters/dynamodb/open-stores.ts';
import type { DynamoAccountSearchStore } from '../../../adapters/dynamodb/access/dynamo-account-search-store.ts';
import type { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import type { ClientRecord } from '../../../core/billing/accounts/caller.ts';
import type { Account } from '../../../core/billing/accounts/account.ts';
import { readClientId } from '../../../core/identifiers.ts';
import { OperatorError } from '../console/operator-error.ts';
import { nearestNamedOr } from './nearest.ts';
import { tablesOf, type OpenStage } from './open-stage.ts';

export function accountStore(stage: OpenStage): DynamoAdministrationStore {
  return openAdministrationStore(tablesOf(stage));
}

export function accountSearchStore(stage: OpenStage): DynamoAccountSearchStore {
  return openAccountSearchStore(tablesOf(stage));
}

/** @throws {OperatorError} when the account does not exist; suggests the nearest ids */
export async function requireAccount(stage: OpenStage, accountId: string): Promise<Account> {
  const account = (await accountStore(stage).readAccount(accountId))?.value;
  return account ?? refuseUnknownAccount(stage, accountId);
}

/** @throws {OperatorError} when the key does not exist; suggests the nearest ids */
export async function requireClient(stage: OpenStage, clientId: string): Promise<ClientRecord> {
  const identity = readClientId(clientId);
  const found = identity === undefined ? undefined : await accountStore(stage).readClient(identity);
  if (found !== undefined) return found.value.client;
  const entries = await accountSearchStore(stage).readAll();
  const known = entries.flatMap(({ clients }) => clients.map(({ clientId: id, name }) => ({ id, name })));
  throw new OperatorError(`There is no key ${clientId} in ${stage.stage}.`, {
    code: 'unknown_client',
    fix: nearestNamedOr(known, clientId, '`accounts find TEXT` and `clients list ACCOUNT` show the keys.'),
  });
}

async function refuseUnknownAccount(stage: OpenStage, accountId: string): Promise<never> {
  const entries = await accountSearchStore(stage).readAll();
  const known = entries.map(({ account }) => ({ id: account.accountId, name: account.name }));
  throw new OperatorError(`There is no account ${accountId} in ${stage.stage}.`, {
    code: 'unknown_account',
    fix: nearestNamedOr(known, accountId, '`accounts list` shows all accounts; `accounts find TEXT` searches them.'),
  });
}
