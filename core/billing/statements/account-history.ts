/**
 * Reconstructs an account as of an earlier time from its current state and its audit trail, so that a statement closed
 * late shows the account as it was when the period ended. Every change of an account is written in one transaction with
 * its audit line, so no change is missing.
 */
import type { StoredAuditLine } from '../accounts/audit-line.ts';
import { ACCOUNT_STATUSES, BILLING_STATES, type Account } from '../accounts/account.ts';
import type { PlanTerms } from '../plans/plan.ts';
import type { FrozenTerms } from '../accounts/usage.ts';
import { centsToNanoUsd } from '../../money.ts';

type Details = StoredAuditLine['details'];

/** @param trail every line since `atMs`, oldest first @param atMs changes at this time and later are undone */
function accountAt(now: Account, trail: readonly StoredAuditLine[], atMs: number): Account {
  return changesOf(trail)
    .filter((line) => line.atMs >= atMs)
    .reduceRight((account, { details }) => before(account, details), now);
}

/**
 * Returns the account as of the period's end, with the plan that the period was opened with: the earliest one in the
 * period that has the frozen terms. If there is none, or no call was billed, the plan at the period's end stays.
 * @param trail every line since the period began
 */
export function accountOfPeriod(
  now: Account,
  trail: readonly StoredAuditLine[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  frozen: FrozenTerms | undefined,
): Account {
  const atEnd = accountAt(now, trail, endMs);
  if (frozen === undefined) return atEnd;
  const moments = changesOf(trail).flatMap((line) =>
    // Stryker disable next-line ArithmeticOperator: the moments before the changes, with the end, show the same plans
    line.atMs >= startMs && line.atMs < endMs ? [line.atMs + 1] : [],
  );
  const opened = [startMs, ...moments]
    .map((atMs) => accountAt(now, trail, atMs))
    .find(({ terms }) => matches(terms, frozen));
  return opened === undefined ? atEnd : { ...atEnd, terms: opened.terms };
}

/** Returns when the account was opened, from its audit line. */
export function openedAtMs(trail: readonly StoredAuditLine[]): number | undefined {
  return trail.find(({ what }) => what === 'account.created')?.atMs;
}

function changesOf(trail: readonly StoredAuditLine[]): readonly StoredAuditLine[] {
  return trail.filter(({ what }) => what === 'account.set');
}

function matches(
  terms: PlanTerms,
  { priceNanoUsdPerToken, tokensIncluded, monthlyFeeNanoUsd = 0 }: FrozenTerms,
): boolean {
  const fee = centsToNanoUsd(terms.monthlyFeeCents ?? 0);
  return (
    terms.code !== 'none' &&
    terms.overagePriceNanoUsdPerToken === priceNanoUsdPerToken &&
    terms.tokensIncluded === tokensIncluded &&
    fee === monthlyFeeNanoUsd
  );
}

/** Undoes a change, for the fields that statements need. */
function before(account: Account, details: Details): Account {
  const { terms } = account;
  return {
    ...account,
    name: text(details, 'name') ?? account.name,
    status: ACCOUNT_STATUSES.find((status) => status === text(details, 'status')) ?? account.status,
    billingState: BILLING_STATES.find((state) => state === text(details, 'billing_state')) ?? account.billingState,
    terms: {
      ...terms,
      code: text(details, 'plan') ?? terms.code,
      name: text(details, 'plan_name') ?? terms.name,
      tokensIncluded: number(details, 'tokens_included') ?? terms.tokensIncluded,
      overagePriceNanoUsdPerToken: number(details, 'overage_price') ?? terms.overagePriceNanoUsdPerToken,
      monthlyFeeCents:
        'monthly_fee_cents_before' in details ? (number(details, 'monthly_fee_cents') ?? null) : terms.monthlyFeeCents,
    },
  };
}

function text(details: Details, name: string): string | undefined {
  const value = details[`${name}_before`];
  return typeof value === 'string' ? value : undefined;
}

function number(details: Details, name: string): number | undefined {
  const value = details[`${name}_before`];
  return typeof value === 'number' ? value : undefined;
}
