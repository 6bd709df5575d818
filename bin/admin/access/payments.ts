/**
 * `admin payments …`: records failed and settled payments, and the customer id of an account in the billing system.
 * Rules are in administration/administer-payments.ts and core/access/payments/.
 */
import { minuteText } from '../../../core/time.ts';
import { openPaymentStore } from '../../../adapters/dynamodb/open-stores.ts';
import { tablesOf } from '../stage/open-stage.ts';
import { Command, InvalidArgumentError } from 'commander';
import { notePaymentFailed, notePaymentSettled } from '../../../core/access/administration/administer-payments.ts';
import { periodAt } from '../../../core/billing/meter/periods.ts';
import { billingCustomerSchema } from '../../../core/access/payments/billing-event.ts';
import { setBillingCustomer } from '../../../core/access/payments/set-billing-customer.ts';
import { accountState } from '../console/account-state.ts';
import { printText } from '../console/print.ts';
import { readAccountId } from '../console/read-option.ts';
import { orRefuse } from '../console/or-refuse.ts';
import { accountStore, requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';

export function paymentsCommand(): Command {
  return new Command('payments')
    .description('Record that a payment failed or was settled, and set the customer in the billing system')
    .addCommand(
      noting(notePaymentFailed, new Command('failed')).description(
        'Start the grace period of an account; a running one is unchanged',
      ),
    )
    .addCommand(
      noting(notePaymentSettled, new Command('settled')).description(
        'End the grace period or past-due state of an account',
      ),
    )
    .addCommand(customerCommand());
}

function customerCommand(): Command {
  return new Command('customer')
    .description('Set the customer id of an account in the billing system, for its events and exports')
    .argument('<account>', 'account id', readAccountId)
    .argument('<customer>', 'customer id, such as cus_…; `none` removes it', readCustomer)
    .action((accountId: string, named: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        await requireAccount(stage, accountId);
        const store = openPaymentStore(tablesOf(stage));
        const wanted = named === NO_CUSTOMER ? null : named;
        const nowMs = Date.now();
        const account = orRefuse(await setBillingCustomer(store, accountId, wanted, { who }, nowMs));
        const { anchorDay, billingCustomer = null } = account;
        answer({ account_id: accountId, billing_customer: billingCustomer }, () => {
          printText(
            billingCustomer === null ? 'The account has no customer id.' : `The customer id is ${billingCustomer}.`,
          );
          const last = periodAt(anchorDay, periodAt(anchorDay, nowMs).startMs - 1);
          next(
            'Export its last statement for the billing system',
            `statements export - --form stripe-invoice-items --period ${last.key} --account ${accountId}`,
          );
        });
      }),
    );
}

const NO_CUSTOMER = 'none';

function readCustomer(text: string): string {
  if (text === NO_CUSTOMER || billingCustomerSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('A customer id looks like cus_…; `none` removes it.');
}

function noting(note: typeof notePaymentFailed | typeof notePaymentSettled, verb: Command): Command {
  return verb
    .argument('<account>', 'account id', readAccountId)
    .option('--because <text>', 'reason for the audit trail', 'not said')
    .action((accountId: string, { because }: { readonly because: string }, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        await requireAccount(stage, accountId);
        const audit = { who, because: because.slice(0, 200) };
        const account = orRefuse(await note(accountStore(stage), accountId, audit, Date.now()));
        const { graceEndsAtMs } = account;
        const ends = graceEndsAtMs === undefined ? null : new Date(graceEndsAtMs).toISOString();
        answer({ account_id: accountId, state: accountState(account), grace_ends_at: ends }, () => {
          const grace = graceEndsAtMs === undefined ? '' : ` Its grace period ends ${minuteText(graceEndsAtMs)}.`;
          printText(`The account is ${accountState(account)}.${grace}`);
          next('Show the audit trail', `audit show ${accountId}`);
        });
      }),
    );
}
