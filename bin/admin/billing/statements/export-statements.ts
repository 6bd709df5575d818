/**
 * Formats statements for other systems: JSON, CSV that is safe to open in a spreadsheet, or one Stripe API request per
 * line.
 */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { statementsCsv } from '../../../../core/dashboard/views/statement-csv.ts';
import { accountIdSchema } from '../../../../core/identifiers.ts';
import { billingCustomerSchema } from '../../../../core/access/payments/billing-event.ts';
import { statementJson } from '../../../../core/billing/statements/statement-json.ts';
import type { Statement } from '../../../../core/billing/statements/statement.ts';
import { stripeInvoiceItems, stripeMeterEvents } from '../../../../core/billing/statements/stripe-form.ts';
import { OperatorError } from '../../console/operator-error.ts';

export const EXPORT_FORMS = ['csv', 'json', 'stripe-invoice-items', 'stripe-meter-events'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** Whether Stripe bills the contents of the form. */
export function isForStripe(form: ExportForm): boolean {
  return form === 'stripe-invoice-items' || form === 'stripe-meter-events';
}

/** Stripe customer ids by account id. */
type StripeCustomers = ReadonlyMap<string, string>;

/**
 * @throws {OperatorError} when the form is for Stripe and an account has no customer id; nothing is exported in that
 * case
 */
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
 * @param file JSON object of Stripe customer ids by account id
 * @throws {OperatorError} when the file cannot be read or has another format
 */
export async function readCustomers(file: string): Promise<StripeCustomers> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new OperatorError(`The file ${file} cannot be read.`, { code: 'no_file' });
  const read = customersSchema.safeParse(parseJson(text));
  if (read.success) return new Map(Object.entries(read.data));
  throw new OperatorError(`${file} is not a JSON object of customer ids by account id.`, {
    code: 'wrong_file',
    fix: 'Write it as {"acc_…": "cus_…"}.',
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
  throw new OperatorError(`${accountId} has no Stripe customer id.`, {
    code: 'no_customer',
    fix: 'Set it with `payments customer ACCOUNT cus_…`, or pass --customers FILE with {"acc_…": "cus_…"}.',
  });
}
