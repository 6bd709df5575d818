import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalRights } from '../../../local/rights/local-rights.ts';
import { openSecretStore } from '../../../local/secrets/secret-store.ts';
import { startSecretsEndpoint } from '../../../local/secrets/secrets-endpoint.ts';
import type { JsonEndpoint } from '../../../local/json-endpoint.ts';

const SecretId = 'Signing';
let folder = '';
let endpoint: JsonEndpoint;
let client: SecretsManagerClient;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'secrets-'));
  await open();
});

afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<void> {
  const store = await openSecretStore(folder);
  await store.generate(new Map([[SecretId, 40]]));
  endpoint = await startSecretsEndpoint(store, new LocalRights(() => undefined));
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  client = new SecretsManagerClient({ endpoint: endpoint.endpoint, region: 'us-east-1', credentials });
}

async function close(): Promise<void> {
  client.destroy();
  await endpoint.stop();
}

async function valueAt(VersionStage: string): Promise<string | undefined> {
  return (await client.send(new GetSecretValueCommand({ SecretId, VersionStage }))).SecretString;
}

test('a secret is generated with the requested length, under the label AWSCURRENT', async () => {
  const found = await client.send(new GetSecretValueCommand({ SecretId }));
  expect(found).toMatchObject({ Name: SecretId, VersionStages: ['AWSCURRENT'] });
  expect(found.SecretString).toMatch(/^[A-Za-z0-9]{40}$/);
  expect(found.CreatedDate).toBeInstanceOf(Date);
});

test('there is no previous version before the first rotation', async () => {
  await expect(valueAt('AWSPREVIOUS')).rejects.toThrow(ResourceNotFoundException);
});

test('a rotation moves AWSCURRENT to the new value and AWSPREVIOUS to the old one, and the next one drops the oldest', async () => {
  const first = await valueAt('AWSCURRENT');
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: 'second' }));
  expect([await valueAt('AWSCURRENT'), await valueAt('AWSPREVIOUS')]).toEqual(['second', first]);
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: 'third' }));
  expect([await valueAt('AWSCURRENT'), await valueAt('AWSPREVIOUS')]).toEqual(['third', 'second']);
});

test('a repeated version is stored once, and refused with another value', async () => {
  const ClientRequestToken = 'a'.repeat(32);
  const put = { SecretId, SecretString: 'fourth', ClientRequestToken };
  await client.send(new PutSecretValueCommand(put));
  await client.send(new PutSecretValueCommand(put));
  expect([await valueAt('AWSCURRENT'), await valueAt('AWSPREVIOUS')]).toEqual(['fourth', 'third']);
  await expect(client.send(new PutSecretValueCommand({ ...put, SecretString: 'other' }))).rejects.toThrow(
    ResourceExistsException,
  );
});

test('a value can be stored as pending and made current later', async () => {
  const { VersionId } = await client.send(
    new PutSecretValueCommand({ SecretId, SecretString: 'fifth', VersionStages: ['AWSPENDING'] }),
  );
  expect(await valueAt('AWSCURRENT')).toBe('fourth');
  const move = { SecretId, VersionStage: 'AWSCURRENT', MoveToVersionId: VersionId };
  await client.send(new UpdateSecretVersionStageCommand(move));
  expect([await valueAt('AWSCURRENT'), await valueAt('AWSPREVIOUS')]).toEqual(['fifth', 'fourth']);
});

test('a secret is found by ARN, described with its versions, and kept across a restart', async () => {
  const { ARN, VersionIdsToStages } = await client.send(new DescribeSecretCommand({ SecretId }));
  expect(Object.values(VersionIdsToStages ?? {})).toContainEqual(['AWSPREVIOUS']);
  await close();
  await open();
  const found = await client.send(new GetSecretValueCommand({ SecretId: ARN }));
  expect(found.SecretString).toBe('fifth');
});

test.each(['Nobody', '__proto__', 'constructor'])('the unknown secret %s is not found', async (unknown) => {
  await expect(client.send(new GetSecretValueCommand({ SecretId: unknown }))).rejects.toThrow(
    ResourceNotFoundException,
  );
});
