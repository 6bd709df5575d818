/**
 * Turns statements into requests of Stripe's API and sends nothing. A request's id comes from its statement and line,
 * so that sending it twice bills once: Stripe refuses a meter event with a known identifier, and repeats the response
 * to a request with a known idempotency key. It forgets both after a day or more. The ids are also in the metadata, by
 * which a sender finds earlier requests.
 */
import { statementLines, type Statement } from './statement.ts';

interface StripeRequest {
  readonly method: 'POST';
  readonly path: string;
  /** The value of the header `Idempotency-Key`. */
  readonly idempotency_key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The names that the meters of the Stripe account must have. */
const STRIPE_METERS = { tokens: 'product_data_tokens_beyond_plan', parts: 'product_data_parts_found' } as const;

/** Returns one item for each line of at least one cent; credits are negative. */
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
 * Returns quantities for prices that are stored at Stripe: tokens beyond the plan and parts found, but not fees and
 * corrections. Send either these or the invoice items of a statement, because both bill the same usage.
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
          // One second earlier, because the period's end is the start of the next one.
          timestamp: seconds(endMs) - 1,
          payload: { stripe_customer_id: customer, value: String(value) },
        },
      };
    });
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
