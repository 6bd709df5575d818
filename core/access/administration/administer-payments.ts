/**
 * Applies payments that an operator reports: a failed one starts the grace period, settling all ends it. Both are safe
 * to repeat. core/access/payments/ applies the reports of the billing system.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import {
  SAID_BY_OPERATOR,
  unpaidInvoices,
  withFailedPayment,
  withoutFailedPayments,
} from '../../billing/accounts/payment-standing.ts';
import type { Account } from '../../billing/accounts/account.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { changedValues } from './account-values.ts';
import type { AccountChangeRefusal } from './administer-accounts.ts';
import type { Operator } from './administer-clients.ts';
import type { AdministrationStore } from './administration-store.ts';
import { decideAgain } from '../../decide-again.ts';

type PaymentStore = Pick<AdministrationStore, 'readAccount' | 'changeAccount'>;

/** Starts the grace period; a running or finished one stays unchanged. */
export async function notePaymentFailed(
  store: PaymentStore,
  accountId: string,
  { who, because }: Operator & { readonly because: string },
  nowMs: number,
): Promise<Result<Account, AccountChangeRefusal>> {
  return change(store, accountId, { who, what: 'payment.failed', because, atMs: nowMs }, (account) =>
    withFailedPayment(account, SAID_BY_OPERATOR, nowMs),
  );
}

/**
 * Settles all failed payments, regardless of who reported them. A later failure of the same invoices does not start a
 * grace period.
 */
export async function notePaymentSettled(
  store: PaymentStore,
  accountId: string,
  { who, because }: Operator & { readonly because: string },
  nowMs: number,
): Promise<Result<Account, AccountChangeRefusal>> {
  return change(store, accountId, { who, what: 'payment.settled', because, atMs: nowMs }, (account) => {
    const settled = withoutFailedPayments(account);
    return settled.billingState === 'past_due' ? { ...settled, billingState: 'active' } : settled;
  });
}

async function change(
  store: PaymentStore,
  accountId: string,
  { because, ...line }: Omit<AuditLine, 'details'> & { readonly because: string },
  changed: (account: Account) => Account,
): Promise<Result<Account, AccountChangeRefusal>> {
  return decideAgain<Account, AccountChangeRefusal>(async () => {
    const stored = await store.readAccount(accountId);
    if (stored === undefined) return fail({ kind: 'unknown_account' });
    const after = changed(stored.value);
    const details = changedValues(stored.value, after);
    if (Object.keys(details).length === 0) return succeed(after);
    const audit = { ...line, details: { ...details, because } };
    const settled = after.unpaid === undefined ? unpaidInvoices(stored.value) : [];
    return (await store.changeAccount(after, stored.revision, audit, settled)) ? succeed(after) : undefined;
  });
}
