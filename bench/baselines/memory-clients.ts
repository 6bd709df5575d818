/** A client store in memory with one account and one key, which has every scope. */
import type { ClientStore } from '../../core/access/auth/client-store.ts';
import { SCOPES } from '../../core/billing/accounts/scopes.ts';
import { BUILT_IN_PLANS, NO_PLAN } from '../../core/billing/plans/built-in-plans.ts';
import { benchSecretDigest, CLIENT_ID } from './bench-fixture.ts';

const ACCOUNT_ID = 'acc_0123456789';
const secrets = [{ sha256: benchSecretDigest(), validUntilMs: null }];

export const memoryClients: ClientStore = {
  readCaller: async (identity) => ({
    account: {
      accountId: ACCOUNT_ID,
      name: 'Bench',
      status: 'active',
      billingState: 'active',
      terms: { ...(BUILT_IN_PLANS[0] ?? NO_PLAN), requestsPerMinute: Number.MAX_SAFE_INTEGER },
      spendingCapCents: null,
      anchorDay: 1,
      trialAllowanceItems: 0,
      trialResearchAllowed: false,
      spendingBySignIn: false,
    },
    client: {
      ...identity,
      clientId: CLIENT_ID,
      name: 'Bench',
      scopes: SCOPES,
      createdAtMs: 0,
      revokedAtMs: null,
      assistantNames: new Set(['bench']),
    },
    secrets,
    usage: { periods: new Map(), trial: undefined },
  }),
};
