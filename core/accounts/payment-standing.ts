/**
 * Decides what failed and settled payments mean for an account, no matter who reports them. Pure. A payment is identified by its invoice, so that settling one
 * never clears another that failed, in any order of the reports.
 */
import { DAY_MS } from '../time.ts';
import type { Account } from './plan.ts';

/** Names what an operator said without an invoice. */
export const SAID_BY_OPERATOR = 'operator';

/** The account's row stays small, and one transaction settles them all. */
const MAX_UNPAID = 50;

/** Starts the grace period of the account's plan. One that runs, or is over, stays as it is; an account that is not billed has it when it is billed again. */
export function withFailedPayment(account: Account, payment: string, nowMs: number): Account {
  const unpaid = account.unpaid ?? [];
  const isListed = unpaid.includes(payment) || unpaid.length >= MAX_UNPAID;
  return withGraceStarted(isListed ? account : { ...account, unpaid: [...unpaid, payment] }, nowMs);
}

/** An account that is billed and has not paid has a grace period, from the moment when both are true. */
export function withGraceStarted(account: Account, nowMs: number): Account {
  const { billingState, unpaid, graceEndsAtMs, terms } = account;
  if (billingState !== 'active' || unpaid === undefined || graceEndsAtMs !== undefined) return account;
  return { ...account, graceEndsAtMs: nowMs + terms.graceDays * DAY_MS };
}

/** Ends the grace period, or the refusal that followed it, when no other payment is missing. */
export function withSettledPayment(account: Account, payment: string): Account {
  const unpaid = account.unpaid ?? [];
  if (!unpaid.includes(payment)) return account;
  const left = unpaid.filter((other) => other !== payment);
  return left.length > 0 ? { ...account, unpaid: left } : withoutFailedPayments(account);
}

/** The invoices among an account's unpaid payments. */
export function unpaidInvoices({ unpaid = [] }: Account): readonly string[] {
  return unpaid.filter((payment) => payment !== SAID_BY_OPERATOR);
}

/** As if none had failed. */
export function withoutFailedPayments(account: Account): Account {
  const { unpaid: _unpaid, graceEndsAtMs: _ended, ...settled } = account;
  return settled;
}
