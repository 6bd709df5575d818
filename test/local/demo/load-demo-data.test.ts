import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoClientStore } from '../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { openCatalogStore } from '../../../adapters/dynamodb/open-stores.ts';
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { LocalCatalogFile } from '../../../adapters/files/local-catalog-file.ts';
import { openFile } from '../../../core/catalogs/import/open-file.ts';
import { previewFile } from '../../../core/catalogs/import/preview-file.ts';
import { revokeClient } from '../../../core/access/administration/administer-clients.ts';
import { proveSecret } from '../../../core/access/auth/client-secret.ts';
import { prepareDebit } from '../../../core/billing/meter/usage-debit.ts';
import { countTokens } from '../../../core/billing/meter/charge-for-items.ts';
import { readClientId } from '../../../core/identifiers.ts';
import { ITEM_SECTIONS } from '../../../core/index/items/item-record.ts';
import { selectFields, showItem } from '../../../core/index/items/item-selection.ts';
import type { DemoCredentials, KnownCredentials } from '../../../local/demo/demo-credentials.ts';
import { DEMO_KEYS, type DemoKeyName } from '../../../local/demo/demo-keys.ts';
import { generateDemoItems } from '../../../local/demo/generate-demo-items.ts';
import { loadDemoData } from '../../../local/demo/load-demo-data.ts';
import { openDemoCatalog } from '../../../local/demo/open-demo-catalog.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { checkIndex } from '../../support/index/index-check.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';

const NOW_MS = Date.UTC(2026, 10, 21);

let tables: OpenTables;
let client: DynamoDBDocumentClient;
let steps: number;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
});
beforeEach(() => {
  steps = 0;
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

/**
 * @param stopAfter the number of store calls after which every further one fails, as if the process had been killed
 */
async function load(known?: KnownCredentials, stopAfter = Infinity): Promise<DemoCredentials> {
  const dynamodb = new DynamoDBClient({
    endpoint: tables.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  let calls = 0;
  dynamodb.middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      if (calls > stopAfter) throw new Error('killed');
      return next(args);
    },
    { step: 'initialize' },
  );
  try {
    const { productIndexTable, accountsTable } = tables;
    const onProgress = () => void (steps += 1);
    const baseUrl = 'http://127.0.0.1:3000';
    return await loadDemoData({
      client: dynamodb,
      productIndexTable,
      accountsTable,
      baseUrl,
      nowMs: NOW_MS,
      known,
      onProgress,
    });
  } finally {
    dynamodb.destroy();
  }
}

async function readCaller({ client_id }: { client_id: string }) {
  const identity = readClientId(client_id);
  if (identity === undefined) throw new Error(`${client_id} is not a client id`);
  const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(identity, NOW_MS);
  if (caller === undefined) throw new Error(`${client_id} is not stored`);
  return caller;
}

async function expectAllWork(credentials: DemoCredentials): Promise<void> {
  for (const { name, scopes, kind } of DEMO_KEYS) {
    const stored = await readCaller(credentials[name]);
    expect(proveSecret(credentials[name].client_secret, stored.secrets, NOW_MS), name).toBe('valid');
    expect(stored.client).toMatchObject({ kind, scopes: [...scopes] });
  }
}

const nameOf = (credentials: DemoCredentials): DemoKeyName[] =>
  DEMO_KEYS.map(({ name }) => name).filter((name) => name in credentials);

describe('loading the demo data', () => {
  let credentials: DemoCredentials;

  test('ends with every item, account and key in place, even if it was killed and repeated', async () => {
    for (const stopAfter of [3, 300, 700]) await expect(load(undefined, stopAfter)).rejects.toThrow('killed');
    // The run is killed between the accounts and the keys, each time a little later.
    for (const further of [4, 9, 17, 30]) {
      await load(undefined, further).catch(() => undefined);
    }
    credentials = await load();
    expect(nameOf(credentials)).toHaveLength(10);
    await expectAllWork(credentials);
    const state = await checkIndex(client, tables.productIndexTable);
    expect(state.faults.filter((fault) => !fault.includes('DEMO#'))).toEqual([]);
    expect(state.records.size).toBe(500);
  });

  test('creates no key twice, however often it was interrupted', async () => {
    const store = new DynamoAdministrationStore(client, tables.accountsTable);
    const accountIds = [...new Set(DEMO_KEYS.map(({ account }) => account.accountId))];
    const clients = (await Promise.all(accountIds.map((id) => store.listClients(id)))).flat();
    expect(clients.map(({ name }) => name).sort()).toEqual(DEMO_KEYS.map(({ name }) => name).sort());
  });

  test('keeps credentials that still work, and replaces the others', async () => {
    expect(await load(credentials)).toEqual(credentials);
    const store = new DynamoAdministrationStore(client, tables.accountsTable);
    await revokeClient(store, credentials.trial.client_id, { who: 'test' }, NOW_MS);
    const wrong = { ...credentials, test: { ...credentials.test, client_secret: 'sec_wrong' } };
    const renewed = await load(wrong);
    expect(renewed.live).toEqual(credentials.live);
    expect(renewed.trial.client_id).not.toBe(credentials.trial.client_id);
    expect(renewed.test.client_id).toBe(credentials.test.client_id);
    await expectAllWork(renewed);
    credentials = renewed;
  });

  test('does not restore a deleted item, and then shows no progress', async () => {
    const [item] = generateDemoItems();
    const itemId = item?.id ?? '';
    await new DynamoItemWriter(client, tables.productIndexTable).deleteItem(itemId);
    await load(credentials);
    expect(steps).toBe(0);
    const index = new DynamoItemIndex(client, tables.productIndexTable);
    expect((await index.readItems([itemId], ITEM_SECTIONS)).size).toBe(0);
  });

  test.each([
    ['live', 'active', undefined],
    ['read_only', 'active', undefined],
    ['trial', 'active', undefined],
    ['capped', 'active', undefined],
    ['past_due', 'active', 'past_due'],
    ['no_plan', 'active', 'no_active_plan'],
    ['trial_ended', 'active', 'trial_ended'],
    ['suspended', 'suspended', undefined],
  ] as const)(
    'creates %s, whose account is %s, and whose look-up of 150 tokens is refused by %s',
    async (name, status, refusal) => {
      const caller = await readCaller(credentials[name]);
      expect(caller.account.status).toBe(status);
      const kind = caller.client.kind as 'live' | 'trial';
      const draw = prepareDebit({ ...caller, client: { kind } }, { tokens: 150, items: 1, parts: 0 }, NOW_MS);
      expect(draw.ok ? undefined : draw.reason.kind).toBe(refusal);
    },
  );

  test('gives trial_used a used allowance, once', async () => {
    const { account, usage } = await readCaller(credentials.trial_used);
    expect(usage.trial?.items).toBe(account.trialAllowanceItems);
  });

  test('lets capped pay for about 20 look-ups', async () => {
    const { account } = await readCaller(credentials.capped);
    const selection = selectFields({ defaults: 'lookup' });
    const tokens = generateDemoItems().map((item) => countTokens(showItem(item, selection)));
    const averageNanoUsd =
      (tokens.reduce((sum, count) => sum + count, 0) / tokens.length) * account.terms.overagePriceNanoUsdPerToken;
    expect(account.terms.tokensIncluded).toBe(0);
    expect(Math.round(((account.spendingCapCents ?? 0) * 10_000_000) / averageNanoUsd)).toBe(20);
  });

  test('imports a list of parts that are found, found otherwise, unknown and repeated, once if it was killed meanwhile', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'demo-list-'));
    const { accountId } = DEMO_KEYS[0].account;
    const stored = { accounts: tables.accountsTable, index: tables.productIndexTable };
    const order = { accountId, folder, nowMs: NOW_MS };
    const killed = testClient(tables.endpoint);
    killed.middlewareStack.add(
      (next) => async (args) => {
        // The catalog's own row is written alone, rows of the list with the catalog.
        if ('TransactItems' in args.input && (args.input.TransactItems?.length ?? 0) > 1) throw new Error('killed');
        return next(args);
      },
      { step: 'initialize' },
    );
    await expect(openDemoCatalog({ client: killed, ...stored }, order)).rejects.toThrow('killed');
    killed.destroy();
    await openDemoCatalog({ client, ...stored }, order);
    const [catalog, ...others] = await openCatalogStore({ client, ...stored }).listCatalogs(accountId, {
      before: Number.MAX_SAFE_INTEGER,
      limit: 10,
    });
    expect(others).toEqual([]);
    expect(catalog).toMatchObject({ status: 'complete', counts: { cache_hit: 3, not_found: 1, duplicate: 1 } });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('has most parts of the sample list that newcomers upload', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sample-list-'));
    const file = new LocalCatalogFile(path.resolve('docs/guides/sample-list.csv'), folder);
    const index = new DynamoItemIndex(client, tables.productIndexTable);
    const list = await openFile(file, index, { name: 'sample-list.csv', chosen: [] });
    if (!list.ok) throw new Error(list.reason.kind);
    const ports = { catalogs: openCatalogStore({ client, accounts: tables.accountsTable }), index };
    const { outcomes } = await previewFile(ports, DEMO_KEYS[0].account.accountId, list.value);
    expect(outcomes).toEqual({ cache_hit: 5, not_found: 2, duplicate: 1 });
    await rm(folder, { recursive: true });
  });
});
