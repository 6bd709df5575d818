/** The demo accounts and their keys: one for each state in which a newcomer may want to see the service. */
import { SCOPES, type Scope } from '../../core/billing/accounts/scopes.ts';
import type { AccountChanges } from '../../core/access/administration/administer-accounts.ts';
import type { ClientKind } from '../../core/identifiers.ts';

export interface DemoAccount {
  readonly accountId: string;
  readonly opening: AccountChanges & { readonly name: string };
}

/** Returns the address of a demo account's owner, which no email ever reaches: emails stay on this machine. */
export function demoOwnerEmail({ accountId }: DemoAccount): string {
  return `owner@${accountId.slice('acc_'.length).toLowerCase()}.example`;
}

export interface DemoKey {
  /** The name in `.local/credentials.json`. */
  readonly name: string;
  readonly account: DemoAccount;
  readonly kind: ClientKind;
  readonly scopes: readonly Scope[];
  /** What it shows to a newcomer; undefined for the key that is printed. */
  readonly shows: string | undefined;
}

const MAIN: DemoAccount = {
  accountId: 'acc_DemoGrowth',
  opening: { name: 'Demo: on a plan', planCode: 'growth', spendingCapCents: 50_000 },
};
const TRIAL: DemoAccount = {
  accountId: 'acc_DemoTrial0',
  opening: { name: 'Demo: free trial', trialResearchAllowed: true },
};
const CAPPED: DemoAccount = {
  accountId: 'acc_DemoCapped',
  // No included tokens, and a cap of 18 cents: a look-up in the demo index costs 0.9 cents, so a period allows about 20
  // look-ups.
  opening: { name: 'Demo: near its cap', planCode: 'starter', terms: { tokensIncluded: 0 }, spendingCapCents: 18 },
};
const PAST_DUE: DemoAccount = {
  accountId: 'acc_DemoPastDu',
  opening: { name: 'Demo: payment failed', planCode: 'starter', billingState: 'past_due' },
};
const NO_PLAN: DemoAccount = { accountId: 'acc_DemoNoPlan', opening: { name: 'Demo: no plan' } };
const TRIAL_USED = {
  accountId: 'acc_DemoTrUsed',
  opening: { name: 'Demo: trial allowance used', trialAllowanceItems: 25 },
} satisfies DemoAccount;
const TRIAL_ENDED: DemoAccount = {
  accountId: 'acc_DemoTrEnde',
  opening: { name: 'Demo: plan after the trial did not start', planCode: 'starter', billingState: 'trial_ended' },
};
const SUSPENDED: DemoAccount = {
  accountId: 'acc_DemoSuspen',
  opening: { name: 'Demo: suspended', planCode: 'starter', status: 'suspended' },
};

export const DEMO_KEYS = [
  { name: 'live', account: MAIN, kind: 'live', scopes: SCOPES, shows: undefined },
  { name: 'test', account: MAIN, kind: 'test', scopes: SCOPES, shows: 'a test key: calls are free' },
  { name: 'trial', account: TRIAL, kind: 'trial', scopes: SCOPES, shows: 'the free trial' },
  { name: 'read_only', account: MAIN, kind: 'live', scopes: ['items:read'], shows: 'a key that may only look up' },
  { name: 'capped', account: CAPPED, kind: 'live', scopes: SCOPES, shows: 'a spending cap of about 20 look-ups' },
  { name: 'past_due', account: PAST_DUE, kind: 'live', scopes: SCOPES, shows: 'a payment that failed' },
  { name: 'no_plan', account: NO_PLAN, kind: 'live', scopes: SCOPES, shows: 'an account without a plan' },
  { name: 'trial_used', account: TRIAL_USED, kind: 'trial', scopes: SCOPES, shows: 'a trial whose items are used up' },
  { name: 'trial_ended', account: TRIAL_ENDED, kind: 'live', scopes: SCOPES, shows: 'a trial that ended' },
  { name: 'suspended', account: SUSPENDED, kind: 'live', scopes: SCOPES, shows: 'a suspended account' },
] as const satisfies readonly DemoKey[];

export type DemoKeyName = (typeof DEMO_KEYS)[number]['name'];

/** The account whose trial is used up from the start. */
export const TRIAL_USED_ACCOUNT = TRIAL_USED;
