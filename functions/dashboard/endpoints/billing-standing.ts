/** Decides whether the account may be billed now, which free endpoints that show data of the index also require. */
import type { Account } from '../../../core/billing/plans/plan.ts';
import { describeBillingRefusal, type BillingRefusal } from '../../../core/billing/meter/billing-refusal.ts';
import { refusedForAccount } from '../../../core/billing/meter/may-be-billed.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { HttpRefusal } from '../../../core/api/refusals/http-refusal.ts';

/** Returns why the account may not be billed, or undefined if it may. */
export async function billingRefusal(
  { reports }: Pick<DashboardDependencies, 'reports'>,
  account: Account,
  nowMs: number,
): Promise<BillingRefusal | undefined> {
  const { accountId, billingState } = account;
  const [usage, clients] = await Promise.all([
    reports.readUsageHistory(accountId),
    // Only an account without a plan can use its trial.
    billingState === 'no_active_plan' ? reports.listClients(accountId) : [],
  ]);
  return refusedForAccount({ account, usage, clients }, nowMs);
}

/** @throws {HttpRefusal} with the refusal that a tool would return */
export async function requireBillable(
  dependencies: Pick<DashboardDependencies, 'reports' | 'settings'>,
  account: Account,
  nowMs: number,
): Promise<void> {
  const refusal = await billingRefusal(dependencies, account, nowMs);
  if (refusal === undefined) return;
  throw new HttpRefusal({ kind: 'endpoint_refused', error: describeBillingRefusal(refusal, dependencies.settings) });
}
