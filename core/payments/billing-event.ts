/**
 * What the billing system's events say of a payment, by Stripe's names. An invoice that was voided asks for nothing any more, so it counts as settled. All
 * other events, those of accounts that are connected to the billing system's own, and those of an invoice without a customer say nothing here.
 */
import * as z from 'zod';

const eventIdSchema = z.string().regex(/^evt_[A-Za-z0-9_]{1,96}$/);
const invoiceIdSchema = z.string().regex(/^in_[A-Za-z0-9_]{1,96}$/);
export const billingCustomerSchema = z.string().regex(/^cus_[A-Za-z0-9]{1,64}$/);

const SAYS: ReadonlyMap<string, PaymentNews['says']> = new Map([
  ['invoice.payment_failed', 'failed'],
  ['invoice.paid', 'settled'],
  ['invoice.voided', 'settled'],
]);

/** Of every event; more is read of those that say something. */
const envelopeSchema = z.object({
  object: z.literal('event'),
  id: eventIdSchema,
  type: z.string(),
  account: z.string().optional(),
});
const invoiceEventSchema = z.object({
  data: z.object({
    object: z.object({ object: z.literal('invoice'), id: invoiceIdSchema, customer: billingCustomerSchema.nullable() }),
  }),
});

export interface PaymentNews {
  readonly eventId: string;
  readonly says: 'failed' | 'settled';
  readonly invoice: string;
  readonly customer: string;
}

/** `other`: an event that says nothing of a payment. Undefined: no event. */
export function readBillingEvent(body: Uint8Array): PaymentNews | 'other' | undefined {
  const json = readJson(body);
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return undefined;
  const { id: eventId, type, account } = envelope.data;
  const says = SAYS.get(type);
  if (says === undefined || account !== undefined) return 'other';
  const event = invoiceEventSchema.safeParse(json);
  if (!event.success) return undefined;
  const { id: invoice, customer } = event.data.data.object;
  if (customer === null) return 'other';
  return { eventId, says, invoice, customer };
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}
