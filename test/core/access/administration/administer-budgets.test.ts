import { beforeEach, describe, expect, test } from 'vitest';
import { createAccount, setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { budgetOfNewKey, readBudget, setBudget } from '../../../../core/access/administration/administer-budgets.ts';
import type { AdministrationStore } from '../../../../core/access/administration/administration-store.ts';
import { createClient, revokeClient } from '../../../../core/access/administration/administer-clients.ts';
import type { Budget } from '../../../../core/billing/plans/budget.ts';
import type { ClientRecord } from '../../../../core/billing/accounts/caller.ts';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import type { ClientKind } from '../../../../core/identifiers.ts';
import { callerIn, type CallerSituation } from '../../../support/fixtures/callers.ts';
import { NOON_MS, OPERATOR } from '../../../support/fixtures/accounts.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { contested, MemoryAdministration } from '../../../support/stores/memory-administration.ts';

const DAILY: Budget = { every: 'day', tokens: 50_000, researchCents: 500 };

describe('a budget as clients send it', () => {
  test('is read with its bounds; a missing one is none', () => {
    expect(readBudget({ every: 'day', tokens: 50_000, research_cents: 500 })).toEqual({ ok: true, value: DAILY });
    expect(readBudget({ every: 'period', tokens: 0 })).toEqual({
      ok: true,
      value: { every: 'period', tokens: 0, researchCents: null },
    });
  });

  test.each([
    ['every', { tokens: 1 }],
    ['every', { every: 'month', tokens: 1 }],
    ['every', { every: ['day', 'period'], tokens: 1 }],
    ['tokens', { every: 'day', tokens: -1 }],
    ['tokens', { every: 'day', tokens: 1.5 }],
    ['tokens', { every: 'day', tokens: '1' }],
    ['tokens', { every: 'day', tokens: 1e13 }],
    ['tokens', { every: 'day', tokens: NaN }],
    ['tokens', { every: 'day' }],
    ['research_cents', { every: 'day', research_cents: -5 }],
    ['research_cents', { every: 'day', research_cents: 0.5 }],
    ['research_cents', { every: 'day', research_cents: 1e9 }],
    ['budget', { every: 'day', tokens: 1, period: { tokens: 2 } }],
    ['budget', null],
    ['budget', 'day'],
  ])('is refused with the field %s: %j', (field, value) => {
    expect(readBudget(value)).toMatchObject({ ok: false, reason: { kind: 'invalid_budget', field } });
  });
});

test.each([
  [{ tokens: 1 }, 'every', 'must be "day" or "period"'],
  [{ every: 'day', tokens: -1 }, 'tokens', 'must be a whole number from 0 to 1000000000000, or null for no bound'],
  [
    { every: 'day', research_cents: 0.5 },
    'research_cents',
    'must be a whole number of cents from 0 to 100000000, or null for no bound',
  ],
  [{ every: 'day', tokens: 1, cents: 1 }, 'budget', 'has only the members every, tokens and research_cents'],
  [null, 'budget', 'has only the members every, tokens and research_cents'],
  [{ every: 'day' }, 'tokens', 'or research_cents must be bounded; remove the budget to bound neither'],
])('an invalid budget names its field and the rule: %j, %s %s', (value, field, problem) =>
  expect(readBudget(value)).toEqual({ ok: false, reason: { kind: 'invalid_budget', field, problem } }),
);

test('a budget of research alone is read', () =>
  expect(readBudget({ every: 'day', research_cents: 5 })).toEqual({
    ok: true,
    value: { every: 'day', tokens: null, researchCents: 5 },
  }));

describe('a budget of an account with these terms', () => {
  const KEY = {
    ...callerIn().client,
    clientId: 'cli_live_0123456789_AbCdEfGhIjKl',
    kind: 'live',
    number: '00',
  } as ClientRecord;
  /** Returns the problem, or undefined if the budget is set. */
  const problemIn = async (
    situation: CallerSituation,
    budget: Partial<Budget>,
    clients: readonly ClientRecord[] = [KEY],
  ) => {
    const { account } = callerIn(situation);
    const changes: Account[] = [];
    const store = {
      readAccount: async () => ({ value: account, revision: 1 }),
      listClients: async () => clients,
      changeAccount: async (changed: Account) => changes.push(changed) > 0,
    };
    const wanted = { ...DAILY, researchCents: null, tokens: null, ...budget };
    const done = await setBudget(store, { clientId: KEY.clientId }, wanted, OPERATOR, NOON_MS);
    expect(changes).toHaveLength(done.ok ? 1 : 0);
    if (done.ok) return undefined;
    return done.reason.kind === 'invalid_budget' ? `${done.reason.field} ${done.reason.problem}` : done.reason.kind;
  };
  const capped = { account: { spendingCapCents: 10_000 } };

  test('bounds no more tokens than plan and cap allow', async () => {
    expect(await problemIn(capped, { tokens: 13_333_333 })).toBeUndefined();
    expect(await problemIn(capped, { tokens: 13_333_334 })).toBe(
      'tokens is more than the 13,333,333 that plan and spending cap allow',
    );
    expect(await problemIn({}, { tokens: 13_333_334 })).toBeUndefined();
    const free = { ...capped, terms: { overagePriceNanoUsdPerToken: 0 } };
    expect(await problemIn(free, { tokens: 1e12 })).toBeUndefined();
    expect(await problemIn(capped, { researchCents: 1 })).toBeUndefined();
  });

  test('bounds no more research than the cap, and only of a plan with research', async () => {
    expect(await problemIn(capped, { researchCents: 10_000 })).toBeUndefined();
    expect(await problemIn(capped, { researchCents: 10_001 })).toBe(
      'research_cents is more than the spending cap of $100.00',
    );
    expect(await problemIn({}, { researchCents: 10_001 })).toBeUndefined();
    const without = { terms: { researchAllowed: false } };
    expect(await problemIn(without, { researchCents: 1 })).toBe(
      'research_cents is not possible: the plan has no research',
    );
    expect(await problemIn(without, { researchCents: 0 })).toBeUndefined();
  });

  test('is one of 24 at most', async () => {
    const others = Array.from({ length: 24 }, (_, at) => ({ ...KEY, clientId: `cli_${at}`, number: `x${at}` }));
    const withBudgets = (count: number) => ({
      account: { budgets: new Map(others.slice(0, count).map(({ number }) => [number, DAILY] as const)) },
    });
    expect(await problemIn(withBudgets(23), { tokens: 1 }, [KEY, ...others])).toBeUndefined();
    expect(await problemIn(withBudgets(24), { tokens: 1 }, [KEY, ...others])).toBe('too_many_budgets');
    expect(await problemIn(withBudgets(24), { tokens: 1 }, [KEY, ...others.slice(1)])).toBeUndefined();
    const signedIn = {
      ...others[0],
      revokedAtMs: NOON_MS,
      signIn: { personId: 'per_1', oauthClientId: 'd', tokenAtMs: null },
    };
    const clients = [KEY, signedIn as ClientRecord, ...others.slice(1)];
    expect(await problemIn(withBudgets(24), { tokens: 1 }, clients)).toBe('too_many_budgets');
  });

  test('is only of a live key with a number', async () => {
    const { number: _number, ...unnumbered } = KEY;
    for (const one of [{ ...KEY, kind: 'trial' as const }, unnumbered])
      expect(await problemIn({}, { tokens: 1 }, [one])).toBe('no_live_client');
    const decide = budgetOfNewKey(DAILY, OPERATOR, NOON_MS);
    for (const one of [{ ...KEY, kind: 'test' as const }, unnumbered])
      expect(decide(one, callerIn().account, [])).toEqual({ ok: false, reason: { kind: 'no_live_client' } });
    expect(valueOf(decide(KEY, callerIn().account, [])).budgets).toEqual(new Map([['00', DAILY]]));
  });
});

test('of a revoked sign-in is removed although clients with other numbers are in force', async () => {
  const { account, client } = callerIn({ account: { budgets: new Map([['00', DAILY]]) } });
  const grant = { personId: 'per_1', oauthClientId: 'd', tokenAtMs: null };
  const revoked = {
    ...client,
    kind: 'live',
    number: '00',
    grant,
    revokedAtMs: NOON_MS,
    clientId: 'cli_live_0123456789_AbCdEfGhIjKl',
  };
  const store = {
    readAccount: async () => ({ value: account, revision: 1 }),
    listClients: async () =>
      [revoked, { ...client, number: '01', clientId: 'cli_live_0123456789_ZzCdEfGhIjKl' }] as ClientRecord[],
    changeAccount: async () => true,
  };
  expect((await setBudget(store, { clientId: revoked.clientId }, null, OPERATOR, NOON_MS)).ok).toBe(true);
});

test('a budget of what is no client, or of no account, is refused', async () => {
  const unread = {
    readAccount: async () => Promise.reject(new Error('read')),
    changeAccount: async () => false,
    listClients: async () => [],
  };
  expect(await setBudget(unread, { clientId: 'no id' }, DAILY, OPERATOR, NOON_MS)).toEqual({
    ok: false,
    reason: { kind: 'unknown_client' },
  });
  expect(await setBudget(new MemoryAdministration(), { signInsOf: 'acc_0000000000' }, null, OPERATOR, NOON_MS)).toEqual(
    {
      ok: false,
      reason: { kind: 'unknown_account' },
    },
  );
});

describe('the budgets of an account', () => {
  let store: MemoryAdministration;
  let accountId: string;

  beforeEach(async () => {
    store = new MemoryAdministration();
    const wanted = { name: 'House', planCode: 'growth', spendingCapCents: 10_000 };
    accountId = valueOf(await createAccount(store, wanted, OPERATOR, NOON_MS)).accountId;
  });

  const keyOf = async (kind: ClientKind = 'live') =>
    valueOf(await createClient(store, { accountId, kind, name: kind, scopes: [] }, OPERATOR, NOON_MS)).client;
  const set = (clientId: string, budget: Budget | null, over: Parameters<typeof setBudget>[0] = store) =>
    setBudget(over, { clientId }, budget, OPERATOR, NOON_MS);
  const stored = async () => (await store.readAccount(accountId))?.value;

  test('are set, changed and removed, and the trail has what was and is', async () => {
    const { clientId, number } = await keyOf();
    expect(valueOf(await set(clientId, DAILY))).toMatchObject({ before: null, after: DAILY });
    expect((await stored())?.budgets).toEqual(new Map([[number, DAILY]]));
    const period: Budget = { every: 'period', tokens: null, researchCents: 30 };
    expect(valueOf(await set(clientId, period))).toMatchObject({ before: DAILY, after: period });
    const lines = await store.listAuditLines(accountId, 10);
    expect(lines.find(({ what }) => what === 'budget.set')).toMatchObject({
      who: OPERATOR.who,
      details: { client_id: clientId },
    });
    expect(lines.filter(({ what }) => what === 'budget.set').map(({ details }) => details['budget_after'])).toEqual(
      expect.arrayContaining(['50,000 tokens and $5.00 of research each day', '$0.30 of research each billing period']),
    );
    valueOf(await set(clientId, null));
    expect((await stored())?.budgets).toEqual(new Map());
    const count = (await store.listAuditLines(accountId, 10)).length;
    valueOf(await set(clientId, null));
    expect(await store.listAuditLines(accountId, 10)).toHaveLength(count);
  });

  test.each(['test', 'trial'] as const)('do not exist for a %s key', async (kind) => {
    const { clientId } = await keyOf(kind);
    expect(await set(clientId, DAILY)).toMatchObject({ reason: { kind: 'no_live_client' } });
    expect((await stored())?.budgets).toBeUndefined();
  });

  test('are not set for a revoked key, an unknown one, or an account without a plan', async () => {
    const { clientId } = await keyOf();
    expect(await set(`${clientId.slice(0, -1)}_`, DAILY)).toMatchObject({ reason: { kind: 'unknown_client' } });
    expect(
      await set(
        clientId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        DAILY,
      ),
    ).toMatchObject({ reason: { kind: 'unknown_client' } });
    valueOf(await revokeClient(store, clientId, OPERATOR, NOON_MS));
    expect(await set(clientId, DAILY)).toMatchObject({ reason: { kind: 'client_revoked' } });
    const other = await keyOf();
    valueOf(await setAccount(store, accountId, { planCode: null }, OPERATOR, NOON_MS));
    expect(await set(other.clientId, DAILY)).toMatchObject({ reason: { kind: 'no_plan' } });
    expect((await stored())?.budgets).toBeUndefined();
  });

  test.each([
    ['tokens', { ...DAILY, tokens: 10_000_000 + 3_333_334 }, {}],
    ['research_cents', { ...DAILY, researchCents: 10_001 }, {}],
    ['research_cents', { ...DAILY, researchCents: 1 }, { researchAllowed: false }],
  ])('above what the account can spend are refused with the field %s', async (field, budget, terms) => {
    const { clientId } = await keyOf();
    valueOf(await setAccount(store, accountId, { terms }, OPERATOR, NOON_MS));
    expect(await set(clientId, budget)).toMatchObject({ reason: { kind: 'invalid_budget', field } });
    expect((await stored())?.budgets).toBeUndefined();
    const fitting = { every: 'day', tokens: 10_000_000 + 3_333_333, researchCents: null } as const;
    expect((await set(clientId, fitting)).ok).toBe(true);
  });

  test('of revoked keys end when another is set, and the trail of a lost race has one line', async () => {
    const [one, two] = [await keyOf(), await keyOf()];
    valueOf(await set(one.clientId, DAILY));
    valueOf(await revokeClient(store, one.clientId, OPERATOR, NOON_MS));
    const rival = () => setAccount(store, accountId, { name: 'Home' }, OPERATOR, NOON_MS);
    valueOf(await set(two.clientId, DAILY, contested(store, [rival])));
    expect((await stored())?.budgets).toEqual(new Map([[two.number, DAILY]]));
    expect((await stored())?.name).toBe('Home');
  });

  test('of a revoked client can be removed, so that they leave room for others', async () => {
    const { clientId } = await keyOf();
    valueOf(await set(clientId, DAILY));
    valueOf(await revokeClient(store, clientId, OPERATOR, NOON_MS));
    expect(await set(clientId, { ...DAILY, tokens: 1 })).toMatchObject({ reason: { kind: 'client_revoked' } });
    const clients = await store.listClients(accountId);
    const followed = {
      readAccount: store.readAccount.bind(store),
      changeAccount: store.changeAccount.bind(store),
      listClients: async () => [...clients, ...clients.map((one) => ({ ...one, revokedAtMs: null }))],
    };
    expect(await set(clientId, null, followed)).toMatchObject({ reason: { kind: 'client_revoked' } });
    expect(valueOf(await set(clientId, null))).toMatchObject({ before: DAILY, after: null });
    expect((await stored())?.budgets).toEqual(new Map());
  });

  test('are 24 at most, of which those of revoked keys do not count', async () => {
    const keys = [];
    for (let made = 0; made < 24; made += 1) {
      keys.push(await keyOf());
      if (made >= 8) valueOf(await revokeClient(store, keys[made - 8]?.clientId ?? '', OPERATOR, NOON_MS));
    }
    const budgets = new Map(keys.map(({ number = '' }) => [number, DAILY]));
    const account = { ...((await stored()) as Account), budgets };
    const clients = await store.listClients(accountId);
    const decide = budgetOfNewKey(DAILY, OPERATOR, NOON_MS);
    const key = { ...(clients[0] as ClientRecord), clientId: 'cli_live_next', number: '0Z' };
    expect(valueOf(decide(key, account, clients)).budgets.size).toBe(9);
    const live = clients.map((one) => ({ ...one, revokedAtMs: null }));
    expect(decide(key, account, live)).toEqual({ ok: false, reason: { kind: 'too_many_budgets', most: 24 } });
    expect(decide(key, account, live.slice(1)).ok).toBe(true);
  });

  test('are written with a new key, or neither is', async () => {
    const make = (kind: ClientKind, budget: Budget, over: AdministrationStore = store) =>
      createClient(
        over,
        { accountId, kind, name: 'x', scopes: [] },
        OPERATOR,
        NOON_MS,
        budgetOfNewKey(budget, OPERATOR, NOON_MS),
      );
    const { client } = valueOf(await make('live', DAILY));
    expect((await stored())?.budgets).toEqual(new Map([[client.number, DAILY]]));
    const lines = await store.listAuditLines(accountId, 10);
    expect(lines.filter(({ what }) => what === 'budget.set')).toMatchObject([
      {
        who: OPERATOR.who,
        details: { client_id: client.clientId, budget_before: null, budget_after: expect.any(String) },
      },
    ]);
    expect(await make('test', DAILY)).toEqual({ ok: false, reason: { kind: 'no_live_client' } });
    expect(await make('live', { ...DAILY, researchCents: 10_001 })).toMatchObject({
      reason: { field: 'research_cents' },
    });
    // The plan ends between the two readings of a creation that another one overtook.
    const without = contested(store, []);
    const readAccount = async (id: string) => {
      const read = await store.readAccount(id);
      return read && { ...read, value: { ...read.value, terms: { ...read.value.terms, code: 'none' } } };
    };
    expect(await make('live', DAILY, { ...without, readAccount })).toEqual({ ok: false, reason: { kind: 'no_plan' } });
    expect(await store.listClients(accountId)).toHaveLength(1);
  });

  test('of every sign-in is refused while a live sign-in has no number, which it could not bound', async () => {
    const { client } = valueOf(
      await createClient(store, { accountId, kind: 'live', name: 'x', scopes: [] }, OPERATOR, NOON_MS),
    );
    const { number: _given, ...unnumbered } = {
      ...client,
      signIn: { personId: 'per_1', oauthClientId: 'd', tokenAtMs: null },
    };
    const setAll = (one: ClientRecord, budget: Budget | null = DAILY) =>
      setBudget(
        {
          readAccount: store.readAccount.bind(store),
          changeAccount: store.changeAccount.bind(store),
          listClients: async () => [client, one],
        },
        { signInsOf: accountId },
        budget,
        OPERATOR,
        NOON_MS,
      );
    const { clientId } = client;
    expect(await setAll(unnumbered)).toEqual({ ok: false, reason: { kind: 'sign_in_beyond_budgets', clientId } });
    for (const bounded of [
      { ...unnumbered, number: '01' },
      { ...unnumbered, revokedAtMs: NOON_MS },
      { ...unnumbered, kind: 'trial' as const },
    ])
      expect((await setAll(bounded)).ok).toBe(true);
    const { signIn: _signIn, ...key } = unnumbered;
    expect((await setAll(key)).ok).toBe(true);
    expect((await setAll(unnumbered, null)).ok).toBe(true);
  });

  test('of a key that is made and bounded meanwhile remain', async () => {
    const { clientId, number } = await keyOf();
    let made: string | undefined;
    const listing = {
      readAccount: store.readAccount.bind(store),
      changeAccount: store.changeAccount.bind(store),
      listClients: async (id: string) => {
        const clients = await store.listClients(id);
        if (made === undefined) {
          const other = await keyOf();
          made = other.number;
          valueOf(await set(other.clientId, DAILY));
        }
        return clients;
      },
    };
    valueOf(await set(clientId, DAILY, listing));
    expect((await stored())?.budgets).toEqual(new Map([made, number].map((one) => [one, DAILY])));
  });

  test('have one for every sign-in without its own', async () => {
    valueOf(await setBudget(store, { signInsOf: accountId }, DAILY, OPERATOR, NOON_MS));
    expect((await stored())?.signInBudget).toEqual(DAILY);
    const lines = await store.listAuditLines(accountId, 9);
    expect(lines.find(({ what }) => what === 'budget.set')?.details).toEqual({
      all_sign_ins: true,
      budget_before: null,
      budget_after: '50,000 tokens and $5.00 of research each day',
    });
    valueOf(await setBudget(store, { signInsOf: accountId }, null, OPERATOR, NOON_MS));
    expect((await stored())?.signInBudget).toBeNull();
  });
});
