/** Links accounts one to one to customers of the billing system. */
import { changedValues } from '../administration/account-values.ts';
import { decideAgain, type ChangedMeanwhile } from '../../decide-again.ts';
import { unpaidInvoices } from '../../billing/accounts/payment-standing.ts';
import type { Account } from '../../billing/accounts/account.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { PaymentStore } from './payment-store.ts';

export type CustomerRefusal =
  | { readonly kind: 'unknown_account' }
  | { readonly kind: 'customer_taken' }
  /** The present customer has unpaid invoices, and no later event would report their payment. */
  | { readonly kind: 'invoices_unpaid'; readonly invoices: number };

/** @param customer null removes the link; later events of that customer then have no effect */
export async function setBillingCustomer(
  store: Pick<PaymentStore, 'readAccount' | 'changeCustomer'>,
  accountId: string,
  customer: string | null,
  { who }: { readonly who: string },
  nowMs: number,
): Promise<Result<Account, CustomerRefusal | ChangedMeanwhile>> {
  return decideAgain<Account, CustomerRefusal>(async () => {
    const stored = await store.readAccount(accountId);
    if (stored === undefined) return fail({ kind: 'unknown_account' });
    const { billingCustomer: former, ...rest } = stored.value;
    const account = customer === null ? rest : { ...rest, billingCustomer: customer };
    const details = changedValues(stored.value, account);
    if (Object.keys(details).length === 0) return succeed(account);
    const { length: invoices } = unpaidInvoices(stored.value);
    if (former !== undefined && invoices > 0) return fail({ kind: 'invoices_unpaid', invoices });
    const audit = { who, what: 'account.set' as const, details, atMs: nowMs };
    const outcome = await store.changeCustomer({ account, revision: stored.revision, former, audit });
    if (outcome === 'taken') return fail({ kind: 'customer_taken' });
    return outcome === 'changed' ? succeed(account) : undefined;
  });
}
