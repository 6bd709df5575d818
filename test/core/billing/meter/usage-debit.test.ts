import { describe, expect, test } from 'vitest';
import { describeBillingRefusal } from '../../../../core/billing/meter/billing-refusal.ts';
import {
  repriceDebit,
  refusedByKnownUsage,
  prepareDebit,
  usageKeyOf,
  type BillableCaller,
  type PeriodDebit,
} from '../../../../core/billing/meter/usage-debit.ts';
import { BILLING_STATES } from '../../../../core/billing/accounts/account.ts';
import { callerIn, NOON_MS, periodUsage, type CallerSituation } from '../../../support/fixtures/callers.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const billable = (situation: CallerSituation = {}) => callerIn(situation) as BillableCaller;
const RECORD = { tokens: 100, items: 1, parts: 0 };

describe('a debit', () => {
  test.each(BILLING_STATES.filter((state) => state !== 'active'))(
    'of a live key is refused while the account is %s',
    (state) => {
      const debit = prepareDebit(billable({ account: { billingState: state } }), RECORD, NOON_MS);
      expect(debit).toEqual({ ok: false, reason: { kind: state } });
    },
  );

  test.each([
    ['no_active_plan', true],
    ['past_due', true],
    ['trial_ended', false],
  ] as const)('of a trial key on an account that is %s is allowed: %s', (billingState, allowed) => {
    expect(prepareDebit(billable({ kind: 'trial', account: { billingState } }), RECORD, NOON_MS).ok).toBe(allowed);
  });

  test('of more items than the whole trial allows is refused without reading the store', () => {
    const wanted = { tokens: 5_000, items: 40, parts: 2 };
    const debitOf = (trialAllowanceItems: number) =>
      prepareDebit(billable({ kind: 'trial', account: { trialAllowanceItems } }), wanted, NOON_MS);
    expect(debitOf(41)).toEqual({ ok: false, reason: { kind: 'trial_limit_reached' } });
    expect(debitOf(42)).toMatchObject({ ok: true, value: { itemsAtMost: 0 } });
  });

  test('uses the period of its time, with the terms that the period was opened with', () => {
    const situation = {
      account: { anchorDay: 19 },
      periods: { '2026-10': { tokensIncluded: 7, priceNanoUsdPerToken: 3 } },
    };
    const debit = valueOf(prepareDebit(billable(situation), RECORD, NOON_MS));
    expect(debit).toMatchObject({
      kind: 'period',
      periodKey: '2026-10',
      frozen: { tokensIncluded: 7, priceNanoUsdPerToken: 3 },
    });
    expect(usageKeyOf(debit)).toBe('2026-10');
  });

  test('counts a part to research as one item of a trial and as the research price of a period', () => {
    const trial = valueOf(prepareDebit(billable({ kind: 'trial' }), { ...RECORD, parts: 3 }, NOON_MS));
    expect(trial).toMatchObject({ kind: 'trial', itemsAtMost: 96 });
    expect(usageKeyOf(trial)).toBe('TRIAL');
    const period = valueOf(
      prepareDebit(billable({ account: { spendingCapCents: 45 } }), { tokens: 0, items: 0, parts: 3 }, NOON_MS),
    );
    expect(period).toMatchObject({ limits: { kind: 'research', researchAtMost: 0, emptyRow: true } });
  });

  test('can be checked beforehand against the known usage', () => {
    const parts = (count: number) => ({ tokens: 0, items: 0, parts: count });
    const capped = billable({
      account: { spendingCapCents: 60 },
      periods: { '2026-11': { researchNanoUsd: 150_000_000, committedNanoUsd: 150_000_000 } },
    });
    const fits = (count: number) =>
      refusedByKnownUsage(valueOf(prepareDebit(capped, parts(count), NOON_MS)), capped.usage) === undefined;
    expect([1, 2, 3, 4].map(fits)).toEqual([true, true, true, false]);
  });

  test('of a trial fits as long as its items are within the remaining allowance', () => {
    const fits = (situation: CallerSituation) => {
      const caller = billable({ kind: 'trial', account: { trialAllowanceItems: 3 }, ...situation });
      return refusedByKnownUsage(valueOf(prepareDebit(caller, RECORD, NOON_MS)), caller.usage) === undefined;
    };
    expect(fits({})).toBe(true);
    expect(fits({ trial: { items: 2 } })).toBe(true);
    expect(fits({ trial: { items: 3 } })).toBe(false);
  });

  test('of a trial is refused finally, regardless of the row that refused it', () => {
    const caller = billable({ kind: 'trial' });
    const debit = valueOf(prepareDebit(caller, RECORD, NOON_MS));
    const refused = { ok: false, reason: { kind: 'trial_limit_reached' } };
    const trial = { items: 100, reservedItems: 0, tokens: 0, calls: 1 };
    for (const row of [undefined, trial, periodUsage({ tokensIncluded: 3 })]) {
      expect(repriceDebit(debit, caller.account, { usage: row })).toEqual(refused);
    }
  });

  test.each([{ tokensIncluded: 3 }, { priceNanoUsdPerToken: 9 }])(
    'refused by a period on the terms %j is prepared again on those, with the current cap',
    (other) => {
      const caller = billable({ account: { spendingCapCents: 1 } });
      const row = periodUsage(other);
      const debit = valueOf(prepareDebit(caller, RECORD, NOON_MS));
      const { tokensIncluded, priceNanoUsdPerToken } = row;
      const again = valueOf(repriceDebit(debit, caller.account, { usage: row }));
      expect(again).toEqual({
        kind: 'period',
        accountId: caller.account.accountId,
        mark: debit.mark,
        periodKey: '2026-11',
        wanted: RECORD,
        frozen: { tokensIncluded, priceNanoUsdPerToken },
        limits: {
          kind: 'tokens',
          committedAtMost: 10_000_000 + (tokensIncluded - 100) * priceNanoUsdPerToken,
          tokensAtMost: tokensIncluded - 100,
          emptyRow: 10_000_000 + (tokensIncluded - 100) * priceNanoUsdPerToken >= 0,
        },
      });
    },
  );

  test('refused on other terms is decided again on the period’s own; on the same terms the cap refuses it', () => {
    const caller = billable({ account: { spendingCapCents: 1 } });
    const debit = valueOf(prepareDebit(caller, RECORD, NOON_MS));
    const other = periodUsage({ tokensIncluded: 3, priceNanoUsdPerToken: 9 });
    expect(repriceDebit(debit, caller.account, { usage: other })).toMatchObject({
      ok: true,
      value: { frozen: { tokensIncluded: 3 } },
    });
    expect(repriceDebit(debit, caller.account, { usage: periodUsage({}) })).toEqual({
      ok: false,
      reason: { kind: 'spending_cap_reached' },
    });
    const ofTrial = { items: 1, reservedItems: 0, tokens: 5, calls: 1 };
    for (const usage of [undefined, ofTrial])
      expect(repriceDebit(debit, caller.account, { usage })).toEqual({
        ok: false,
        reason: { kind: 'spending_cap_reached' },
      });
  });
});

describe('a billing refusal', () => {
  const addresses = { dashboardUrl: 'https://dashboard.example.com', upgradeUrl: 'https://example.com/upgrade' };

  test.each(['no_active_plan', 'past_due', 'trial_ended', 'spending_cap_reached', 'trial_limit_reached'] as const)(
    '%s keeps its code and says where to fix it',
    (kind) => {
      const error = describeBillingRefusal({ kind }, addresses);
      expect(error.code).toBe(kind);
      expect(error.message).toMatch(/https:\/\//);
      expect(error.upgradeUrl).toBe(kind === 'trial_limit_reached' ? addresses.upgradeUrl : undefined);
    },
  );

  test.each(['past_due', 'trial_ended'] as const)(
    '%s leads to the billing portal, or without one to the dashboard',
    (kind) => {
      const billingPortal = 'https://billing.example.com/p';
      expect(describeBillingRefusal({ kind }, { ...addresses, billingPortal }).message).toContain(
        `card at ${billingPortal}.`,
      );
      expect(describeBillingRefusal({ kind }, addresses).message).toContain(`card at ${addresses.dashboardUrl}.`);
    },
  );
});

describe('the fee of a period', () => {
  const wanted = { tokens: 1, items: 1, parts: 0 };
  const debitOf = (situation: Parameters<typeof callerIn>[0]) =>
    valueOf(prepareDebit(callerIn(situation) as BillableCaller, wanted, NOON_MS)) as PeriodDebit;
  const terms = { priceNanoUsdPerToken: 30_000, tokensIncluded: 10_000_000 };

  test.each([
    [null, terms],
    [0, terms],
    [1, { ...terms, monthlyFeeNanoUsd: 10_000_000 }],
    [900, { ...terms, monthlyFeeNanoUsd: 9_000_000_000 }],
  ])('of %j cents is frozen by the first debit, if there is a fee', (monthlyFeeCents, frozen) => {
    expect(debitOf({ terms: { monthlyFeeCents } }).frozen).toStrictEqual(frozen);
  });

  test('is taken from the period that was opened, and a debit is decided again only if it differs', () => {
    const { account } = callerIn({ terms: { monthlyFeeCents: 900 } });
    const debit = debitOf({ terms: { monthlyFeeCents: 900 } });
    const again = repriceDebit(debit, account, { usage: periodUsage({ monthlyFeeNanoUsd: 1 }) });
    expect((valueOf(again) as PeriodDebit).frozen).toStrictEqual({ ...terms, monthlyFeeNanoUsd: 1 });
    expect(repriceDebit(debit, account, { usage: periodUsage({ monthlyFeeNanoUsd: 9_000_000_000 }) })).toMatchObject({
      ok: false,
    });
    expect((valueOf(repriceDebit(debit, account, { usage: periodUsage({}) })) as PeriodDebit).frozen).toStrictEqual(
      terms,
    );
  });

  test('is written with the minute of the debit', () => {
    expect(debitOf({}).mark.minute).toBe(NOON_MS / 60_000);
  });
});

describe('a debit that a row refused for its client', () => {
  const budgets = new Map([['00', { every: 'period', tokens: 150, researchCents: null } as const]]);
  const caller = { ...billable({ account: { budgets } }) };
  const counting = { ...caller, client: { ...caller.client, number: '00' } };
  const countsOf = (tokens: number) => ({
    clients: new Map([['00', { tokens, researchNanoUsd: 0, days: new Map() }]]),
    places: 1,
  });
  const debit = valueOf(prepareDebit(counting, RECORD, NOON_MS));
  const usage = periodUsage({ tokens: 40, calls: 1 });

  test('is prepared again for the place that the client has meanwhile, and only then', () => {
    expect(debit).toMatchObject({ share: { place: 'new' } });
    const again = valueOf(repriceDebit(debit, caller.account, { usage, counts: countsOf(40) }));
    expect(again).toMatchObject({ share: { place: 'own' } });
    expect(repriceDebit(again, caller.account, { usage, counts: countsOf(40) })).toEqual({
      ok: false,
      reason: { kind: 'spending_cap_reached' },
    });
  });

  test('is prepared again for the next day once that has begun', () => {
    const byDay = new Map([['00', { every: 'day', tokens: 150, researchCents: null } as const]]);
    const account = { ...caller.account, budgets: byDay };
    const begun = (day: number) => ({
      clients: new Map([
        ['00', { tokens: 1, researchNanoUsd: 0, days: new Map([[day, { tokens: 1, researchNanoUsd: 0 }]]) }],
      ]),
      places: 1,
    });
    const counts = new Map([['2026-11', begun(18)]]);
    const today = valueOf(prepareDebit({ ...counting, account, usage: { ...caller.usage, counts } }, RECORD, NOON_MS));
    expect(today).toMatchObject({ share: { place: 'own', day: 20_775 } });
    const again = repriceDebit(today, account, { usage, counts: begun(19) });
    expect(again).toMatchObject({ ok: true, value: { share: { place: 'own', day: 20_776 } } });
  });

  test('is refused with the figures of the budget', () => {
    const refused = repriceDebit(debit, caller.account, { usage, counts: countsOf(51) });
    expect(refused).toMatchObject({ ok: false, reason: { kind: 'budget_reached', used: 51, most: 150, asked: 100 } });
  });

  test('is described as the budget’s refusal, whatever the addresses are', () => {
    const refused = repriceDebit(debit, caller.account, { usage, counts: countsOf(51) });
    if (refused.ok) throw new Error('It is refused');
    const { message } = describeBillingRefusal(refused.reason, { dashboardUrl: 'https://d', upgradeUrl: 'https://u' });
    expect(message).toContain('The budget of this key does not cover this call: 51 of 150 tokens are used');
  });
});
