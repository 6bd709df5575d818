import { beforeEach, describe, expect, test } from 'vitest';
import {
  createAccount,
  setAccount,
  type AccountChanges,
} from '../../../../core/access/administration/administer-accounts.ts';
import { BUILT_IN_PLANS, builtInPlan } from '../../../../core/billing/plans/built-in-plans.ts';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import type { AdministrationStore } from '../../../../core/access/administration/administration-store.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { contested, MemoryAdministration } from '../../../support/stores/memory-administration.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const ALICE = { who: 'alice' };
const BOB = { who: 'bob' };
const refusedFor = (kind: string) => ({ ok: false, reason: { kind } });

describe('an account', () => {
  let store: MemoryAdministration;

  beforeEach(() => {
    store = new MemoryAdministration();
  });

  const create = (wanted: Omit<Parameters<typeof createAccount>[1], 'name'> = {}, nowMs = NOON_MS) =>
    createAccount(store, { name: 'House', ...wanted }, ALICE, nowMs);
  const set = ({ accountId }: Account, changes: AccountChanges) =>
    setAccount(store, accountId, changes, BOB, NOON_MS + 1);
  const stored = async ({ accountId }: Account) => (await store.readAccount(accountId))?.value;
  const linesOf = ({ accountId }: Account) => store.listAuditLines(accountId, 100);

  test('starts on a free trial of 200 items without research, and is not billed, if it opens without a plan', async () => {
    const account = valueOf(await create());
    expect(account).toEqual<Account>({
      accountId: expect.stringMatching(/^acc_[A-Za-z0-9]{10}$/) as string,
      name: 'House',
      status: 'active',
      billingState: 'no_active_plan',
      terms: {
        code: 'none',
        name: 'No plan',
        tokensIncluded: 0,
        requestsPerMinute: 60,
        batchSize: 10,
        overagePriceNanoUsdPerToken: 0,
        researchAllowed: false,
        openParts: 100,
        notFoundPartsPerDay: 200,
        catalogRowsPerMonth: 1_000,
        monthlyFeeCents: null,
        graceDays: 14,
      },
      spendingCapCents: null,
      anchorDay: 18,
      trialAllowanceItems: 200,
      trialResearchAllowed: false,
      spendingBySignIn: false,
    });
    expect(await stored(account)).toEqual(account);
  });

  test('is billed immediately if it opens on a plan, on a copy of the plan’s terms', async () => {
    const account = valueOf(await create({ planCode: 'starter', spendingCapCents: 5_000 }));
    expect(account).toMatchObject({ billingState: 'active', spendingCapCents: 5_000 });
    expect(account.terms).toEqual(builtInPlan('starter'));
  });

  test.each([
    ['2026-01-27T23:59:59Z', 27],
    ['2026-01-28T00:00:00Z', 28],
    ['2026-01-31T12:00:00Z', 28],
  ])('opened at %s starts its periods on day %i, which every month has', async (at, anchorDay) => {
    expect(valueOf(await create({}, Date.parse(at))).anchorDay).toBe(anchorDay);
    expect(valueOf(await create({ anchorDay: 3 }, Date.parse(at))).anchorDay).toBe(3);
  });

  test('opens under a requested id only once', async () => {
    const account = valueOf(await create({ accountId: 'acc_ABCDE12345' }));
    expect(account.accountId).toBe('acc_ABCDE12345');
    expect(await create({ accountId: 'acc_ABCDE12345', planCode: 'scale' })).toEqual(refusedFor('changed_meanwhile'));
    expect(await stored(account)).toEqual(account);
  });

  test.each(['ABCDE12345', 'acc_ABCDE1234', 'acc_ABCDE123456', 'acc_ABCDE 1234', ''])(
    'does not open under "%s", which is not an account id',
    async (accountId) => {
      const reason = { kind: 'value_out_of_range', field: 'accountId' };
      expect(await create({ accountId })).toEqual({ ok: false, reason });
    },
  );

  test('records in the audit trail the operator who opened it, the time and the terms', async () => {
    const account = valueOf(await create({ planCode: 'starter', spendingCapCents: 10 }));
    expect(await linesOf(account)).toEqual([
      {
        who: 'alice',
        what: 'account.created',
        details: {
          ...{ name: 'House', status: 'active', billing_state: 'active', plan: 'starter', plan_name: 'Starter' },
          ...{ tokens_included: 1_000_000, requests_per_minute: 120, batch_size: 25, overage_price: 60_000 },
          ...{
            research_allowed: true,
            open_parts: 100,
            not_found_parts_per_day: 200,
            catalog_rows_per_month: 20_000,
            monthly_fee_cents: null,
            grace_days: 14,
            spending_cap_cents: 10,
          },
          ...{ anchor_day: 18, trial_allowance_items: 200, trial_research_allowed: false, spending_by_sign_in: false },
        },
        atMs: NOON_MS,
      },
    ]);
  });

  test('records each change in the audit trail with its author, the old and the new value, and nothing else', async () => {
    const account = valueOf(await create({ planCode: 'starter', spendingCapCents: null }));
    const changes: readonly [AccountChanges, Record<string, unknown>][] = [
      [{ spendingCapCents: 0 }, { spending_cap_cents_before: null, spending_cap_cents_after: 0 }],
      [
        { terms: { overagePriceNanoUsdPerToken: 0, tokensIncluded: 900_000_000 } },
        {
          ...{ overage_price_before: 60_000, overage_price_after: 0 },
          ...{ tokens_included_before: 1_000_000, tokens_included_after: 900_000_000 },
        },
      ],
      [
        { terms: { overagePriceNanoUsdPerToken: 60_000, tokensIncluded: 1_000_000 } },
        {
          ...{ overage_price_before: 0, overage_price_after: 60_000 },
          ...{ tokens_included_before: 900_000_000, tokens_included_after: 1_000_000 },
        },
      ],
      [
        { name: 'New', status: 'closed' },
        { name_before: 'House', name_after: 'New', status_before: 'active', status_after: 'closed' },
      ],
    ];
    for (const [place, [change, details]] of changes.entries()) {
      const atMs = NOON_MS + 1 + place;
      valueOf(await setAccount(store, account.accountId, change, BOB, atMs));
      expect((await linesOf(account))[0]).toEqual({ who: 'bob', what: 'account.set', details, atMs });
    }
    const lines = await linesOf(account);
    valueOf(await set(account, { name: 'New', spendingCapCents: 0 }));
    expect(await linesOf(account)).toEqual(lines);
  });

  describe('when it is changed', () => {
    let account: Account;

    beforeEach(async () => {
      const wanted = {
        planCode: 'growth',
        spendingCapCents: 700,
        trialResearchAllowed: true,
        trialAllowanceItems: 5,
        spendingBySignIn: true,
      };
      account = valueOf(await create({ ...wanted, billingState: 'past_due', terms: { batchSize: 7 } }));
    });

    test('keeps every value that is not named', async () => {
      expect(valueOf(await set(account, {}))).toEqual(account);
      expect(await stored(account)).toEqual(account);
    });

    test.each<[AccountChanges, Partial<Account>]>([
      [{ name: 'New' }, { name: 'New' }],
      [{ status: 'suspended' }, { status: 'suspended' }],
      [{ billingState: 'active' }, { billingState: 'active' }],
      [{ spendingCapCents: 0 }, { spendingCapCents: 0 }],
      [{ spendingCapCents: null }, { spendingCapCents: null }],
      [{ trialAllowanceItems: 0 }, { trialAllowanceItems: 0 }],
      [{ trialResearchAllowed: false }, { trialResearchAllowed: false }],
      [{ spendingBySignIn: false }, { spendingBySignIn: false }],
    ])('changes only what %j names', async (changes, changed) => {
      expect(valueOf(await set(account, changes))).toEqual({ ...account, ...changed });
      expect(await stored(account)).toEqual({ ...account, ...changed });
    });

    test('lets one of its own terms override the plan’s and keeps the others', async () => {
      const terms = { ...account.terms, requestsPerMinute: 9 };
      expect(valueOf(await set(account, { terms: { requestsPerMinute: 9 } })).terms).toEqual(terms);
    });

    test('takes all terms and the billed state from a new plan, unless another state is named with it', async () => {
      expect(valueOf(await set(account, { planCode: 'scale' }))).toMatchObject({
        billingState: 'active',
        terms: builtInPlan('scale'),
      });
      const unpaid = { planCode: 'starter', billingState: 'trial_ended', terms: { batchSize: 2 } } as const;
      expect(valueOf(await set(account, unpaid))).toMatchObject({
        billingState: 'trial_ended',
        terms: { ...builtInPlan('starter'), batchSize: 2 },
      });
    });

    test('stops billing if its plan is removed', async () => {
      expect(valueOf(await set(account, { planCode: null }))).toMatchObject({
        billingState: 'no_active_plan',
        terms: { code: 'none', researchAllowed: false },
      });
    });

    test('refuses billing without a plan', async () => {
      const reason = { kind: 'value_out_of_range', field: 'billingState' };
      expect(await set(account, { planCode: null, billingState: 'active' })).toEqual({ ok: false, reason });
      expect(await stored(account)).toEqual(account);
    });

    test('refuses an unknown plan and an unknown account', async () => {
      expect(await set(account, { planCode: 'gold' })).toEqual(refusedFor('unknown_plan'));
      expect(await create({ planCode: 'gold' })).toEqual(refusedFor('unknown_plan'));
      expect(await set({ ...account, accountId: 'acc_nobodyhere' }, {})).toEqual(refusedFor('unknown_account'));
    });

    test('applies a change over concurrent writes, and gives up after five', async () => {
      const { accountId } = account;
      const raise = (spendingCapCents: number) => () =>
        setAccount(store, accountId, { spendingCapCents }, ALICE, NOON_MS);
      const name = (rivals: (() => Promise<unknown>)[], to: string) =>
        setAccount(contested(store, rivals), accountId, { name: to }, BOB, NOON_MS);
      const four = [1, 2, 3, 4].map(raise);
      expect(valueOf(await name(four, 'Fifth'))).toMatchObject({ name: 'Fifth', spendingCapCents: 4 });
      expect(await name([...four, raise(5)], 'Sixth')).toEqual(refusedFor('changed_meanwhile'));
      expect(await stored(account)).toMatchObject({ name: 'Fifth', spendingCapCents: 5 });
    });
  });
});

test('a billing state that an operator sets settles the unpaid invoices with the account; a name settles none', async () => {
  const { account } = callerIn({ account: { unpaid: ['in_1', 'operator'] } });
  const settledWith: (readonly string[] | undefined)[] = [];
  const store: AdministrationStore = {
    ...contested(new MemoryAdministration(), []),
    readAccount: async () => ({ value: account, revision: 1 }),
    changeAccount: async (...[, , , settled]) => settledWith.push(settled) > 0,
  };
  for (const change of [{ billingState: 'active' }, { name: 'Other' }] as const)
    valueOf(await setAccount(store, account.accountId, change, ALICE, NOON_MS));
  expect(settledWith).toEqual([['in_1'], []]);
});

describe('the values that an account can have', () => {
  const PRICELESS = { overagePriceNanoUsdPerToken: 0 };
  const terms = (changed: AccountChanges['terms']): AccountChanges => ({ terms: { ...PRICELESS, ...changed } });

  test.each<[field: string, (value: number) => AccountChanges & { anchorDay?: number }, least: number, most: number]>([
    ['anchorDay', (anchorDay) => ({ anchorDay }), 1, 28],
    ['spendingCapCents', (spendingCapCents) => ({ spendingCapCents }), 0, 100_000_000],
    ['trialAllowanceItems', (trialAllowanceItems) => ({ trialAllowanceItems }), 0, 1_000_000_000],
    ['tokensIncluded', (tokensIncluded) => terms({ tokensIncluded }), 0, 1_000_000_000_000],
    ['requestsPerMinute', (requestsPerMinute) => terms({ requestsPerMinute }), 1, 30_000],
    ['batchSize', (batchSize) => terms({ batchSize }), 1, 50],
    ['openParts', (openParts) => terms({ openParts }), 1, 1_000_000],
    ['notFoundPartsPerDay', (notFoundPartsPerDay) => terms({ notFoundPartsPerDay }), 1, 1_000_000],
    ['monthlyFeeCents', (monthlyFeeCents) => terms({ monthlyFeeCents }), 0, 100_000_000],
    ['graceDays', (graceDays) => terms({ graceDays }), 0, 365],
    ['catalogRowsPerMonth', (catalogRowsPerMonth) => terms({ catalogRowsPerMonth }), 0, 1_000_000_000],
    [
      'overagePriceNanoUsdPerToken',
      (price) => terms({ overagePriceNanoUsdPerToken: price, tokensIncluded: 0 }),
      0,
      1_000_000_000,
    ],
  ])('accepts as %s only a whole number in its range', async (field, changes, least, most) => {
    const open = (value: number) =>
      createAccount(new MemoryAdministration(), { name: 'x', ...changes(value) }, ALICE, NOON_MS);
    for (const value of [least, most]) expect((await open(value)).ok).toBe(true);
    for (const value of [least - 1, most + 1, least + 0.5, NaN, Infinity]) {
      expect(await open(value)).toEqual({ ok: false, reason: { kind: 'value_out_of_range', field } });
    }
  });

  test('limits what a plan includes, so that the sums of a period stay safe integers', async () => {
    const price = 1_000_000_000;
    const most = Math.floor(Number.MAX_SAFE_INTEGER / 4 / price);
    const open = (tokensIncluded: number) => {
      const wanted = { name: 'x', terms: { tokensIncluded, overagePriceNanoUsdPerToken: price } };
      return createAccount(new MemoryAdministration(), wanted, ALICE, NOON_MS);
    };
    expect((await open(most)).ok).toBe(true);
    const reason = { kind: 'value_out_of_range', field: 'includedValue' };
    expect(await open(most + 1)).toEqual({ ok: false, reason });
  });
});

describe('the built-in plans', () => {
  test.each([
    ['starter', 'Starter', 1_000_000, 120, 25, 60_000],
    ['growth', 'Growth', 10_000_000, 600, 50, 30_000],
    ['scale', 'Scale', 100_000_000, 3_000, 50, 12_500],
  ])(
    '%s, called %s: %i tokens, %i requests a minute, batches of %i, %i nano-USD a further token',
    (code, name, tokensIncluded, requestsPerMinute, batchSize, overagePriceNanoUsdPerToken) => {
      const terms = { name, tokensIncluded, requestsPerMinute, batchSize, overagePriceNanoUsdPerToken };
      expect(builtInPlan(code)).toMatchObject({ code, ...terms, researchAllowed: true });
    },
  );

  test('can each open an account; the larger the plan, the cheaper its further tokens', async () => {
    for (const { code: planCode } of BUILT_IN_PLANS) {
      expect((await createAccount(new MemoryAdministration(), { name: 'x', planCode }, ALICE, NOON_MS)).ok).toBe(true);
    }
    const bySize = [...BUILT_IN_PLANS].sort((a, b) => a.tokensIncluded - b.tokensIncluded);
    const prices = bySize.map(({ overagePriceNanoUsdPerToken }) => overagePriceNanoUsdPerToken);
    expect(prices).toEqual([...new Set(prices)].sort((a, b) => b - a));
  });

  test('do not include an unknown code', () => {
    expect(builtInPlan('none')).toBeUndefined();
    expect(builtInPlan('Starter')).toBeUndefined();
  });
});
