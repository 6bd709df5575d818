import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../core/access/administration/administer-clients.ts';
import { NOT_BILLED, recordActivity, takeBackUnbilled } from '../../../../core/access/assistants/assistant-activity.ts';
import { createAccount } from '../../../../core/access/administration/administer-accounts.ts';
import type { ClientIdentity } from '../../../../core/identifiers.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { MemoryAdministration } from '../../../support/stores/memory-administration.ts';
import { MemoryAssistants } from '../../../support/stores/memory-assistants.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { DAY_MS } from '../../../../core/time.ts';

describe('the activity of an assistant', () => {
  let keys: MemoryAdministration;
  let store: MemoryAssistants;
  let key: ClientIdentity;

  beforeEach(async () => {
    keys = new MemoryAdministration();
    store = new MemoryAssistants(keys);
    const operator = { who: 'test' };
    const { accountId } = valueOf(await createAccount(keys, { name: 'x' }, operator, NOON_MS));
    const wanted = { accountId, kind: 'live', name: 'x', scopes: [] } as const;
    key = valueOf(await createClient(keys, wanted, operator, NOON_MS)).client;
  });

  const use = async (name: string, tokens = 1, nowMs = NOON_MS) => {
    const stored = await keys.readClient(key);
    if (stored === undefined) throw new Error('the key is not stored');
    const account = { ...callerIn().account, accountId: key.accountId };
    return recordActivity(
      store,
      { account, client: stored.value.client },
      name,
      { billed: tokens > 0 ? 1 : 0, tokens },
      nowMs,
    );
  };
  const days = () => store.listAssistantDays(key.accountId);
  const assistants = () => store.listAssistants(key.accountId);

  test('is summed per UTC day', async () => {
    const midnightMs = Date.UTC(2026, 10, 19);
    await use('claude 1', 100, midnightMs - 2);
    await use('claude 1', 20, midnightMs - 1);
    await use('claude 1', 3, midnightMs);
    const { clientId } = key;
    expect(await days()).toEqual([
      { clientId, name: 'claude 1', day: '2026-11-18', lastUsedMs: midnightMs - 1, calls: 2, billed: 2, tokens: 120 },
      { clientId, name: 'claude 1', day: '2026-11-19', lastUsedMs: midnightMs, calls: 1, billed: 1, tokens: 3 },
    ]);
  });

  test('costs three writes for the first call ever, two for the first call of a day, and one for any other', async () => {
    const costs: number[] = [];
    for (const atMs of [NOON_MS, NOON_MS + 1, NOON_MS + DAY_MS, NOON_MS + DAY_MS]) {
      const before = store.writes;
      await use('claude 1', 1, atMs);
      costs.push(store.writes - before);
    }
    expect(costs).toEqual([3, 1, 2, 1]);
  });

  test('stores the first and last use on the first call of each day', async () => {
    for (const atMs of [NOON_MS, NOON_MS + 1, NOON_MS + DAY_MS, NOON_MS + DAY_MS + 1]) await use('claude 1', 1, atMs);
    expect(await assistants()).toEqual([
      { clientId: key.clientId, name: 'claude 1', firstUsedMs: NOON_MS, lastUsedMs: NOON_MS + DAY_MS },
    ]);
  });

  test('keeps 20 assistant names per key; further ones are counted together in one write, and known ones still count', async () => {
    for (let index = 1; index <= 22; index += 1) await use(`assistant ${index}`, index);
    const named = (await days()).filter(({ name }) => name !== 'other');
    expect(named.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, index) => `assistant ${index + 1}`));
    const before = store.writes;
    await use('assistant 23', 23);
    expect(store.writes - before).toBe(1);
    expect((await days()).find(({ name }) => name === 'other')).toMatchObject({ calls: 3, tokens: 21 + 22 + 23 });
    await use('assistant 20', 5);
    expect((await days()).find(({ name }) => name === 'assistant 20')).toMatchObject({ calls: 2, tokens: 25 });
  });

  test('leaves a key with 20 names if two concurrent calls both see room for one more', async () => {
    for (let index = 1; index <= 19; index += 1) await use(`assistant ${index}`);
    await Promise.all([use('one'), use('other one')]);
    expect((await keys.readClient(key))?.value.client.assistantNames.size).toBe(20);
    expect((await days()).filter(({ name }) => name === 'other')).toHaveLength(1);
  });

  test('returns the counted amounts with their row, and takes back what was billed, never the call', async () => {
    const recorded = await use('claude 1', 40);
    await use('claude 1', 2);
    const { accountId, clientId } = key;
    expect(recorded).toEqual({
      use: { accountId, clientId, name: 'claude 1' },
      day: '2026-11-18',
      amounts: { billed: 1, tokens: 40 },
    });
    await takeBackUnbilled(store, recorded, NOT_BILLED, NOON_MS + DAY_MS);
    expect(await days()).toEqual([
      { clientId, name: 'claude 1', day: '2026-11-18', lastUsedMs: NOON_MS + DAY_MS, calls: 2, billed: 1, tokens: 2 },
    ]);
  });

  test('adds what was billed beyond what was expected, but writes nothing for a reserve without tokens', async () => {
    const recorded = await use('claude 1', 0);
    const before = store.writes;
    await takeBackUnbilled(store, recorded, { billed: 1, tokens: 0 }, NOON_MS);
    expect(store.writes).toBe(before);
    await takeBackUnbilled(store, recorded, { billed: 1, tokens: 5 }, NOON_MS);
    expect(await days()).toMatchObject([{ calls: 1, billed: 1, tokens: 5 }]);
  });

  test('has nothing to take back for a free call', async () => {
    const recorded = await use('claude 1', 0);
    const before = store.writes;
    await takeBackUnbilled(store, recorded, NOT_BILLED, NOON_MS);
    expect(store.writes).toBe(before);
  });
});
