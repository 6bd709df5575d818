/**
 * The contract of every store of assistants' activity. It runs against DynamoDB and against the in-memory store that
 * other tests use.
 */
import { describe, expect, test } from 'vitest';
import type { AssistantActivityStore, AssistantUse } from '../../../../core/access/assistants/assistant-activity.ts';
import type { AssistantListStore } from '../../../../core/access/assistants/list-assistants.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';

interface OpenStores {
  readonly activity: AssistantActivityStore;
  readonly list: AssistantListStore;
  /** Stores a key in a new account. */
  readonly key: Omit<AssistantUse, 'name'>;
}

const DAY = '2026-11-18';

export function assistantStoreContract(open: () => Promise<OpenStores>): void {
  describe('a store of assistants’ activity', () => {
    test('stores a limited number of names for a key, and knows the stored ones', async () => {
      const { activity, list, key } = await open();
      const addName = (name: string) => activity.addName({ ...key, name }, 2);
      expect(await Promise.all(['a', 'b', 'c'].map(addName))).toHaveLength(3);
      const [client] = await list.listClients(key.accountId);
      const names = [...(client?.assistantNames ?? [])];
      expect(names).toHaveLength(2);
      expect(await Promise.all(names.map(addName))).toEqual([true, true]);
      expect(await addName('d')).toBe(false);
    });

    test('stores no name for an unknown key', async () => {
      const { activity, key } = await open();
      const use = { ...key, clientId: `${key.clientId.slice(0, -12)}nobodyatall0`, name: 'a' };
      expect(await activity.addName(use, 2)).toBe(false);
    });

    test('sums calls, billed calls and tokens by key, name and day, and returns the calls of the day', async () => {
      const { activity, list, key } = await open();
      const add = (name: string, day: string, calls: number, billed: number, tokens: number, atMs: number) =>
        activity.addToDay({ ...key, name }, day, { calls, billed, tokens }, atMs);
      expect(await add('a', DAY, 1, 1, 100, NOON_MS)).toBe(1);
      expect(await add('a', DAY, 1, 1, 20, NOON_MS + 1)).toBe(2);
      expect(await add('a', DAY, 0, -1, -100, NOON_MS + 2)).toBe(2);
      expect(await add('b', DAY, 1, 0, 5, NOON_MS)).toBe(1);
      expect(await add('a', '2026-11-19', 1, 1, 7, NOON_MS + 3)).toBe(1);
      const { clientId } = key;
      const days = [...(await list.listAssistantDays(key.accountId))];
      expect(days.sort((one, other) => one.tokens - other.tokens)).toEqual([
        { clientId, name: 'b', day: DAY, lastUsedMs: NOON_MS, calls: 1, billed: 0, tokens: 5 },
        { clientId, name: 'a', day: '2026-11-19', lastUsedMs: NOON_MS + 3, calls: 1, billed: 1, tokens: 7 },
        { clientId, name: 'a', day: DAY, lastUsedMs: NOON_MS + 2, calls: 2, billed: 1, tokens: 20 },
      ]);
    });

    test('keeps the first use and updates the last', async () => {
      const { activity, list, key } = await open();
      for (const later of [0, 5, 9]) await activity.noteUse({ ...key, name: 'a' }, NOON_MS + later);
      expect(await list.listAssistants(key.accountId)).toEqual([
        { clientId: key.clientId, name: 'a', firstUsedMs: NOON_MS, lastUsedMs: NOON_MS + 9 },
      ]);
    });

    test('shows an account only its own activity', async () => {
      const [one, other] = [await open(), await open()];
      await one.activity.addToDay({ ...one.key, name: 'a' }, DAY, { calls: 1, billed: 1, tokens: 1 }, NOON_MS);
      await one.activity.noteUse({ ...one.key, name: 'a' }, NOON_MS);
      expect(await other.list.listAssistants(other.key.accountId)).toEqual([]);
      expect(await other.list.listAssistantDays(other.key.accountId)).toEqual([]);
      expect((await other.list.listClients(other.key.accountId)).map(({ clientId }) => clientId)).toEqual([
        other.key.clientId,
      ]);
    });
  });
}
