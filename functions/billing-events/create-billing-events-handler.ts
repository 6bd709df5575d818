/**
 * Serves POST /v1/billing/events, where the billing system reports payments. Neither body nor store is read before the
 * signature is verified. An address is limited in messages without a valid signature only, because a month's invoices
 * all come from a few. Irrelevant events get 200, otherwise they would be resent for days; those of the other mode are
 * refused, because the endpoint is set up wrongly.
 */
import { createHttpHandler } from '../../adapters/lambda-http/create-http-handler.ts';
import type { Exchange, Route } from '../../adapters/lambda-http/exchange.ts';
import { requireAllowed } from '../../adapters/lambda-http/start-address-limit.ts';
import { addressRefusedFromMemory, limitAddress } from '../../core/billing/rate-limit/limit-address.ts';
import type { BrowserRequest, HttpResponse } from '../../core/http/http-message.ts';
import { readBillingEvent } from '../../core/access/payments/billing-event.ts';
import { SIGNATURE_HEADER, signatureRefusal } from '../../core/access/payments/billing-signature.ts';
import { applyPaymentEvent, type AppliedEvent } from '../../core/access/payments/apply-payment-event.ts';
import { answerPlainly } from '../../core/api/refusals/error-response.ts';
import { HttpRefusal, refuse } from '../../core/api/refusals/http-refusal.ts';
import type { BillingEventsDependencies } from './dependencies.ts';

const BILLING_EVENTS_PATH = '/v1/billing/events';
/** An invoice event contains ten lines, each with its price and metadata. */
const MAX_KILOBYTES = 256;
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
  if (body.length > MAX_KILOBYTES * 1024)
    throw new HttpRefusal({ kind: 'body_too_large', mostKilobytes: MAX_KILOBYTES });
}

async function hearEvent(dependencies: BillingEventsDependencies, exchange: Exchange): Promise<HttpResponse> {
  const { payments, livemode } = dependencies;
  const { http, startedMs, logFields } = exchange;
  await requireSigned(dependencies, exchange);
  const news = readBillingEvent(http.body, livemode);
  if (news === undefined) refuse('bad_request', 'The body is not an event that can be read.');
  if (news === 'other') return answer('other');
  if (news === 'other_mode') {
    logFields.billingEvent = 'other_mode';
    refuse('forbidden', `This endpoint accepts events of ${livemode ? 'live' : 'test'} mode only.`);
  }
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

/**
 * Refuses a message without a valid signature, and every message of an address that is known to have sent too many of
 * those.
 */
async function requireSigned(
  { readSecret, rates, addressLimitPerMinute }: BillingEventsDependencies,
  { http: { headers, body, sourceAddress }, startedMs, logFields }: Exchange,
): Promise<void> {
  const known = addressRefusedFromMemory(rates, sourceAddress, addressLimitPerMinute, startedMs);
  if (known !== undefined) requireAllowed(known, 'programs');
  const refusal = signatureRefusal(headers[SIGNATURE_HEADER], body, await readSecret(), startedMs);
  if (refusal === undefined) return;
  logFields.billingEvent = refusal;
  requireAllowed(await limitAddress(rates, sourceAddress, addressLimitPerMinute, startedMs), 'programs');
  refuse('forbidden', 'The signature is missing, wrong, or more than five minutes old.');
}
