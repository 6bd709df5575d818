/**
 * Applies an event of the billing system to an account exactly once, even if events are repeated or arrive out of
 * order.
 */
import { withFailedPayment, withSettledPayment } from '../../billing/accounts/payment-standing.ts';
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { changedValues } from '../administration/account-values.ts';
import { decideAgain, type ChangedMeanwhile } from '../../decide-again.ts';
import { succeed, type Result } from '../../result.ts';
import type { PaymentEvent } from './billing-event.ts';
import type { HeardInvoice, PaymentStore } from './payment-store.ts';

/** The actor in the audit trail. */
const WHO = 'billing system';
/** The maximum number of events stored per invoice; a card is charged in about eight attempts. */
const MAX_EVENTS = 50;

/** `unknown_customer`: no account has this customer, because the billing system may also bill other products. */
export type AppliedEvent =
  { readonly kind: 'noted' | 'repeated'; readonly accountId: string } | { readonly kind: 'unknown_customer' };

export async function applyPaymentEvent(
  store: PaymentStore,
  news: PaymentEvent,
  nowMs: number,
): Promise<Result<AppliedEvent, ChangedMeanwhile>> {
  const accountId = await store.findAccount(news.customer);
  if (accountId === undefined) return succeed({ kind: 'unknown_customer' });
  return decideAgain<AppliedEvent, never>(async () => {
    const stored = await store.readAccount(accountId);
    if (stored?.value.billingCustomer !== news.customer) return succeed({ kind: 'unknown_customer' });
    const before = (await store.readInvoice(accountId, news.invoice)) ?? unheard(news.invoice);
    if (before.eventIds.includes(news.eventId)) return succeed({ kind: 'repeated', accountId });
    const heard = {
      invoice: news.invoice,
      isSettled: before.isSettled || news.says === 'settled',
      eventIds: [...before.eventIds, news.eventId].slice(-MAX_EVENTS),
    };
    const account = heard.isSettled
      ? withSettledPayment(stored.value, news.invoice)
      : withFailedPayment(stored.value, news.invoice, nowMs);
    const changed = changedValues(stored.value, account);
    const isNews = Object.keys(changed).length > 0 || heard.isSettled !== before.isSettled;
    const audit = isNews ? { audit: auditLine(news, changed, nowMs) } : {};
    const isWritten = await store.writeHeard({ account, revision: stored.revision, heard, ...audit });
    return isWritten ? succeed({ kind: 'noted', accountId }) : undefined;
  });
}

function unheard(invoice: string): HeardInvoice {
  return { invoice, isSettled: false, eventIds: [] };
}

function auditLine({ says, invoice, eventId }: PaymentEvent, changed: AuditLine['details'], nowMs: number): AuditLine {
  return { who: WHO, what: `payment.${says}`, details: { ...changed, invoice, event: eventId }, atMs: nowMs };
}
