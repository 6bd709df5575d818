import { describe, expect, test } from 'vitest';
import { usageReport } from '../../../../core/billing/meter/usage-report.ts';
import { callerIn, NOON_MS, type CallerSituation } from '../../../support/fixtures/callers.ts';

const DASHBOARD = 'https://dashboard.example.com';
const report = (situation: CallerSituation, nowMs = NOON_MS) => usageReport(callerIn(situation), DASHBOARD, nowMs);

describe('the usage report', () => {
  test('of a live key shows plan, period, tokens and cap', () => {
    expect(
      report({
        account: { spendingCapCents: 5_000 },
        periods: { '2026-11': { tokens: 2_500_000, items: 10_000, committedNanoUsd: 2_500_000 * 30_000 } },
      }),
    ).toEqual({
      sandbox: false,
      dashboard_url: DASHBOARD,
      plan_code: 'growth',
      plan_name: 'Growth',
      period_start: '2026-11-01T00:00:00Z',
      period_end: '2026-12-01T00:00:00Z',
      tokens_used: 2_500_000,
      tokens_included: 10_000_000,
      tokens_overage: 0,
      // There are 7,500,000 included tokens and 1,666,666 that the cap pays for, at 250 an item.
      records_estimate_remaining: 36_666,
      spending_cap_cents: 5_000,
      days_left: 13,
      message:
        'Beyond the plan $0.00 is spent of the spending cap of $50.00; $50.00 is left. The period ends 2026-12-01T00:00:00Z. ' +
        'One lookup_parts call takes up to 50 items; 600 requests a minute are allowed.',
    });
  });

  test('of a test key shows the sandbox', () => {
    expect(report({ kind: 'test' })).toMatchObject({
      sandbox: true,
      plan_code: null,
      tokens_used: null,
      days_left: null,
      message:
        'Test key: the sandbox, never metered and never billed. One lookup_parts call takes up to 50 items; 60 requests a minute are allowed.',
    });
  });

  test('of a trial key shows the remaining allowance', () => {
    expect(report({ kind: 'trial', trial: { items: 10 } })).toMatchObject({
      sandbox: false,
      plan_code: 'free_trial',
      plan_name: 'Free trial',
      tokens_used: null,
      records_estimate_remaining: 90,
      message:
        'Of the free trial 90 of 100 items are left. One lookup_parts call takes up to 50 items; 600 requests a minute are allowed.',
    });
  });

  test('of an account without a plan names no plan', () => {
    expect(report({ account: { billingState: 'no_active_plan' } })).toMatchObject({
      plan_code: null,
      plan_name: null,
      tokens_included: null,
      period_start: '2026-11-01T00:00:00Z',
    });
  });

  test('of an account in its grace period says from when calls are refused, before anything else', () => {
    expect(report({ account: { graceEndsAtMs: NOON_MS + 1_000 } }).message).toMatch(
      /^A payment failed\. Calls that return item data are refused from 2026-11-18T12:00:01Z on, unless it is settled\. Update the card\. Beyond/,
    );
  });

  test('of an account whose payment failed still names its plan', () => {
    expect(report({ account: { billingState: 'past_due' } })).toMatchObject({ plan_code: 'growth' });
  });

  test('counts tokens beyond the included ones', () => {
    expect(report({ periods: { '2026-11': { tokens: 10_000_250 } } }).tokens_overage).toBe(250);
  });

  test('counts one day left on the last day of a period', () => {
    expect(report({}, Date.UTC(2026, 10, 30, 23, 59, 59)).days_left).toBe(1);
    expect(report({}, Date.UTC(2026, 10, 1)).days_left).toBe(30);
  });

  test.each<[string, CallerSituation, RegExp | null]>([
    ['nothing used', {}, null],
    [
      'most included tokens used',
      { periods: { '2026-11': { tokens: 8_000_000 } } },
      /nearly used up.*\$0\.03 per 1,000/,
    ],
    ['all included tokens used', { periods: { '2026-11': { tokens: 10_000_000 } } }, /included tokens are used up/],
    [
      'cap near',
      {
        account: { spendingCapCents: 100 },
        periods: { '2026-11': { researchNanoUsd: 900_000_000, committedNanoUsd: 900_000_000 } },
      },
      /^The spending cap is near\. Beyond the plan \$0\.90 is spent of the spending cap of \$1\.00; \$0\.10 is left\./,
    ],
    [
      'cap reached',
      {
        account: { spendingCapCents: 90 },
        periods: { '2026-11': { researchNanoUsd: 900_000_000, committedNanoUsd: 900_000_000 } },
      },
      /cap is reached/,
    ],
    ['an allowance used to just under four fifths', { kind: 'trial', trial: { items: 79 } }, null],
    ['an allowance used to four fifths', { kind: 'trial', trial: { items: 80 } }, /nearly used: 20 of 100/],
    ['included tokens used to just under four fifths', { periods: { '2026-11': { tokens: 7_999_999 } } }, null],
    [
      'no cap, and much spent',
      { periods: { '2026-11': { researchNanoUsd: 900_000_000, committedNanoUsd: 900_000_000 } } },
      /^Beyond the plan \$0\.90 is spent; there is no spending cap\. The period ends/,
    ],
    [
      'a cap used to just under four fifths',
      { account: { spendingCapCents: 100 }, periods: { '2026-11': { researchNanoUsd: 799_999_999 } } },
      null,
    ],
    [
      'a cap used to four fifths',
      { account: { spendingCapCents: 100 }, periods: { '2026-11': { researchNanoUsd: 800_000_000 } } },
      /cap is near\. .*\$0\.80 is spent of the spending cap of \$1\.00/,
    ],
    ['a plan that includes nothing, and nothing used', { terms: { tokensIncluded: 0 } }, null],
    [
      'a plan that includes nothing, and something used',
      { periods: { '2026-11': { tokens: 1, tokensIncluded: 0 } } },
      /included tokens are used up/,
    ],
    [
      'cap reached and included tokens used up: the more pressing',
      {
        account: { spendingCapCents: 1 },
        periods: { '2026-11': { tokens: 10_000_000, researchNanoUsd: 10_000_000 } },
      },
      /cap is reached: .*\$0\.01 is spent of the spending cap of \$0\.01; \$0\.00 is left/,
    ],
    [
      'a cap near, a part of it reserved',
      {
        account: { spendingCapCents: 100 },
        periods: { '2026-11': { researchNanoUsd: 900_000_000, reservedNanoUsd: 150_000_000 } },
      },
      /near\. Beyond the plan \$0\.75 is spent and \$0\.15 reserved for research under way of the spending cap of \$1\.00; \$0\.10 is left/,
    ],
    [
      'a cap of nothing, and no more used than is included',
      { account: { spendingCapCents: 0 }, periods: { '2026-11': { tokens: 5 } } },
      null,
    ],
    ['a cap of nothing, and nothing spent', { account: { spendingCapCents: 0 } }, null],
    ['no plan', { account: { billingState: 'no_active_plan' } }, /no active plan/],
    ['past due', { account: { billingState: 'past_due' } }, /payment failed/],
    ['trial ended', { account: { billingState: 'trial_ended' } }, /could not start/],
    ['a trial nearly used', { kind: 'trial', trial: { items: 85 } }, /nearly used: 15 of 100/],
    ['a trial used up', { kind: 'trial', trial: { items: 100 } }, /used up/],
    ['a trial that ended', { kind: 'trial', account: { billingState: 'trial_ended' } }, /could not start/],
  ])('says what to do: %s', (_what, situation, words) => {
    const { message } = report(situation);
    if (words === null) expect(message).toMatch(/^(Beyond the plan|Of the free trial)/);
    else expect(message).toMatch(words);
  });
});

describe('the usage report of a client with a budget', () => {
  const budgets = new Map([['00', { every: 'day', tokens: 50_000, researchCents: null } as const]]);
  const caller = callerIn({ account: { budgets } });
  const messageOf = (client: Partial<typeof caller.client>) =>
    usageReport({ ...caller, client: { ...caller.client, ...client } }, DASHBOARD, NOON_MS).message;

  test('says what of the budget is used, by a key or by a sign-in', () => {
    const standing = 'has used 0 of 50,000 tokens today; its budget begins anew at 2026-11-19T00:00Z.';
    expect(messageOf({ number: '00' })).toContain(`This key ${standing}`);
    const signIn = { personId: 'per_0123456789abcdef', oauthClientId: 'https://assistant.example', tokenAtMs: 0 };
    expect(messageOf({ number: '00', signIn })).toContain(`This sign-in ${standing}`);
  });

  test('says nothing of the budgets of others', () => {
    expect(messageOf({ number: '01' })).not.toContain('budget');
  });
});
