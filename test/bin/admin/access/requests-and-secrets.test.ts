/**
 * The commands that end an account's research and that replace the signing key: they ask for confirmation, and write to
 * the audit trail.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoEnrichmentStore } from '../../../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import type { PeriodUsage } from '../../../../core/billing/accounts/usage.ts';
import { requestForAccount } from '../../../../core/sourcing/enrichment/enrich-for-account.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../../core/money.ts';
import { LocalRights } from '../../../../local/rights/local-rights.ts';
import { openSecretStore } from '../../../../local/secrets/secret-store.ts';
import type { JsonEndpoint } from '../../../../local/json-endpoint.ts';
import { startSecretsEndpoint } from '../../../../local/secrets/secrets-endpoint.ts';
import { openAccount } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';
import { nameOf } from '../../../support/research/research-harness.ts';

interface Line {
  readonly who: string;
  readonly what: string;
  readonly details: Readonly<Record<string, unknown>>;
}

let operator: Operator;
let secrets: JsonEndpoint;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  secrets = await startSecretsEndpoint(await generatedSecret(), new LocalRights(() => undefined));
  operator = await openOperator(secrets.endpoint);
  client = testClient(operator.tables.endpoint);
});
afterAll(async () => {
  client.destroy();
  await operator.stop();
  await secrets.stop();
});

async function generatedSecret() {
  const store = await openSecretStore(await mkdtemp(path.join(tmpdir(), 'secrets-')));
  await store.generate(new Map([['signing-secret', 64]]));
  return store;
}

describe('research-requests cancel', () => {
  let account: Account;
  let store: DynamoEnrichmentStore;
  const part = (part_number: string) => ({ manufacturer: 'Norvane', part_number });

  beforeAll(async () => {
    ({ account } = await openAccount(client, operator.tables.accountsTable, { nowMs: Date.now() }));
    store = new DynamoEnrichmentStore(client, operator.tables.accountsTable);
    const ports = {
      index: new DynamoItemIndex(client, operator.tables.productIndexTable),
      enrichment: store,
      researchQueue: { send: async () => undefined },
    };
    const parts = ['X-1', 'X-2', 'X-3'].map((number) => ({
      name: nameOf(part(number)),
      asked: { manufacturer: 'Norvane', partNumber: number, description: null },
    }));
    await requestForAccount(ports, account, parts, { again: false, counted: false }, Date.now());
  });

  const states = async () => (await store.listRequests(account.accountId)).map(({ state }) => state);
  async function reserved(): Promise<number> {
    const [request] = await store.listRequests(account.accountId);
    const row = await store.readUsage(account.accountId, request?.usageKey ?? '');
    return (row as PeriodUsage).reservedNanoUsd;
  }

  test('asks for confirmation', async () => {
    const asked = await operator.run('research-requests', 'cancel', account.accountId);
    expect(asked).toMatchObject({ exitCode: 1, stdout: '' });
    expect(asked.stderr).toContain('The research of 3 parts will be cancelled');
    expect(await states()).toEqual(['queued', 'queued', 'queued']);
    expect(await reserved()).toBe(3 * RESEARCH_PRICE_NANO_USD);
  });

  test('ends one enrichment request, then all open ones of the account; reserves are released, and each is in the audit trail', async () => {
    const one = await operator.json(
      'research-requests',
      'cancel',
      account.accountId,
      'Norvane',
      'X-2',
      '--yes',
      '--who',
      'olga',
    );
    expect(one).toEqual({ outcome: 'cancelled', cancelled: 1 });
    expect(await reserved()).toBe(2 * RESEARCH_PRICE_NANO_USD);
    const all = await operator.json('research-requests', 'cancel', account.accountId, '--yes', '--who', 'olga');
    expect(all).toEqual({ outcome: 'cancelled', cancelled: 2 });
    expect(await reserved()).toBe(0);
    expect(await states()).toEqual(['failed', 'failed', 'failed']);
    const trail = new DynamoAdministrationStore(client, operator.tables.accountsTable);
    const lines = (await trail.listAuditLines(account.accountId, 50)).filter(
      ({ what }) => what === 'research.cancelled',
    );
    expect(lines.map(({ details }) => details['part_number']).sort()).toEqual(['X-1', 'X-2', 'X-3']);
    for (const line of lines) expect(line).toMatchObject({ who: 'olga', details: { state: 'queued' } });
  });

  test('reports that nothing is open', async () => {
    const nothing = await operator.run('research-requests', 'cancel', account.accountId, '--yes');
    expect(nothing).toMatchObject({ exitCode: 1, stdout: '' });
    expect(nothing.stderr).toContain('The account has no open request.');
  });
});

describe('research-requests retry', () => {
  test('of an open enrichment request is in the audit trail before its message is sent, even if sending fails', async () => {
    const { account } = await openAccount(client, operator.tables.accountsTable, { nowMs: Date.now() });
    const store = new DynamoEnrichmentStore(client, operator.tables.accountsTable);
    const ports = {
      index: new DynamoItemIndex(client, operator.tables.productIndexTable),
      enrichment: store,
      researchQueue: { send: async () => undefined },
    };
    const name = nameOf({ manufacturer: 'Norvane', part_number: 'X-9' });
    const asked = { manufacturer: 'Norvane', partNumber: 'X-9', description: null };
    await requestForAccount(ports, account, [{ name, asked }], { again: false, counted: false }, Date.now());
    // The queue of this stage is down.
    const retried = await operator.run(
      'research-requests',
      'retry',
      account.accountId,
      'Norvane',
      'X-9',
      '--who',
      'olga',
    );
    expect(retried).toMatchObject({ exitCode: 1, stdout: '' });
    const trail = new DynamoAdministrationStore(client, operator.tables.accountsTable);
    const lines = await trail.listAuditLines(account.accountId, 50);
    expect(lines.filter(({ what }) => what === 'research.retried')).toMatchObject([
      { who: 'olga', details: { manufacturer: 'Norvane', part_number: 'X-9', state: 'queued' } },
    ]);
  });
});

describe('secrets rotate', () => {
  test('asks for confirmation, replaces the key, and refuses a second time; the audit trail names the operator and both keys, but no secret', async () => {
    expect(await operator.run('secrets', 'rotate')).toMatchObject({ exitCode: 1, stdout: '' });

    const { key_id: after } = (await operator.json('secrets', 'rotate', '--yes', '--who', 'olga')) as {
      key_id: string;
    };
    const refused = await operator.run('secrets', 'rotate', '--yes', '--who', 'igor');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('Rotate again after');

    const lines = (await operator.json('audit', 'show')) as Line[];
    const before = lines.at(-1)?.details['key_id_before'];
    expect(before).toEqual(expect.any(String));
    expect(before).not.toBe(after);
    expect(lines.map(({ who, what, details }) => ({ who, what, details }))).toEqual([
      {
        who: 'igor',
        what: 'signing_key.rotation_refused',
        details: { key_id_before: after, not_before: expect.any(String) as string },
      },
      { who: 'igor', what: 'signing_key.rotation_begun', details: { key_id_before: after } },
      { who: 'olga', what: 'signing_key.rotated', details: { key_id_before: before, key_id_after: after } },
      { who: 'olga', what: 'signing_key.rotation_begun', details: { key_id_before: before } },
    ]);
  });
});
