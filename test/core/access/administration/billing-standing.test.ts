import { expect, test } from 'vitest';
import { billingRefusal } from '../../../../core/access/administration/billing-standing.ts';
import { callerIn, NOON_MS, type CallerSituation } from '../../../support/fixtures/callers.ts';

/** Returns the refusal, and what was read for it. */
async function refusalIn(situation: CallerSituation, clients: readonly { kind: 'live' | 'trial' | 'test' }[] = []) {
  const { account, usage } = callerIn(situation);
  const read: string[] = [];
  const refusal = await billingRefusal(
    {
      readUsageHistory: async (accountId) => {
        read.push(`usage of ${accountId}`);
        return usage;
      },
      listClients: async (accountId) => {
        read.push(`clients of ${accountId}`);
        return clients.map((client) => ({ ...client, revokedAtMs: null }));
      },
    },
    account,
    NOON_MS,
  );
  return { refusal, read };
}

test('an account with a plan is judged by its usage, without reading its clients', async () => {
  expect(await refusalIn({}, [{ kind: 'trial' }])).toEqual({ refusal: undefined, read: ['usage of acc_0123456789'] });
  const spent = {
    account: { spendingCapCents: 0 },
    periods: { '2026-11': { tokens: 10_000_000, committedNanoUsd: 300_000_000_000 } },
  };
  expect((await refusalIn(spent)).refusal).toEqual({ kind: 'spending_cap_reached' });
});

test('an account without a plan may be billed while it has a trial client with an allowance', async () => {
  const without = { account: { billingState: 'no_active_plan' as const, trialAllowanceItems: 5 } };
  expect(await refusalIn(without)).toEqual({
    refusal: { kind: 'no_active_plan' },
    read: ['usage of acc_0123456789', 'clients of acc_0123456789'],
  });
  expect((await refusalIn(without, [{ kind: 'trial' }])).refusal).toBeUndefined();
  expect((await refusalIn({ ...without, trial: { items: 5 } }, [{ kind: 'trial' }])).refusal).toEqual({
    kind: 'trial_limit_reached',
  });
});
