import { describe, expect, test } from 'vitest';
import { accountOfPeriod, openedAtMs } from '../../../../core/billing/statements/account-history.ts';
import type { StoredAuditLine } from '../../../../core/billing/accounts/audit-line.ts';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import type { PlanTerms } from '../../../../core/billing/plans/plan.ts';
import { callerIn } from '../../../support/fixtures/callers.ts';

const PERIOD = { startMs: 1_000, endMs: 2_000 };
const account = (terms: Partial<PlanTerms> = {}, change: Partial<Account> = {}): Account => {
  const made = callerIn({ terms, account: change }).account;
  return made;
};
const set = (atMs: number, details: StoredAuditLine['details'], what = 'account.set') =>
  ({ who: 'olga', what, details, atMs }) as StoredAuditLine;
const at = (now: Account, trail: readonly StoredAuditLine[]) => accountOfPeriod(now, trail, PERIOD, undefined);

describe('the account at the end of a period', () => {
  test('is as it is now without later changes', () => {
    const now = account();
    expect(at(now, [])).toEqual(now);
    expect(at(now, [set(1_999, { name_before: 'Earlier' })])).toEqual(now);
  });

  test('is without changes from its end on, the earliest of which says how it was', () => {
    expect(at(account(), [set(2_000, { name_before: 'First' }), set(2_001, { name_before: 'Second' })]).name).toBe(
      'First',
    );
  });

  test('has each value as it was before', () => {
    const now = account({ monthlyFeeCents: 900 });
    const before = at(now, [
      set(2_000, {
        name_before: 'Was',
        status_before: 'suspended',
        billing_state_before: 'past_due',
        plan_before: 'starter',
        plan_name_before: 'Starter',
        tokens_included_before: 5,
        overage_price_before: 6,
        monthly_fee_cents_before: 700,
      }),
    ]);
    expect(before).toEqual({
      ...now,
      name: 'Was',
      status: 'suspended',
      billingState: 'past_due',
      terms: {
        ...now.terms,
        code: 'starter',
        name: 'Starter',
        tokensIncluded: 5,
        overagePriceNanoUsdPerToken: 6,
        monthlyFeeCents: 700,
      },
    });
    expect(at(now, [set(2_000, { monthly_fee_cents_before: null })]).terms.monthlyFeeCents).toBeNull();
  });

  test('keeps what a change did not touch, or says in another form', () => {
    const now = account({ monthlyFeeCents: 900 });
    const unread = {
      name_before: 1,
      status_before: 'other',
      billing_state_before: 'other',
      plan_before: null,
      plan_name_before: 2,
      tokens_included_before: '5',
      overage_price_before: null,
    };
    expect(at(now, [set(2_000, unread)])).toEqual(now);
    expect(at(now, [set(2_000, { name_before: 'Was' }, 'payment.failed')])).toEqual(now);
  });
});

describe('the plan of a period', () => {
  const OF_NOW = { tokensIncluded: 10, overagePriceNanoUsdPerToken: 20, monthlyFeeCents: null };
  const now = account({ ...OF_NOW, code: 'growth' });
  const frozen = (tokensIncluded: number, priceNanoUsdPerToken: number, fee?: number) => ({
    tokensIncluded,
    priceNanoUsdPerToken,
    ...(fee !== undefined && { monthlyFeeNanoUsd: fee }),
  });
  const termsOf = (trail: readonly StoredAuditLine[], ...terms: Parameters<typeof frozen>) =>
    accountOfPeriod(now, trail, PERIOD, frozen(...terms)).terms;

  test('is the earliest in the period with the terms that it was opened with', () => {
    const trail = [
      set(1_200, { plan_before: 'first', tokens_included_before: 1, overage_price_before: 2 }),
      set(1_500, { plan_before: 'second', tokens_included_before: 3, overage_price_before: 4 }),
      set(1_600, { plan_before: 'third', tokens_included_before: 3, overage_price_before: 4 }),
    ];
    expect(termsOf(trail, 1, 2)).toMatchObject({ code: 'first', tokensIncluded: 1, overagePriceNanoUsdPerToken: 2 });
    expect(termsOf(trail, 3, 4).code).toBe('second');
    expect(termsOf(trail, 10, 20).code).toBe('growth');
  });

  test('is that at its end if no plan in the period had them', () => {
    const trail = [set(1_500, { plan_before: 'first', tokens_included_before: 1 })];
    for (const [tokens, price] of [
      [1, 2],
      [2, 20],
    ] as const)
      expect(termsOf(trail, tokens, price)).toEqual(now.terms);
    // A plan that began with the period’s end, or ended before it, is none of the period.
    const beyond = [
      set(900, { plan_before: 'before', tokens_included_before: 5 }),
      set(2_000, { plan_before: 'growth', tokens_included_before: 10 }),
    ];
    const later = account({ ...OF_NOW, tokensIncluded: 7, code: 'scale' });
    const opened = (tokens: number) => accountOfPeriod(later, beyond, PERIOD, frozen(tokens, 20)).terms.code;
    expect([opened(7), opened(5), opened(10)]).toEqual(['growth', 'growth', 'growth']);
    const unlike = [set(2_000, { plan_before: 'other', tokens_included_before: 8 })];
    expect(accountOfPeriod(later, unlike, PERIOD, frozen(7, 20)).terms).toMatchObject({
      code: 'other',
      tokensIncluded: 8,
    });
  });

  test('is none from before the period, and one that a change at its first moment began', () => {
    const before = [
      set(800, { plan_before: 'a', tokens_included_before: 1 }),
      set(900, { plan_before: 'b', tokens_included_before: 5 }),
    ];
    expect(termsOf(before, 5, 20).code).toBe('growth');
    const first = [
      set(1_000, { plan_before: 'a', tokens_included_before: 1 }),
      set(1_500, { plan_before: 'b', tokens_included_before: 5 }),
    ];
    expect(termsOf(first, 5, 20).code).toBe('b');
  });

  test('has the same monthly fee, and is a plan', () => {
    const fees = [set(1_500, { plan_before: 'paid', monthly_fee_cents_before: 900 })];
    expect(termsOf(fees, 10, 20, 9_000_000_000).code).toBe('paid');
    expect(termsOf(fees, 10, 20).code).toBe('growth');
    const none = [set(1_500, { plan_before: 'none' })];
    expect(termsOf(none, 10, 20).code).toBe('growth');
    const withName = accountOfPeriod(
      now,
      [set(1_500, { plan_before: 'paid', name_before: 'Was' })],
      PERIOD,
      frozen(10, 20),
    );
    expect([withName.terms.code, withName.name]).toEqual(['paid', now.name]);
  });

  test('counts from the period’s first moment to before its end', () => {
    const atStart = [set(1_000, { plan_before: 'before' })];
    expect(termsOf(atStart, 10, 20).code).toBe('before');
    const early = [set(999, { plan_before: 'before' })];
    expect(termsOf(early, 10, 20).code).toBe('growth');
    // A change at the last moment: what follows is still of the period.
    const last = [set(1_999, { plan_before: 'before', tokens_included_before: 1 })];
    expect(termsOf(last, 10, 20).code).toBe('growth');
  });
});

test('an account was opened when its audit line says; without the line it is unknown', () => {
  expect(openedAtMs([set(5, {}), set(7, {}, 'account.created')])).toBe(7);
  expect(openedAtMs([set(5, {})])).toBeUndefined();
});
