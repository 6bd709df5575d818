/**
 * What payments that fail and are settled make of an account, whoever says so: pure. A payment is named by its invoice, so that one that is settled ends
 * nothing of another that failed, in whatever order both are told.
 */
import { DAY_MS } from '../time.ts';
import type { Account } from './plan.ts';

/** Names what an operator said without an invoice. */
export const SAID_BY_OPERATOR = 'operator';

/** Starts the grace period of the account's plan. One that runs, or is over, stays as it is; an account that is not billed has none. */
export function withFailedPayment(account: Account, payment: string, nowMs: number): Account {
  if (account.billingState !== 'active') return account;
  const unpaid = account.unpaid ?? [];
  return {
    ...account,
    unpaid: unpaid.includes(payment) ? unpaid : [...unpaid, payment],
    graceEndsAtMs: account.graceEndsAtMs ?? nowMs + account.terms.graceDays * DAY_MS,
  };
}

/** Ends the grace period, or the refusal that followed it, when no other payment is missing. */
export function withSettledPayment(account: Account, payment: string): Account {
  const unpaid = account.unpaid ?? [];
  if (!unpaid.includes(payment)) return account;
  const left = unpaid.filter((other) => other !== payment);
  return left.length > 0 ? { ...account, unpaid: left } : withoutFailedPayments(account);
}

/** As if none had failed. */
export function withoutFailedPayments(account: Account): Account {
  const { unpaid: _unpaid, graceEndsAtMs: _ended, ...settled } = account;
  return settled;
}
