/**
 * The contract of every store of registered assistants. It runs against DynamoDB and against the in-memory store that
 * other tests use.
 */
import { describe, expect, test } from 'vitest';
import { randomAlphanumeric } from '../../../../core/identifiers.ts';
import type { RegisteredClient, RegisteredClientStore } from '../../../../core/access/oauth/registered-clients.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { DAY_MS } from '../../../../core/time.ts';

export function registeredClientStoreContract(openStore: () => RegisteredClientStore): void {
  const newClient = (): RegisteredClient => ({
    client: {
      clientId: `oac_${randomAlphanumeric(24)}`,
      name: 'An assistant',
      uri: 'https://assistant.example/',
      redirectUris: ['http://127.0.0.1/callback'],
      source: 'registered',
    },
    registeredAtMs: NOON_MS,
    expiresAtMs: NOON_MS + DAY_MS,
  });

  describe('a store of registered assistants', () => {
    test('reads back the written values', async () => {
      const [store, registered] = [openStore(), newClient()];
      await store.putClient(registered);
      expect(await store.readClient(registered.client.clientId)).toEqual(registered);
    });

    test('extends the life of one, and never shortens it', async () => {
      const [store, registered] = [openStore(), newClient()];
      const { clientId } = registered.client;
      await store.putClient(registered);
      for (const days of [3, 2]) await store.keepClient(clientId, NOON_MS + days * DAY_MS);
      expect(await store.readClient(clientId)).toEqual({ ...registered, expiresAtMs: NOON_MS + 3 * DAY_MS });
    });

    test('does not restore a deleted one by extending its life', async () => {
      const [store, { client }] = [openStore(), newClient()];
      await store.keepClient(client.clientId, NOON_MS);
      expect(await store.readClient(client.clientId)).toBeUndefined();
    });
  });
}
