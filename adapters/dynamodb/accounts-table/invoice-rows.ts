/** Maps the payment state of an invoice to and from a row of the Accounts table. */
import * as z from 'zod/mini';
import type { HeardInvoice } from '../../../core/access/payments/payment-store.ts';
import { invoiceKey } from './account-keys.ts';
import type { Row } from '../client/row-key.ts';
import type { TransactItem } from '../client/transact-write.ts';

const invoiceSchema = z.object({ invoice: z.string(), settled: z.boolean(), events: z.array(z.string()) });

/** @throws when the row is not an invoice's */
export function readInvoiceRow(row: Row): HeardInvoice {
  const { invoice, settled, events } = invoiceSchema.parse(row);
  return { invoice, isSettled: settled, eventIds: events };
}

/** Has no condition, because an invoice is written only together with the account's next revision. */
export function putInvoice(tableName: string, accountId: string, heard: HeardInvoice): TransactItem {
  const row: z.infer<typeof invoiceSchema> = {
    invoice: heard.invoice,
    settled: heard.isSettled,
    events: [...heard.eventIds],
  };
  return { Put: { TableName: tableName, Item: { ...invoiceKey(accountId, heard.invoice), ...row } } };
}

/** Marks the invoice as settled by an operator, which is not an event. Has no condition, as above. */
export function settleInvoice(tableName: string, accountId: string, invoice: string): TransactItem {
  return {
    Update: {
      TableName: tableName,
      Key: { ...invoiceKey(accountId, invoice) },
      UpdateExpression: 'SET invoice = :invoice, settled = :settled, events = if_not_exists(events, :none)',
      ExpressionAttributeValues: { ':invoice': invoice, ':settled': true, ':none': [] },
    },
  };
}
