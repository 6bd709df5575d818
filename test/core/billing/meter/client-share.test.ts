/** Which of a client's figures a debit adds to, and when its budget refuses it. */
import { describe, expect, test } from 'vitest';
import {
  budgetStanding,
  clientUse,
  CLIENT_PLACES,
  dayAfter,
  dayOfMonth,
  refusedByBudget,
  shareOf,
  shareTermsOf,
  type ClientShare,
  type PayingClient,
} from '../../../../core/billing/meter/client-share.ts';
import { periodAt } from '../../../../core/billing/meter/periods.ts';
import type { Budget } from '../../../../core/billing/plans/budget.ts';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import type { ClientCount, ClientCounts, ClientSum } from '../../../../core/billing/accounts/usage.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const TODAY = Math.floor(NOON_MS / DAY_MS);
const KEY: PayingClient = { kind: 'live', number: '00' };
const SIGN_IN: PayingClient = {
  ...KEY,
  signIn: { personId: 'per_0123456789abcdef', oauthClientId: 'x', tokenAtMs: 0 },
};
const BY_DAY: Budget = { every: 'day', tokens: 100, researchCents: 30 };
const BY_PERIOD: Budget = { ...BY_DAY, every: 'period' };

const accountWith = (wanted: Partial<Account>): Account => callerIn({ account: wanted }).account;
const withBudget = (budget: Budget | null) => accountWith({ budgets: new Map(budget && [['00', budget]]) });

const termsOf = (account: Account, client = KEY, nowMs = NOON_MS) =>
  shareTermsOf(account, client, periodAt(account.anchorDay, nowMs), nowMs);

function countsOf(count: Partial<ClientCount> | undefined, places = count === undefined ? 0 : 1): ClientCounts {
  const whole = { tokens: 0, researchNanoUsd: 0, days: new Map(), ...count };
  return { clients: new Map(count && [['00', whole]]), places };
}

const TOKENS = { tokens: 40, researchNanoUsd: 0 };
const PART = { tokens: 0, researchNanoUsd: 150_000_000 };

const share = (budget: Budget | null, counts?: ClientCounts, amounts = TOKENS, nowMs = NOON_MS): ClientShare => {
  const found = shareOf(termsOf(withBudget(budget), KEY, nowMs), counts, amounts);
  if (found === undefined) throw new Error('It is counted with others');
  return found;
};

describe('the client of a debit', () => {
  test('is a live key or sign-in with a number; others are counted together', () => {
    const account = withBudget(BY_DAY);
    expect(termsOf(account)).toEqual({
      number: '00',
      budget: BY_DAY,
      isSignIn: false,
      day: TODAY,
      endDay: Date.UTC(2026, 11, 1) / DAY_MS,
      places: CLIENT_PLACES - 1,
    });
    for (const other of [{ kind: 'live' }, { kind: 'test', number: '00' }, { kind: 'trial', number: '00' }] as const)
      expect(termsOf(account, other)).toBeUndefined();
    expect(shareOf(undefined, undefined, TOKENS)).toBeUndefined();
  });

  test('has its own budget; a sign-in without one has that of all sign-ins, and a key has not', () => {
    const account = accountWith({ signInBudget: BY_PERIOD });
    expect(termsOf(account, SIGN_IN)).toMatchObject({ budget: BY_PERIOD, isSignIn: true });
    expect(termsOf(account)).toMatchObject({ budget: null, isSignIn: false });
    const own = accountWith({ signInBudget: BY_PERIOD, budgets: new Map([['00', BY_DAY]]) });
    expect(termsOf(own, SIGN_IN)?.budget).toEqual(BY_DAY);
    expect(termsOf(accountWith({}), SIGN_IN)?.budget).toBeNull();
  });

  test('leaves places for clients with a budget by day, and half of all for sign-ins with one', () => {
    const some = (count: number, budget: Budget) =>
      new Map(Array.from({ length: count }, (_, at) => [`x${at}`, budget] as const));
    const placesOf = (account: Partial<Account>) => termsOf(accountWith(account))?.places;
    expect(placesOf({})).toBe(24);
    expect(placesOf({ budgets: some(3, BY_PERIOD) })).toBe(24);
    expect(placesOf({ budgets: some(3, BY_DAY) })).toBe(21);
    expect(placesOf({ budgets: some(30, BY_DAY) })).toBe(0);
    expect(placesOf({ signInBudget: BY_PERIOD })).toBe(24);
    expect(placesOf({ signInBudget: BY_DAY })).toBe(12);
    expect(placesOf({ signInBudget: BY_DAY, budgets: some(20, BY_DAY) })).toBe(4);
  });
});

describe('the share of a debit', () => {
  test('takes a new place while there is one; without a budget the last ones are left to others', () => {
    const terms = termsOf(withBudget(null));
    expect(shareOf(terms, undefined, TOKENS)).toEqual({ terms, place: 'new', outdated: [] });
    expect(shareOf(terms, countsOf(undefined, 23), TOKENS)).toMatchObject({ place: 'new' });
    expect(shareOf(terms, countsOf(undefined, 24), TOKENS)).toBeUndefined();
    expect(shareOf(terms, countsOf({}, 24), TOKENS)).toMatchObject({ place: 'own' });
    expect(shareOf(termsOf(withBudget(BY_DAY)), countsOf(undefined, 24), TOKENS)).toMatchObject({ place: 'new' });
  });

  test('is bounded by what is left of the budget before it, for what it asks', () => {
    expect(share(BY_PERIOD)).toMatchObject({ tokensAtMost: 60 });
    expect(share(BY_PERIOD)).not.toHaveProperty('researchAtMost');
    expect(share(BY_PERIOD, undefined, PART)).toMatchObject({ researchAtMost: 150_000_000 });
    expect(share(BY_PERIOD, undefined, PART)).not.toHaveProperty('tokensAtMost');
    const unbounded = share({ every: 'period', tokens: null, researchCents: null }, undefined, {
      ...TOKENS,
      ...PART,
      tokens: 1,
    });
    expect(unbounded).not.toHaveProperty('tokensAtMost');
    expect(unbounded).not.toHaveProperty('researchAtMost');
    expect(share({ ...BY_DAY, tokens: 0 })).toMatchObject({ tokensAtMost: -40 });
  });

  const days = (...numbers: readonly number[]) =>
    new Map(numbers.map((day): [number, ClientSum] => [day, { tokens: 1, researchNanoUsd: 0 }]));

  test('adds to the day of a budget by day, and to no day otherwise', () => {
    expect(share(BY_DAY).day).toBe(TODAY);
    expect(share(BY_PERIOD)).not.toHaveProperty('day');
    expect(share(null)).not.toHaveProperty('day');
  });

  test('of a call that began before midnight adds to the next day once that has begun, except at the end of the period', () => {
    const begun = countsOf({ days: days(19) });
    expect(share(BY_DAY, begun).day).toBe(TODAY + 1);
    expect(share(BY_DAY, countsOf({ days: days(18) })).day).toBe(TODAY);
    const lastDay = Date.UTC(2026, 10, 30, 12);
    expect(share(BY_DAY, countsOf({ days: days(1) }), TOKENS, lastDay).day).toBe(lastDay / DAY_MS - 0.5);
  });

  test('removes the days that are over, and keeps those that may still be counted', () => {
    const counts = countsOf({ days: days(1, 16, 17, 18) });
    expect(share(BY_DAY, counts).outdated).toEqual([1, 16, 17]);
    expect(share(null, counts).outdated).toEqual([1, 16]);
    const midnight = countsOf({ days: days(17, 18, 19, 20) });
    expect(share(BY_PERIOD, midnight).outdated).toEqual([20]);
    expect(share(BY_DAY, midnight).outdated).toEqual([17, 20]);
  });

  test('has a day after which its figures are over, unless the period ends with it', () => {
    expect(dayAfter(share(BY_DAY))).toBe(TODAY + 1);
    expect(dayAfter(share(BY_PERIOD))).toBeUndefined();
    expect(dayAfter(share(BY_DAY, undefined, TOKENS, Date.UTC(2026, 10, 29, 12)))).toBe(
      Date.UTC(2026, 10, 30) / DAY_MS,
    );
    expect(dayAfter(share(BY_DAY, undefined, TOKENS, Date.UTC(2026, 10, 30, 12)))).toBeUndefined();
    expect([dayOfMonth(TODAY), dayOfMonth(TODAY + 13)]).toEqual([18, 1]);
  });
});

describe('a budget', () => {
  const used = (sum: Partial<ClientSum>) =>
    countsOf({ ...sum, days: new Map([[18, { tokens: 0, researchNanoUsd: 0, ...sum }]]) });

  test('refuses more tokens than are left, with the figures before the debit', () => {
    expect(refusedByBudget(share(BY_DAY), used({ tokens: 60 }))).toBeUndefined();
    expect(refusedByBudget(share(BY_DAY), used({ tokens: 61 }))).toEqual({
      kind: 'budget_reached',
      every: 'day',
      isSignIn: false,
      unit: 'tokens',
      used: 61,
      most: 100,
      asked: 40,
      resetsAtMs: Date.UTC(2026, 10, 19),
    });
    expect(refusedByBudget(share({ ...BY_DAY, tokens: 39 }), undefined)).toMatchObject({
      used: 0,
      most: 39,
      asked: 40,
    });
  });

  test('refuses more research than is left, in nano-USD, until its period ends', () => {
    const research = share(BY_PERIOD, undefined, PART);
    expect(refusedByBudget(research, used({ researchNanoUsd: 150_000_000 }))).toBeUndefined();
    expect(refusedByBudget(research, used({ researchNanoUsd: 150_000_001 }))).toEqual({
      kind: 'budget_reached',
      every: 'period',
      isSignIn: false,
      unit: 'nano_usd',
      used: 150_000_001,
      most: 300_000_000,
      asked: 150_000_000,
      resetsAtMs: Date.UTC(2026, 11, 1),
    });
  });

  test('does not bound what it does not name, nor a client without one', () => {
    expect(refusedByBudget(share(null), used({ tokens: 1e9 }))).toBeUndefined();
    expect(refusedByBudget(share({ ...BY_DAY, tokens: null }), used({ tokens: 1e9 }))).toBeUndefined();
    expect(refusedByBudget(share(BY_DAY), used({ researchNanoUsd: 1e12 }))).toBeUndefined();
  });

  test('of a day counts only that day', () => {
    const before = countsOf({ tokens: 1_000, days: new Map([[17, { tokens: 1_000, researchNanoUsd: 0 }]]) });
    expect(refusedByBudget(share(BY_DAY, before), before)).toBeUndefined();
    expect(refusedByBudget(share(BY_PERIOD, before), before)).toMatchObject({ used: 1_000 });
  });

  const standing = (budget: Budget | null, counts?: ClientCounts, client = KEY) => {
    const { usage } = callerIn();
    const read = counts === undefined ? usage : { ...usage, counts: new Map([['2026-11', counts]]) };
    return budgetStanding({ account: withBudget(budget), client, usage: read }, NOON_MS);
  };

  test('stands with what is used of its day, or of its period', () => {
    const counts = countsOf({
      tokens: 70,
      researchNanoUsd: 9,
      days: new Map([[18, { tokens: 5, researchNanoUsd: 2 }]]),
    });
    const midnight = Date.UTC(2026, 10, 19);
    expect(standing(BY_DAY, counts)).toEqual({
      ...BY_DAY,
      tokensUsed: 5,
      researchUsedNanoUsd: 2,
      resetsAtMs: midnight,
    });
    const periodEnd = Date.UTC(2026, 11, 1);
    expect(standing(BY_PERIOD, counts)).toMatchObject({
      tokensUsed: 70,
      researchUsedNanoUsd: 9,
      resetsAtMs: periodEnd,
    });
    for (const unused of [undefined, countsOf(undefined)])
      expect(standing(BY_DAY, unused)).toMatchObject({ tokensUsed: 0, researchUsedNanoUsd: 0 });
  });

  test('of which only other periods have figures is unused', () => {
    const usage = { ...callerIn().usage, counts: new Map([['2026-10', countsOf({ tokens: 5 })]]) };
    const unused = { tokens: 0, researchNanoUsd: 0, resetsAtMs: Date.UTC(2026, 11, 1) };
    expect(clientUse({ account: withBudget(null), client: KEY, usage }, 'period', NOON_MS)).toEqual(unused);
    expect(clientUse({ account: withBudget(null), client: { kind: 'test' }, usage }, 'day', NOON_MS)).toBeUndefined();
  });

  test('is none for a client without one, and for others', () => {
    expect(standing(null)).toBeNull();
    for (const client of [{ kind: 'test', number: '00' }, { kind: 'trial', number: '00' }, { kind: 'live' }] as const)
      expect(standing(BY_DAY, undefined, client)).toBeNull();
  });
});
