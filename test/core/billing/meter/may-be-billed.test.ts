import { describe, expect, test } from 'vitest';
import {
  mayBeBilled,
  refusedByUsageRead,
  refusedForAccount,
  type AccountStanding,
} from '../../../../core/billing/meter/may-be-billed.ts';
import { callerIn, NOON_MS, type CallerSituation } from '../../../support/fixtures/callers.ts';

const CAPPED = {
  terms: { tokensIncluded: 100, overagePriceNanoUsdPerToken: 1_000_000 },
  account: { spendingCapCents: 1 },
};
const period = (tokens: number) => ({
  ...CAPPED,
  periods: {
    '2026-11': { tokens, committedNanoUsd: tokens * 1_000_000, tokensIncluded: 100, priceNanoUsdPerToken: 1_000_000 },
  },
});

test.each<[string, CallerSituation, string | undefined]>([
  ['nothing is used', CAPPED, undefined],
  ['the cap has room for one token', period(109), undefined],
  ['the cap has no room', period(110), 'spending_cap_reached'],
  ['the account is past due', { account: { billingState: 'past_due' } }, 'past_due'],
  ['the trial has an item left', { kind: 'trial', trial: { items: 99 } }, undefined],
  ['the trial is used up', { kind: 'trial', trial: { items: 100 } }, 'trial_limit_reached'],
  ['the trial has no items at all', { kind: 'trial', account: { trialAllowanceItems: 0 } }, 'trial_limit_reached'],
  ['a test key asks, whatever the account', { kind: 'test', account: { billingState: 'past_due' } }, undefined],
])('mayBeBilled answers whether one more item can be billed if %s', (_, situation, kind) => {
  const caller = callerIn(situation);
  expect(refusedByUsageRead(caller, NOON_MS)).toEqual(kind === undefined ? undefined : { kind });
  expect(mayBeBilled(caller, NOON_MS)).toBe(kind === undefined);
});

describe('the reason why an account may not be billed', () => {
  const trial = (revokedAtMs: number | null = null) => ({ kind: 'trial', revokedAtMs }) as const;
  const live = { kind: 'live', revokedAtMs: null } as const;
  const planless = { account: { billingState: 'no_active_plan' } } as const;

  test.each<[string, CallerSituation, AccountStanding['clients'], string | undefined]>([
    ['is absent while its plan pays', {}, [live], undefined],
    ['is the cap of its plan, even with trial items left', period(110), [trial()], 'spending_cap_reached'],
    ['is the missing plan without a key of the trial', planless, [live], 'no_active_plan'],
    ['is the missing plan once every key of the trial is revoked', planless, [trial(1), trial(2)], 'no_active_plan'],
    ['is absent while a key of the trial is valid', planless, [trial(1), trial()], undefined],
    ['is the used trial', { ...planless, trial: { items: 100 } }, [trial()], 'trial_limit_reached'],
  ])('%s', (_, situation, clients, kind) => {
    const { account, usage } = callerIn(situation);
    expect(refusedForAccount({ account, usage, clients }, NOON_MS)).toEqual(kind === undefined ? undefined : { kind });
  });
});
