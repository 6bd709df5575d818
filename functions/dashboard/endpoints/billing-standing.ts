/** Decides whether the account may be billed now, which free endpoints that show data of the index also require. */
import type { Account } from '../../../core/billing/accounts/account.ts';
import { describeBillingRefusal } from '../../../core/billing/meter/billing-refusal.ts';
import { billingRefusal } from '../../../core/access/administration/billing-standing.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { HttpRefusal } from '../../../core/api/refusals/http-refusal.ts';

/** @throws {HttpRefusal} with the refusal that a tool would return */
export async function requireBillable(
  dependencies: Pick<DashboardDependencies, 'reports' | 'settings'>,
  account: Account,
  nowMs: number,
): Promise<void> {
  const refusal = await billingRefusal(dependencies.reports, account, nowMs);
  if (refusal === undefined) return;
  throw new HttpRefusal({ kind: 'endpoint_refused', error: describeBillingRefusal(refusal, dependencies.settings) });
}
