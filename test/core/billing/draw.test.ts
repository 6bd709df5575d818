import { describe, expect, test } from 'vitest';
import { describeBillingRefusal } from '../../../functions/core/billing/billing-refusal.ts';
import {
  decideAgain,
  fitsKnownUsage,
  prepareDraw,
  usageKeyOf,
  type Drawer,
} from '../../../functions/core/billing/draw.ts';
import { BILLING_STATES } from '../../../functions/core/billing/plan.ts';
import { NOON_MS, valueOf } from '../../support/accounts.ts';
import { callerIn, periodUsage, type CallerSituation } from '../../support/callers.ts';

const drawer = (situation: CallerSituation = {}) => callerIn(situation) as Drawer;
const RECORD = { tokens: 100, items: 1, parts: 0 };

describe('a draw', () => {
  test.each(BILLING_STATES.filter((state) => state !== 'active'))(
    'of a live key is refused while the account is %s',
    (state) => {
      const draw = prepareDraw(drawer({ account: { billingState: state } }), RECORD, NOON_MS);
      expect(draw).toEqual({ ok: false, reason: { kind: state } });
    },
  );

  test.each([
    ['no_active_plan', true],
    ['past_due', true],
    ['trial_ended', false],
  ] as const)('of a trial key on an account that is %s is allowed: %s', (billingState, allowed) => {
    expect(prepareDraw(drawer({ kind: 'trial', account: { billingState } }), RECORD, NOON_MS).ok).toBe(allowed);
  });

  test('of more items than the whole trial allows is refused without asking the store', () => {
    const wanted = { tokens: 5_000, items: 40, parts: 2 };
    const draw = prepareDraw(drawer({ kind: 'trial', account: { trialAllowanceItems: 41 } }), wanted, NOON_MS);
    expect(draw).toEqual({ ok: false, reason: { kind: 'trial_limit_reached' } });
  });

  test('is made on the period of its moment, on the terms that the period was opened with', () => {
    const situation = {
      account: { anchorDay: 19 },
      periods: { '2026-10': { tokensIncluded: 7, priceNanoUsdPerToken: 3 } },
    };
    const draw = valueOf(prepareDraw(drawer(situation), RECORD, NOON_MS));
    expect(draw).toMatchObject({
      kind: 'period',
      periodKey: '2026-10',
      frozen: { tokensIncluded: 7, priceNanoUsdPerToken: 3 },
    });
    expect(usageKeyOf(draw)).toBe('2026-10');
  });

  test('a part to be researched holds one item of a trial, and the research price of a period', () => {
    const trial = valueOf(prepareDraw(drawer({ kind: 'trial' }), { ...RECORD, parts: 3 }, NOON_MS));
    expect(trial).toMatchObject({ kind: 'trial', itemsAtMost: 96 });
    expect(usageKeyOf(trial)).toBe('TRIAL');
    const period = valueOf(
      prepareDraw(drawer({ account: { spendingCapCents: 45 } }), { tokens: 0, items: 0, parts: 3 }, NOON_MS),
    );
    expect(period).toMatchObject({ limits: { kind: 'research', researchAtMost: 0, emptyRow: true } });
  });

  test('whether it fits what is known can be asked beforehand', () => {
    const parts = (count: number) => ({ tokens: 0, items: 0, parts: count });
    const capped = drawer({
      account: { spendingCapCents: 60 },
      periods: { '2026-11': { researchNanoUsd: 150_000_000, committedNanoUsd: 150_000_000 } },
    });
    const fits = (count: number) => fitsKnownUsage(valueOf(prepareDraw(capped, parts(count), NOON_MS)), capped.usage);
    expect([1, 2, 3, 4].map(fits)).toEqual([true, true, true, false]);
  });

  test('that was refused on other terms is decided again on the period’s own; on the same terms it is the cap', () => {
    const caller = drawer({ account: { spendingCapCents: 1 } });
    const draw = valueOf(prepareDraw(caller, RECORD, NOON_MS));
    const other = periodUsage({ tokensIncluded: 3, priceNanoUsdPerToken: 9 });
    expect(decideAgain(draw, caller.account, other)).toMatchObject({
      ok: true,
      value: { frozen: { tokensIncluded: 3 } },
    });
    expect(decideAgain(draw, caller.account, periodUsage({}))).toEqual({
      ok: false,
      reason: { kind: 'spending_cap_reached' },
    });
    expect(decideAgain(draw, caller.account, undefined)).toEqual({
      ok: false,
      reason: { kind: 'spending_cap_reached' },
    });
  });
});

describe('refusals of billing in words', () => {
  const addresses = { dashboardUrl: 'https://dashboard.example.com', upgradeUrl: 'https://example.com/upgrade' };

  test.each(['no_active_plan', 'past_due', 'trial_ended', 'spending_cap_reached', 'trial_limit_reached'] as const)(
    '%s keeps its code and says where to mend it',
    (kind) => {
      const error = describeBillingRefusal({ kind }, addresses);
      expect(error.code).toBe(kind);
      expect(error.message).toMatch(/https:\/\//);
      expect(error.upgradeUrl).toBe(kind === 'trial_limit_reached' ? addresses.upgradeUrl : undefined);
    },
  );
});
