import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SigningSecret } from '../../../adapters/secrets/signing-secret.ts';
import { NOON_MS, valueOf } from '../../support/fixtures/accounts.ts';

const MINUTE = 60_000;

interface Version {
  readonly VersionId: string;
  readonly SecretString: string;
  readonly CreatedDate: number;
}

/** A stand-in for two calls of Secrets Manager, over its real protocol. */
class FakeSecretsManager {
  nowMs = NOON_MS;
  readonly asked: string[] = [];
  readonly versions: Version[] = [];
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const [status, answer] = this.#answer(operation, JSON.parse(body) as Record<string, string>);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
    });
  });

  async start(): Promise<SecretsManagerClient> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return new SecretsManagerClient({
      endpoint: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  put(SecretString: string): Version {
    const version = { VersionId: `v${this.versions.length + 1}`, SecretString, CreatedDate: this.nowMs / 1000 };
    this.versions.push(version);
    return version;
  }

  #answer(operation: string, input: Record<string, string>): [number, object] {
    this.asked.push(`${operation} ${input['VersionStage'] ?? ''}`.trim());
    if (operation === 'PutSecretValue') return [200, { VersionId: this.put(input['SecretString'] ?? '').VersionId }];
    const version = this.versions.at(input['VersionStage'] === 'AWSPREVIOUS' ? -2 : -1);
    return version === undefined ? [400, { __type: 'ResourceNotFoundException' }] : [200, version];
  }
}

describe('the signing secret', () => {
  let manager: FakeSecretsManager;
  let client: SecretsManagerClient;
  let secret: SigningSecret;

  beforeEach(async () => {
    manager = new FakeSecretsManager();
    client = await manager.start();
    secret = new SigningSecret(client, 'signing');
  });
  afterEach(async () => {
    client.destroy();
    await manager.stop();
  });

  test('has no previous key before its first rotation', async () => {
    manager.put('x'.repeat(64));
    const { current, previous } = await secret.readKeys();
    expect(previous).toBeUndefined();
    expect(current).toEqual({ keyId: 'v1', secret: new TextEncoder().encode('x'.repeat(64)), createdAtMs: NOON_MS });
  });

  test('keeps the key before the current one', async () => {
    manager.put('x'.repeat(64));
    manager.nowMs += MINUTE;
    manager.put('y'.repeat(64));
    expect(await secret.readKeys()).toMatchObject({ current: { keyId: 'v2' }, previous: { keyId: 'v1' } });
  });

  test('that is missing or too short is an error that does not show it', async () => {
    await expect(secret.readKeys()).rejects.toThrow();
    manager.put('tooshort');
    await expect(secret.readKeys()).rejects.toThrow('The signing secret is empty or too short');
  });

  test('is rotated to a fresh key at any time the first time, and then only after 65 minutes', async () => {
    manager.put('x'.repeat(64));
    expect(valueOf(await secret.rotate(NOON_MS))).toEqual({ keyId: 'v2' });
    expect(manager.versions.at(-1)?.SecretString).toMatch(/^[\w-]{64}$/);
    expect(await secret.rotate(NOON_MS + 65 * MINUTE - 1)).toEqual({
      ok: false,
      reason: { kind: 'rotated_recently', notBeforeMs: NOON_MS + 65 * MINUTE },
    });
    expect(manager.versions).toHaveLength(2);
    expect(valueOf(await secret.rotate(NOON_MS + 65 * MINUTE))).toEqual({ keyId: 'v3' });
  });
});
