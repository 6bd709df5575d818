/**
 * Serves POST /v1/billing/events, where the billing system reports payments. Neither body nor store is read before the signature is verified.
 * Addresses are not limited, because a month's invoices all come from a few. Irrelevant events get 200, otherwise they would be resent for days.
 */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import type { Exchange, Route } from '../../adapters/lambda-http/exchange.ts';
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import { readBillingEvent } from '../../core/access/payments/billing-event.ts';
import { SIGNATURE_HEADER, signatureRefusal } from '../../core/access/payments/billing-signature.ts';
import { applyPaymentEvent, type AppliedEvent } from '../../core/access/payments/apply-payment-event.ts';
import { answerPlainly } from '../../core/api/refusals/error-response.ts';
import { HttpRefusal, refuse } from '../../core/api/refusals/http-refusal.ts';
import type { BillingEventsDependencies } from './dependencies.ts';

const BILLING_EVENTS_PATH = '/v1/billing/events';
/** An invoice event contains ten lines, each with its price and metadata. */
const MOST_KILOBYTES = 256;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

export function createBillingEventsHandler(dependencies: BillingEventsDependencies) {
  const shared = { origin: 'cors', errors: answerPlainly } as const;
  const events: Route = {
    ...shared,
    methods: ['POST'],
    allow: 'POST',
    check: requireReadable,
    handle: (exchange) => hearEvent(dependencies, exchange),
  };
  const elsewhere: Route = {
    ...shared,
    allow: 'POST',
    handle: async () => refuse('not_found', 'There is no such endpoint.'),
  };
  return createHttpHandler(dependencies, (path) => (path === BILLING_EVENTS_PATH ? events : elsewhere));
}

function requireReadable({ headers, body }: BrowserRequest): void {
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new HttpRefusal({ kind: 'unsupported_media_type' });
  if (body.length > MOST_KILOBYTES * 1024)
    throw new HttpRefusal({ kind: 'body_too_large', mostKilobytes: MOST_KILOBYTES });
}

async function hearEvent(
  { payments, readSecret }: BillingEventsDependencies,
  { http, startedMs, logFields }: Exchange,
): Promise<HttpResponse> {
  const refusal = signatureRefusal(http.headers[SIGNATURE_HEADER], http.body, await readSecret(), startedMs);
  if (refusal !== undefined) {
    logFields.billingEvent = refusal;
    refuse('forbidden', 'The signature is missing, wrong, or more than five minutes old.');
  }
  const news = readBillingEvent(http.body);
  if (news === undefined) refuse('bad_request', 'The body is not an event that can be read.');
  if (news === 'other') return answer('other');
  const heard = await applyPaymentEvent(payments, news, startedMs);
  if (!heard.ok) refuse('conflict', 'The account is being changed at this moment. Send the event again.');
  if ('accountId' in heard.value) logFields.account = heard.value.accountId;
  return answer(heard.value.kind);

  function answer(kind: AppliedEvent['kind'] | 'other'): HttpResponse {
    Object.assign(logFields, { outcome: 'answered', billingEvent: kind });
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    return { status: 200, headers, body: JSON.stringify({ received: true }) };
  }
}
