/**
 * How an operator's word on payments changes an account: a failed one starts its grace period, settling all ends it. Both are safe to repeat. The billing
 * system's own word is in core/payments/.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import {
  SAID_BY_OPERATOR,
  unpaidInvoices,
  withFailedPayment,
  withoutFailedPayments,
} from '../accounts/payment-standing.ts';
import type { Account } from '../accounts/plan.ts';
import { fail, succeed, type Result } from '../result.ts';
import { changedValues } from './account-values.ts';
import type { AccountChangeRefusal } from './administer-accounts.ts';
import type { Operator } from './administer-clients.ts';
import type { AdministrationStore } from './administration-store.ts';
import { decideAgain } from './decide-again.ts';

type PaymentStore = Pick<AdministrationStore, 'readAccount' | 'changeAccount'>;

/** Starts the grace period; a current or past one stays unchanged. */
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

/** Ends the grace period and its consequences, no matter who reported failed payments. A later try of the same invoices starts none. */
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
