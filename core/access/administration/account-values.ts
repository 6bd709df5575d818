/** Lists the values of an account for operators, and its changed values for the audit trail. */
import type { Account } from '../../billing/accounts/account.ts';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { timeText } from '../../time.ts';

type Details = AuditLine['details'];

export function accountValues(account: Account): Details {
  const { terms } = account;
  return {
    name: account.name,
    status: account.status,
    billing_state: account.billingState,
    ...(account.graceEndsAtMs !== undefined && { grace_ends_at: timeText(account.graceEndsAtMs) }),
    ...(account.unpaid !== undefined && { payments_missing: account.unpaid.length }),
    ...(account.billingCustomer !== undefined && { billing_customer: account.billingCustomer }),
    plan: terms.code,
    plan_name: terms.name,
    tokens_included: terms.tokensIncluded,
    requests_per_minute: terms.requestsPerMinute,
    batch_size: terms.batchSize,
    overage_price: terms.overagePriceNanoUsdPerToken,
    research_allowed: terms.researchAllowed,
    open_parts: terms.openParts,
    not_found_parts_per_day: terms.notFoundPartsPerDay,
    catalog_rows_per_month: terms.catalogRowsPerMonth,
    monthly_fee_cents: terms.monthlyFeeCents,
    grace_days: terms.graceDays,
    spending_cap_cents: account.spendingCapCents,
    anchor_day: account.anchorDay,
    trial_allowance_items: account.trialAllowanceItems,
    trial_research_allowed: account.trialResearchAllowed,
    spending_by_sign_in: account.spendingBySignIn,
  };
}

/** Returns `<value>_before` and `<value>_after` for each value that differs; empty if none does. */
export function changedValues(before: Account, after: Account): Details {
  const [old, changed] = [accountValues(before), accountValues(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(changed)])].filter(
    (name) => old[name] !== changed[name],
  );
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_before`, old[name] ?? null],
      [`${name}_after`, changed[name] ?? null],
    ]),
  );
}
