/**
 * Decides whether an account may be billed now, outside of a call: what is free but shows data of the index depends on
 * it.
 */
import type { BillingRefusal } from '../../billing/meter/billing-refusal.ts';
import { refusedForAccount, type AccountStanding } from '../../billing/meter/may-be-billed.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { UsageSnapshot } from '../../billing/accounts/usage.ts';

export interface BillingReports {
  readUsageHistory(accountId: string): Promise<UsageSnapshot>;
  listClients(accountId: string): Promise<AccountStanding['clients']>;
}

/** Returns why the account may not be billed, or undefined if it may. */
export async function billingRefusal(
  reports: BillingReports,
  account: Account,
  nowMs: number,
): Promise<BillingRefusal | undefined> {
  const { accountId, billingState } = account;
  const [usage, clients] = await Promise.all([
    reports.readUsageHistory(accountId),
    // Only an account without a plan can use its trial.
    // Stryker disable next-line ArrayDeclaration: refusedForAccount() reads no clients beside a plan
    billingState === 'no_active_plan' ? reports.listClients(accountId) : [],
  ]);
  return refusedForAccount({ account, usage, clients }, nowMs);
}
