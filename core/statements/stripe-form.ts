/**
 * Statements as requests of Stripe's API. Nothing is sent here. A request's id is the statement's and its line's, so that sending it twice bills once:
 * Stripe refuses a meter event whose identifier it has, and repeats the answer of a request whose idempotency key it has. It forgets both after a day or
 * more; the ids are in the metadata too, where a sender finds what was sent before.
 */
import { statementLines, type Statement } from './statement.ts';

export interface StripeRequest {
  readonly method: 'POST';
  readonly path: string;
  /** The value of the header `Idempotency-Key`. */
  readonly idempotency_key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the meters of the Stripe account must be called. */
const STRIPE_METERS = { tokens: 'product_data_tokens_beyond_plan', parts: 'product_data_parts_found' } as const;

/** One item for each line that has a cent; credits are below zero. */
export function stripeInvoiceItems(statement: Statement, customer: string): readonly StripeRequest[] {
  const { statementId, startMs, endMs } = statement;
  return statementLines(statement)
    .filter(({ amountCents }) => amountCents !== 0)
    .map(({ lineId, description, amountCents }) => ({
      method: 'POST',
      path: '/v1/invoiceitems',
      idempotency_key: lineId,
      body: {
        customer,
        currency: 'usd',
        amount: amountCents,
        description,
        period: { start: seconds(startMs), end: seconds(endMs) },
        metadata: { statement: statementId, line: lineId },
      },
    }));
}

/**
 * Quantities for prices that are at Stripe: tokens beyond the plan and parts found. Fees and corrections are none. Who sends these does not send the
 * invoice items of the same statement: each bills the usage.
 */
export function stripeMeterEvents(statement: Statement, customer: string): readonly StripeRequest[] {
  const { statementId, endMs, overageTokens, partsFound } = statement;
  const quantities = [
    ['tokens', overageTokens],
    ['parts', partsFound],
  ] as const;
  return quantities
    .filter(([, value]) => value > 0)
    .map(([meter, value]) => {
      const identifier = `${statementId}_${meter}`;
      return {
        method: 'POST',
        path: '/v1/billing/meter_events',
        idempotency_key: identifier,
        body: {
          event_name: STRIPE_METERS[meter],
          identifier,
          // Within the period, whose end is the next one's beginning.
          timestamp: seconds(endMs) - 1,
          payload: { stripe_customer_id: customer, value: String(value) },
        },
      };
    });
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
