/**
 * Opens accounts and changes their plan, terms, cap, status, billing state and trial. Rate limit, batch size, cap and
 * states apply from the next request; price and included tokens apply from the next period, or immediately if the
 * period has no billed call yet.
 */
import { accountValues, changedValues } from './account-values.ts';
import { decideAgain } from '../../decide-again.ts';
import type { AdministrationStore } from './administration-store.ts';
import type { Operator } from './administer-clients.ts';
import { ACCOUNT_ID_PATTERN, newAccountId } from '../../identifiers.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { builtInPlan, NO_PLAN, TRIAL_ALLOWANCE_ITEMS } from '../../billing/plans/built-in-plans.ts';
import { unpaidInvoices, withGraceStarted, withoutFailedPayments } from '../../billing/accounts/payment-standing.ts';
import type { Account } from '../../billing/accounts/account.ts';
import type { PlanTerms } from '../../billing/plans/plan.ts';

export type AccountChangeRefusal =
  | { readonly kind: 'unknown_account' }
  | { readonly kind: 'unknown_plan' }
  /** The value of `field` is outside the range of values for accounts. */
  | { readonly kind: 'value_out_of_range'; readonly field: string }
  | { readonly kind: 'changed_meanwhile' };

/** Absent fields stay unchanged. */
export interface AccountChanges {
  readonly name?: string;
  /** The code of a built-in plan; null for no plan. It also sets the billing state, unless that is given too. */
  readonly planCode?: string | null;
  /** Terms that override the plan's for this account. */
  readonly terms?: Partial<PlanTerms>;
  /** null for no cap. */
  readonly spendingCapCents?: number | null;
  readonly status?: Account['status'];
  readonly billingState?: Account['billingState'];
  readonly trialAllowanceItems?: number;
  readonly trialResearchAllowed?: boolean;
  readonly spendingBySignIn?: boolean;
}

/** A million dollars: all sums stay well within the safe integers. */
export const MAX_CAP_CENTS = 100_000_000;
/** Half of the writes that DynamoDB allows per partition: every request writes to the row of the current period. */
const MAX_REQUESTS_PER_MINUTE = 30_000;
const MAX_GRACE_DAYS = 365;
export const MAX_TOKENS = 1_000_000_000_000;

/**
 * Opens an account, by default without a plan and with a free trial.
 * @param wanted.anchorDay by default today's day, at most 28
 */
export async function createAccount(
  store: AdministrationStore,
  wanted: AccountChanges & { readonly name: string; readonly anchorDay?: number; readonly accountId?: string },
  { who }: Operator,
  nowMs: number,
): Promise<Result<Account, AccountChangeRefusal>> {
  const blank: Account = {
    accountId: wanted.accountId ?? newAccountId(),
    name: wanted.name,
    status: 'active',
    billingState: 'no_active_plan',
    terms: NO_PLAN,
    spendingCapCents: null,
    anchorDay: wanted.anchorDay ?? Math.min(28, new Date(nowMs).getUTCDate()),
    trialAllowanceItems: TRIAL_ALLOWANCE_ITEMS,
    trialResearchAllowed: false,
    spendingBySignIn: false,
  };
  const changed = changedAccount(blank, wanted, nowMs);
  if (!changed.ok) return changed;
  const audit = { who, what: 'account.created' as const, details: accountValues(changed.value), atMs: nowMs };
  const created = await store.createAccount(changed.value, audit);
  return created ? changed : fail({ kind: 'changed_meanwhile' });
}

export async function setAccount(
  store: AdministrationStore,
  accountId: string,
  changes: AccountChanges,
  { who }: Operator,
  nowMs: number,
): Promise<Result<Account, AccountChangeRefusal>> {
  return decideAgain<Account, AccountChangeRefusal>(async () => {
    const stored = await store.readAccount(accountId);
    if (stored === undefined) return fail({ kind: 'unknown_account' });
    const changed = changedAccount(stored.value, changes, nowMs);
    if (!changed.ok) return changed;
    const details = changedValues(stored.value, changed.value);
    if (Object.keys(details).length === 0) return changed;
    const audit = { who, what: 'account.set' as const, details, atMs: nowMs };
    const settled = changed.value.unpaid === undefined ? unpaidInvoices(stored.value) : [];
    return (await store.changeAccount(changed.value, stored.revision, audit, settled)) ? changed : undefined;
  });
}

function changedAccount(
  account: Account,
  changes: AccountChanges,
  nowMs: number,
): Result<Account, AccountChangeRefusal> {
  const { planCode, terms, name, spendingCapCents, status, billingState, trialAllowanceItems } = changes;
  const plan = planCode === undefined ? account.terms : planCode === null ? NO_PLAN : builtInPlan(planCode);
  if (plan === undefined) return fail({ kind: 'unknown_plan' });
  const stateOfPlan = planCode === undefined ? account.billingState : planCode === null ? 'no_active_plan' : 'active';
  // An explicit billing state also settles failed payments; a plan does not.
  const changed: Account = {
    ...(billingState === undefined ? account : withoutFailedPayments(account)),
    name: name ?? account.name,
    terms: { ...plan, ...terms },
    spendingCapCents: spendingCapCents === undefined ? account.spendingCapCents : spendingCapCents,
    status: status ?? account.status,
    billingState: billingState ?? stateOfPlan,
    trialAllowanceItems: trialAllowanceItems ?? account.trialAllowanceItems,
    trialResearchAllowed: changes.trialResearchAllowed ?? account.trialResearchAllowed,
    spendingBySignIn: changes.spendingBySignIn ?? account.spendingBySignIn,
  };
  const field = impossibleField(changed) ?? fieldOutOfRange(changed);
  return field === undefined ? succeed(withGraceStarted(changed, nowMs)) : fail({ kind: 'value_out_of_range', field });
}

/** Billing needs a plan: without one, a period would open with no included tokens and a price of zero. */
function impossibleField({ accountId, billingState, terms }: Account): string | undefined {
  if (!ACCOUNT_ID_PATTERN.test(accountId)) return 'accountId';
  return billingState === 'active' && terms.code === NO_PLAN.code ? 'billingState' : undefined;
}

function fieldOutOfRange({ anchorDay, spendingCapCents, trialAllowanceItems, terms }: Account): string | undefined {
  const ranges: readonly (readonly [field: string, value: number, least: number, most: number])[] = [
    ['anchorDay', anchorDay, 1, 28],
    ['spendingCapCents', spendingCapCents ?? 0, 0, MAX_CAP_CENTS],
    ['trialAllowanceItems', trialAllowanceItems, 0, 1_000_000_000],
    ['tokensIncluded', terms.tokensIncluded, 0, MAX_TOKENS],
    ['requestsPerMinute', terms.requestsPerMinute, 1, MAX_REQUESTS_PER_MINUTE],
    ['batchSize', terms.batchSize, 1, 50],
    ['openParts', terms.openParts, 1, 1_000_000],
    ['notFoundPartsPerDay', terms.notFoundPartsPerDay, 1, 1_000_000],
    ['catalogRowsPerMonth', terms.catalogRowsPerMonth, 0, 1_000_000_000],
    ['monthlyFeeCents', terms.monthlyFeeCents ?? 0, 0, MAX_CAP_CENTS],
    ['graceDays', terms.graceDays, 0, MAX_GRACE_DAYS],
    ['overagePriceNanoUsdPerToken', terms.overagePriceNanoUsdPerToken, 0, 1_000_000_000],
    ['includedValue', terms.tokensIncluded * terms.overagePriceNanoUsdPerToken, 0, Number.MAX_SAFE_INTEGER / 4],
  ];
  return ranges.find(([, value, least, most]) => !Number.isSafeInteger(value) || value < least || value > most)?.[0];
}
