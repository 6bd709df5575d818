/** Statements for another system, as text: JSON, CSV that a spreadsheet opens safely, or requests of Stripe's API, one a line. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { statementsCsv } from '../../../core/dashboard/statement-csv.ts';
import { accountIdSchema } from '../../../core/identifiers.ts';
import { billingCustomerSchema } from '../../../core/payments/billing-event.ts';
import { statementJson } from '../../../core/statements/statement-json.ts';
import type { Statement } from '../../../core/statements/statement.ts';
import { stripeInvoiceItems, stripeMeterEvents } from '../../../core/statements/stripe-form.ts';
import { OperatorError } from '../console/operator-error.ts';

export const EXPORT_FORMS = ['csv', 'json', 'stripe-invoice-items', 'stripe-meter-events'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** What is sent there, and billed. */
export function isForStripe(form: ExportForm): boolean {
  return form === 'stripe-invoice-items' || form === 'stripe-meter-events';
}

/** Stripe's customer of each account. */
export type StripeCustomers = ReadonlyMap<string, string>;

/** @throws {OperatorError} when Stripe's form is wanted of an account that is not a customer there: all or nothing */
export function exportStatements(
  statements: readonly Statement[],
  form: ExportForm,
  customers: StripeCustomers,
): string {
  switch (form) {
    case 'csv':
      return statementsCsv(statements);
    case 'json':
      return `${JSON.stringify(statements.map(statementJson), undefined, 2)}\n`;
    case 'stripe-invoice-items':
    case 'stripe-meter-events': {
      const requestsOf = form === 'stripe-invoice-items' ? stripeInvoiceItems : stripeMeterEvents;
      const requests = statements.flatMap((statement) => requestsOf(statement, customerOf(statement, customers)));
      return requests.map((request) => `${JSON.stringify(request)}\n`).join('');
    }
  }
}

const customersSchema = z.record(accountIdSchema, billingCustomerSchema);

/**
 * @param file JSON: each account's id, and the id of its customer at Stripe
 * @throws {OperatorError} when it is not that
 */
export async function readCustomers(file: string): Promise<StripeCustomers> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new OperatorError(`The file ${file} cannot be read.`, { code: 'no_file' });
  const read = customersSchema.safeParse(parseJson(text));
  if (read.success) return new Map(Object.entries(read.data));
  throw new OperatorError(`${file} does not say which account is which customer.`, {
    code: 'wrong_file',
    fix: 'It is JSON: {"acc_…": "cus_…"}.',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function customerOf({ accountId }: Statement, customers: StripeCustomers): string {
  const customer = customers.get(accountId);
  if (customer !== undefined) return customer;
  throw new OperatorError(`${accountId} has no customer at Stripe.`, {
    code: 'no_customer',
    fix: '`payments customer ACCOUNT cus_…` says which it is, or --customers FILE, as {"acc_…": "cus_…"}.',
  });
}
