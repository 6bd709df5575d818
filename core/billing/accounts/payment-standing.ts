/**
 * Decides how failed and settled payments change an account, regardless of who reports them. A payment is identified by
 * its invoice: settling one never clears another that failed, in any order of the reports.
 */
import { DAY_MS } from '../../time.ts';
import type { Account } from './account.ts';

/** Identifies a failed payment that an operator reported without an invoice. */
export const SAID_BY_OPERATOR = 'operator';

/** Keeps the account's row small and lets one transaction settle all. */
const MAX_UNPAID = 50;

/**
 * Adds a failed payment and starts the grace period of the account's plan. A running or finished grace period does not
 * change; for an account that is not billed it starts when billing resumes.
 */
export function withFailedPayment(account: Account, payment: string, nowMs: number): Account {
  const unpaid = account.unpaid ?? [];
  const isListed = unpaid.includes(payment) || unpaid.length >= MAX_UNPAID;
  return withGraceStarted(isListed ? account : { ...account, unpaid: [...unpaid, payment] }, nowMs);
}

/** Starts the grace period of an account that is billed and has unpaid payments, unless it has started already. */
export function withGraceStarted(account: Account, nowMs: number): Account {
  const { billingState, unpaid, graceEndsAtMs, terms } = account;
  if (billingState !== 'active' || unpaid === undefined || graceEndsAtMs !== undefined) return account;
  return { ...account, graceEndsAtMs: nowMs + terms.graceDays * DAY_MS };
}

/** Removes a failed payment. With the last one, ends the grace period or the refusals that followed it. */
export function withSettledPayment(account: Account, payment: string): Account {
  const unpaid = account.unpaid ?? [];
  if (!unpaid.includes(payment)) return account;
  const left = unpaid.filter((other) => other !== payment);
  return left.length > 0 ? { ...account, unpaid: left } : withoutFailedPayments(account);
}

/** Returns the unpaid payments that are invoices, without an operator's. */
export function unpaidInvoices({ unpaid = [] }: Account): readonly string[] {
  return unpaid.filter((payment) => payment !== SAID_BY_OPERATOR);
}

export function withoutFailedPayments(account: Account): Account {
  const { unpaid: _unpaid, graceEndsAtMs: _ended, ...settled } = account;
  return settled;
}
