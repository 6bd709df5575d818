import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoAssistantSignInStore } from '../../../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { DynamoRegisteredClientStore } from '../../../../adapters/dynamodb/access/dynamo-registered-client-store.ts';
import { DynamoPeopleStore } from '../../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { DynamoRateCounter } from '../../../../adapters/dynamodb/billing/dynamo-rate-counter.ts';
import { removeMember } from '../../../../core/access/people/administer-members.ts';
import { registerClient } from '../../../../core/access/oauth/registered-clients.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { invitePerson } from '../../../support/service/people.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';
import { signInStoreContract } from '../../../core/access/oauth/assistant-sign-in-store-contract.ts';
import { registeredClientStoreContract } from '../../../core/access/oauth/registered-client-store-contract.ts';
import { DAY_MS } from '../../../../core/time.ts';

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let clients: DynamoRegisteredClientStore;
beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  clients = new DynamoRegisteredClientStore(client, tables.accountsTable);
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

registeredClientStoreContract(() => clients);

signInStoreContract(async () => {
  const { account, store: administration, client: key } = await openAccount(client, tables.accountsTable);
  const { accountId } = account;
  const people = new DynamoPeopleStore(client, tables.accountsTable);
  const { personId } = await invitePerson(people, accountId, 'member', NOON_MS);
  return {
    signIns: new DynamoAssistantSignInStore(client, tables.accountsTable),
    administration,
    accountId,
    personId,
    key,
    leave: async () => valueOf(await removeMember(people, { accountId, personId }, OPERATOR, NOON_MS)),
  };
});

test('a registration is counted and stored, and its row is deleted after a week', async () => {
  const body = Buffer.from(JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'], client_name: 'x' }));
  const counter = new DynamoRateCounter(client, tables.accountsTable);
  const { client: registered } = valueOf(await registerClient({ clients, counter }, body, '198.51.100.1', NOON_MS));
  expect((await clients.readClient(registered.clientId))?.client).toEqual(registered);
  const Key = { pk: `OAUTH_CLIENT#${registered.clientId}`, sk: 'CLIENT' };
  const { Item } = await client.send(new GetCommand({ TableName: tables.accountsTable, Key }));
  expect(Item?.['expires_at']).toBe((NOON_MS + 7 * DAY_MS) / 1000);
});
