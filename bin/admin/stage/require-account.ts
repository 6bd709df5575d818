/** Accounts and keys that a command names: found, or refused with the ids that were perhaps meant. */
import { DynamoAccountDirectory } from '../../../functions/adapters/dynamodb/accounts/dynamo-account-directory.ts';
import { DynamoAdministrationStore } from '../../../functions/adapters/dynamodb/accounts/dynamo-administration-store.ts';
import type { ClientRecord } from '../../../functions/core/accounts/caller.ts';
import type { Account } from '../../../functions/core/accounts/plan.ts';
import { nearestIds, type DirectoryEntry } from '../../../functions/core/administration/account-directory.ts';
import { readClientId } from '../../../functions/core/identifiers.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import type { OpenStage } from './open-stage.ts';

export function accountStore(stage: OpenStage): DynamoAdministrationStore {
  return new DynamoAdministrationStore(stage.documents, stage.output('AccountsTable'));
}

export function accountDirectory(stage: OpenStage): DynamoAccountDirectory {
  return new DynamoAccountDirectory(stage.documents, stage.output('AccountsTable'));
}

/** @throws {OperatorError} when there is none, with the nearest ids */
export async function requireAccount(stage: OpenStage, accountId: string): Promise<Account> {
  const account = (await accountStore(stage).readAccount(accountId))?.value;
  return account ?? refuseUnknownAccount(stage, accountId);
}

/** @throws {OperatorError} when there is none, with the nearest ids */
export async function requireClient(stage: OpenStage, clientId: string): Promise<ClientRecord> {
  const identity = readClientId(clientId);
  const found = identity === undefined ? undefined : await accountStore(stage).readClient(identity);
  if (found !== undefined) return found.value.client;
  const entries = await accountDirectory(stage).readAll();
  const known = entries.flatMap(({ clients }) => clients);
  const nearest = nearestIds(
    known.map((client) => client.clientId),
    clientId,
  ).map((id) => {
    const client = known.find((other) => other.clientId === id);
    return `${id} ("${printable(client?.name ?? '')}")`;
  });
  throw new OperatorError(`There is no key ${clientId} in ${stage.stage}.`, {
    code: 'unknown_client',
    fix:
      nearest.length === 0
        ? '`accounts find TEXT` and `clients list ACCOUNT` show those there are.'
        : `Nearest: ${nearest.join(', ')}.`,
  });
}

async function refuseUnknownAccount(stage: OpenStage, accountId: string): Promise<never> {
  const entries = await accountDirectory(stage).readAll();
  const nearest = nearestIds(
    entries.map(({ account }) => account.accountId),
    accountId,
  ).map((id) => nameOf(entries, id));
  throw new OperatorError(`There is no account ${accountId} in ${stage.stage}.`, {
    code: 'unknown_account',
    fix:
      nearest.length === 0
        ? '`accounts list` shows those there are; `accounts find TEXT` looks for one.'
        : `Nearest: ${nearest.join(', ')}.`,
  });
}

function nameOf(entries: readonly DirectoryEntry[], accountId: string): string {
  const found = entries.find(({ account }) => account.accountId === accountId);
  return `${accountId} ("${printable(found?.account.name ?? '')}")`;
}
