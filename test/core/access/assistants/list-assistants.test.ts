import { describe, expect, test } from 'vitest';
import type { ClientRecord } from '../../../../core/billing/accounts/caller.ts';
import {
  listConnectedAssistants,
  type AssistantDay,
  type AssistantListStore,
  type AssistantRecord,
} from '../../../../core/access/assistants/list-assistants.ts';
import { SCOPES, type Scope } from '../../../../core/billing/accounts/scopes.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { DAY_MS } from '../../../../core/time.ts';

const KEY: ClientRecord = { ...callerIn().client, name: 'Shop' };
const OTHER_KEY: ClientRecord = { ...KEY, clientId: 'cli_test_0123456789_otherotherot', name: 'Desk' };

const dayAgo = (days: number) => new Date(NOON_MS - days * DAY_MS).toISOString().slice(0, 10);

function record(name: string, firstUsedMs: number, lastUsedMs: number, { clientId } = KEY): AssistantRecord {
  return { clientId, name, firstUsedMs, lastUsedMs };
}

function use(name: string, daysAgo: number, calls: number, tokens: number, { clientId } = KEY): AssistantDay {
  return {
    clientId,
    name,
    day: dayAgo(daysAgo),
    lastUsedMs: NOON_MS - daysAgo * DAY_MS,
    calls,
    billed: Math.min(1, calls),
    tokens,
  };
}

function list(
  records: readonly AssistantRecord[],
  days: readonly AssistantDay[],
  clients: readonly ClientRecord[] = [KEY, OTHER_KEY],
  listMembers: AssistantListStore['listMembers'] = async () => [
    { personId: 'per_0123456789abcdef', email: 'anna@customer.example' },
  ],
) {
  const store: AssistantListStore = {
    listClients: async () => clients,
    listAssistants: async () => records,
    listAssistantDays: async () => days,
    listMembers,
  };
  return listConnectedAssistants(store, KEY.accountId, NOON_MS);
}

describe('the list of connected assistants', () => {
  test('shows the assistant, its key, its permissions, its first and last use, and its calls and tokens', async () => {
    const [shown, ...others] = await list(
      [record('claude 1', NOON_MS - 3 * DAY_MS, NOON_MS - DAY_MS)],
      [use('claude 1', 3, 2, 200), use('claude 1', 1, 1, 50)],
    );
    expect(others).toEqual([]);
    expect(shown).toEqual({
      clientId: KEY.clientId,
      name: 'claude 1',
      keyName: 'Shop',
      permissions: ['look_up', 'catalogs', 'usage', 'enrich'],
      firstUsedMs: NOON_MS - 3 * DAY_MS,
      lastUsedMs: NOON_MS - DAY_MS,
      billedCallsLast30Days: 2,
      callsLast30Days: 3,
      tokensLast30Days: 250,
      revoked: false,
    });
  });

  test('shows a sign-in with its member, even unused, and marks it as ended if it was revoked or expired', async () => {
    const byAnna = { personId: 'per_0123456789abcdef', oauthClientId: 'oac_x', tokenAtMs: NOON_MS - DAY_MS };
    const signIn: ClientRecord = { ...KEY, name: 'Desk Assistant', scopes: ['usage:read'], signIn: byAnna };
    expect(await list([], [], [signIn])).toEqual([
      {
        clientId: KEY.clientId,
        name: 'Desk Assistant',
        keyName: 'Desk Assistant',
        signInOf: { personId: byAnna.personId, email: 'anna@customer.example' },
        permissions: ['usage'],
        firstUsedMs: null,
        lastUsedMs: null,
        billedCallsLast30Days: 0,
        callsLast30Days: 0,
        tokensLast30Days: 0,
        revoked: false,
      },
    ]);
    const used = [record('claude 1', 5, 6)];
    expect(await list(used, [], [signIn])).toMatchObject([{ name: 'claude 1', lastUsedMs: 6, revoked: false }]);
    const idle = { ...signIn, signIn: { ...byAnna, tokenAtMs: NOON_MS - 91 * DAY_MS } };
    const revoked = { ...signIn, revokedAtMs: 1 };
    for (const ended of [idle, revoked]) {
      expect(await list([], [], [ended])).toEqual([]);
      expect(await list(used, [], [ended])).toMatchObject([{ revoked: true }]);
    }
    const former = { ...signIn, signIn: { ...byAnna, personId: 'per_gone' } };
    expect(await list(used, [], [former])).toMatchObject([{ signInOf: { email: null } }]);
    const beside = await list([], [], [OTHER_KEY, signIn]);
    expect(beside).toMatchObject([{ signInOf: { email: 'anna@customer.example' } }]);
  });

  test('reads no members if there are only keys', async () => {
    const [shown] = await list([record('claude 1', 5, 6)], [], [KEY, OTHER_KEY], () =>
      Promise.reject(new Error('Read')),
    );
    expect(shown).not.toHaveProperty('signInOf');
  });

  test('counts today and the 29 days before it as its 30 days', async () => {
    const days = [use('a', 0, 1, 1), use('a', 29, 10, 10), use('a', 30, 100, 100)];
    expect(await list([], days)).toMatchObject([{ callsLast30Days: 11, tokensLast30Days: 11 }]);
  });

  test('takes the last use from a day that has calls, and the first from an old day', async () => {
    const records = [record('a', NOON_MS - 5 * DAY_MS, NOON_MS - 5 * DAY_MS)];
    expect(await list(records, [use('a', 31, 1, 1), use('a', 0, 1, 1)])).toMatchObject([
      { firstUsedMs: NOON_MS - 31 * DAY_MS, lastUsedMs: NOON_MS },
    ]);
    const later = [record('a', NOON_MS - 9 * DAY_MS, NOON_MS - DAY_MS)];
    expect(await list(later, [use('a', 3, 1, 1)])).toMatchObject([
      { firstUsedMs: NOON_MS - 9 * DAY_MS, lastUsedMs: NOON_MS - DAY_MS },
    ]);
  });

  test('lists an assistant without an activity row by its days, and one without days by that row', async () => {
    const shown = await list([record('old', 5, 6)], [use('new', 0, 1, 7)]);
    expect(shown).toMatchObject([
      { name: 'new', tokensLast30Days: 7 },
      { name: 'old', firstUsedMs: 5, lastUsedMs: 6, callsLast30Days: 0, tokensLast30Days: 0 },
    ]);
  });

  test('shows the most recently used first', async () => {
    const records = [record('a', 1, 20), record('b', 1, 30), record('c', 1, 10)];
    expect((await list(records, [])).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });

  test('counts one assistant on two keys, and two on one key, separately', async () => {
    const days = [use('a', 0, 1, 1), use('a', 0, 2, 2, OTHER_KEY), use('b', 0, 4, 4)];
    const records = [record('a', 0, 3), record('a', 0, 2, OTHER_KEY), record('b', 0, 1)];
    const shown = await list(records, days);
    expect(new Set(shown.map(({ keyName, name, callsLast30Days }) => `${keyName} ${name} ${callsLast30Days}`))).toEqual(
      new Set(['Shop a 1', 'Desk a 2', 'Shop b 4']),
    );
  });

  test('marks an assistant of a revoked key, and omits one whose key is gone', async () => {
    const revoked = { ...KEY, revokedAtMs: NOON_MS };
    const shown = await list([record('a', 0, 1), record('a', 0, 2, OTHER_KEY)], [], [revoked]);
    expect(shown).toMatchObject([{ keyName: 'Shop', revoked: true }]);
  });

  test.each<[readonly Scope[], readonly string[]]>([
    [[], []],
    [['items:read'], ['look_up']],
    [['items:search'], ['look_up']],
    [['catalogs:read'], ['catalogs']],
    [['usage:read'], ['usage']],
    [['enrich:write'], ['enrich']],
    [SCOPES, ['look_up', 'catalogs', 'usage', 'enrich']],
  ])('shows for the scopes %j the permissions %j', async (scopes, permissions) => {
    expect((await list([record('a', 0, 1)], [], [{ ...KEY, scopes }]))[0]?.permissions).toEqual(permissions);
  });
});
