/**
 * Reads payment news from the billing system's events, by Stripe's names. A voided invoice demands no payment, so it
 * counts as settled. All other events, those of connected Stripe accounts, and those of an invoice without a customer
 * are ignored.
 */
import * as z from 'zod/mini';
import { readJsonBody } from '../../json.ts';

const eventIdSchema = z.string().check(z.regex(/^evt_[A-Za-z0-9_]{1,96}$/));
const invoiceIdSchema = z.string().check(z.regex(/^in_[A-Za-z0-9_]{1,96}$/));
export const billingCustomerSchema = z.string().check(z.regex(/^cus_[A-Za-z0-9]{1,64}$/));

const SAYS: ReadonlyMap<string, PaymentEvent['says']> = new Map([
  ['invoice.payment_failed', 'failed'],
  ['invoice.paid', 'settled'],
  ['invoice.voided', 'settled'],
]);

/** The members of every event; the rest is read only from relevant ones. */
const envelopeSchema = z.object({
  object: z.literal('event'),
  id: eventIdSchema,
  type: z.string(),
  /** False in the billing system's test mode, which moves no money. */
  livemode: z.boolean(),
  account: z.optional(z.string()),
});
const invoiceEventSchema = z.object({
  data: z.object({
    object: z.object({
      object: z.literal('invoice'),
      id: invoiceIdSchema,
      customer: z.nullable(billingCustomerSchema),
    }),
  }),
});

export interface PaymentEvent {
  readonly eventId: string;
  readonly says: 'failed' | 'settled';
  readonly invoice: string;
  readonly customer: string;
}

/**
 * Returns `other` for an event without payment news, `other_mode` for payment news of the other mode, and undefined
 * unless the body is an event.
 * @param livemode true if events of real payments are expected, false if those of the test mode
 */
export function readBillingEvent(
  body: Uint8Array,
  livemode: boolean,
): PaymentEvent | 'other' | 'other_mode' | undefined {
  const json = readJsonBody(body);
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return undefined;
  const { id: eventId, type, account, livemode: isLive } = envelope.data;
  const says = SAYS.get(type);
  if (says === undefined || account !== undefined) return 'other';
  if (isLive !== livemode) return 'other_mode';
  const event = invoiceEventSchema.safeParse(json);
  if (!event.success) return undefined;
  const { id: invoice, customer } = event.data.data.object;
  if (customer === null) return 'other';
  return { eventId, says, invoice, customer };
}
