/** Opens the missing demo accounts and keys in the Accounts table. */
import {
  openAccountReports,
  openAdministrationStore,
  openPeopleStore,
  openUsageStore,
  type AccountsTable,
} from '../../adapters/dynamodb/open-stores.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DynamoAdministrationStore } from '../../adapters/dynamodb/access/dynamo-administration-store.ts';
import type { DynamoPeopleStore } from '../../adapters/dynamodb/access/dynamo-people-store.ts';
import { createClient, rotateClient, type NewSecret } from '../../core/access/administration/administer-clients.ts';
import { proveSecret } from '../../core/access/auth/client-secret.ts';
import { createAccount } from '../../core/access/administration/administer-accounts.ts';
import { prepareDebit } from '../../core/billing/meter/usage-debit.ts';
import { acceptInvitation, inviteMember } from '../../core/access/people/administer-members.ts';
import { readClientId } from '../../core/identifiers.ts';
import type { Result } from '../../core/result.ts';
import type { DemoCredential, KnownCredentials } from './demo-credentials.ts';
import {
  DEMO_KEYS,
  demoOwnerEmail,
  TRIAL_USED_ACCOUNT,
  type DemoAccount,
  type DemoKey,
  type DemoKeyName,
} from './demo-keys.ts';

export const DEMO = { who: 'demo data' };

interface DemoKeysOrder {
  readonly accountsTable: string;
  readonly nowMs: number;
  readonly known?: KnownCredentials | undefined;
}

export async function openDemoKeys(
  documents: DynamoDBDocumentClient,
  { accountsTable, nowMs, known = {} }: DemoKeysOrder,
): Promise<Record<DemoKeyName, DemoCredential>> {
  const tables = { client: documents, accounts: accountsTable };
  const store = openAdministrationStore(tables);
  const people = openPeopleStore(tables);
  const credentials: [DemoKeyName, DemoCredential][] = [];
  for (const key of DEMO_KEYS) {
    // An existing account stays unchanged: it may have been changed on purpose.
    await createAccount(store, { accountId: key.account.accountId, ...key.account.opening }, DEMO, nowMs);
    await addOwner(people, key.account, nowMs);
    const kept = known[key.name];
    const works = kept !== undefined && (await stillWorks(store, key, kept, nowMs));
    const credential = works ? kept : credentialOf(await renewKey(store, key, nowMs));
    credentials.push([key.name, { ...credential, owner_email: demoOwnerEmail(key.account) }]);
  }
  await useUpTrial(tables, nowMs);
  return Object.fromEntries(credentials) as Record<DemoKeyName, DemoCredential>;
}

/** Adds an owner only if there is no member. No person can accept the invitation, so the owner counts as accepted. */
export async function addOwner(people: DynamoPeopleStore, account: DemoAccount, nowMs: number): Promise<void> {
  const { accountId } = account;
  if ((await people.readMembers(accountId))?.members.length !== 0) return;
  const owner = { accountId, email: demoOwnerEmail(account), role: 'owner' } as const;
  const { personId } = expectDone(await inviteMember(people, owner, DEMO, nowMs));
  expectDone(await acceptInvitation(people, { accountId, personId }, nowMs, null));
}

async function stillWorks(
  store: DynamoAdministrationStore,
  key: DemoKey,
  { client_id, client_secret }: Omit<DemoCredential, 'owner_email'>,
  nowMs: number,
): Promise<boolean> {
  const identity = readClientId(client_id);
  if (identity?.accountId !== key.account.accountId || identity.kind !== key.kind) return false;
  const stored = (await store.readClient(identity))?.value;
  return stored?.client.revokedAtMs === null && proveSecret(client_secret, stored.secrets, nowMs) === 'valid';
}

/**
 * Returns a new secret for the key of this name, which an earlier run may have made without saving it; otherwise a new
 * key.
 */
async function renewKey(store: DynamoAdministrationStore, key: DemoKey, nowMs: number): Promise<NewSecret> {
  const { account, kind, name, scopes } = key;
  const clients = await store.listClients(account.accountId);
  const made = clients.find((client) => client.name === name && client.kind === kind && client.revokedAtMs === null);
  return made === undefined
    ? expectDone(await createClient(store, { accountId: account.accountId, kind, name, scopes }, DEMO, nowMs))
    : expectDone(await rotateClient(store, made.clientId, 0, DEMO, nowMs));
}

/** Uses up the rest of the allowance, as calls would. */
async function useUpTrial(tables: AccountsTable, nowMs: number): Promise<void> {
  const { accountId } = TRIAL_USED_ACCOUNT;
  const account = (await openAdministrationStore(tables).readAccount(accountId))?.value;
  if (account === undefined) return;
  const usage = await openAccountReports(tables).readUsageHistory(accountId);
  const items = TRIAL_USED_ACCOUNT.opening.trialAllowanceItems - (usage.trial?.items ?? 0);
  if (items <= 0) return;
  const debit = prepareDebit(
    { account, client: { kind: 'trial' }, usage },
    { tokens: items * 150, items, parts: 0 },
    nowMs,
  );
  if (debit.ok) await openUsageStore(tables).debit(debit.value);
}

function credentialOf({ client, secret }: NewSecret): Omit<DemoCredential, 'owner_email'> {
  return { account_id: client.accountId, client_id: client.clientId, client_secret: secret };
}

function expectDone<T>(result: Result<T, { readonly kind: string }>): T {
  if (result.ok) return result.value;
  throw new Error(`Demo data could not be made: ${result.reason.kind}`);
}
