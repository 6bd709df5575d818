/** `admin payments …`: what the billing system says of an account's payments, and whom it means by it. Rules are in administration/administer-payments.ts and core/payments/. */
import { Command, InvalidArgumentError } from 'commander';
import { DynamoPaymentStore } from '../../adapters/dynamodb/payments/dynamo-payment-store.ts';
import { notePaymentFailed, notePaymentSettled } from '../../core/administration/administer-payments.ts';
import { periodAt } from '../../core/billing/periods.ts';
import { billingCustomerSchema } from '../../core/payments/billing-event.ts';
import { setBillingCustomer } from '../../core/payments/set-billing-customer.ts';
import { accountState } from './console/account-state.ts';
import { printText } from './console/print.ts';
import { readAccountId } from './console/read-option.ts';
import { orRefuse } from './console/refusal-words.ts';
import { minuteText } from './console/values.ts';
import { accountStore, requireAccount } from './stage/require-account.ts';
import { runCommand } from './stage/run-command.ts';

export function paymentsCommand(): Command {
  return new Command('payments')
    .description('Payments: say that one failed or is settled, and whom the billing system means')
    .addCommand(
      noting(notePaymentFailed, new Command('failed')).description(
        'Start the grace period of an account; one that runs stays as it is',
      ),
    )
    .addCommand(
      noting(notePaymentSettled, new Command('settled')).description(
        'End the grace period of an account, and what came of it',
      ),
    )
    .addCommand(customerCommand());
}

function customerCommand(): Command {
  return new Command('customer')
    .description('Say which customer of the billing system an account is: its events and exports name it')
    .argument('<account>', 'account id', readAccountId)
    .argument('<customer>', 'its id there, as cus_…; `none` takes it away', readCustomer)
    .action((accountId: string, named: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        await requireAccount(stage, accountId);
        const store = new DynamoPaymentStore(stage.documents, stage.output('AccountsTable'));
        const wanted = named === NO_CUSTOMER ? null : named;
        const nowMs = Date.now();
        const account = orRefuse(await setBillingCustomer(store, accountId, wanted, { who }, nowMs));
        const { anchorDay, billingCustomer = null } = account;
        answer({ account_id: accountId, billing_customer: billingCustomer }, () => {
          printText(
            billingCustomer === null ? 'The account is not a customer there.' : `The account is ${billingCustomer}.`,
          );
          const last = periodAt(anchorDay, periodAt(anchorDay, nowMs).startMs - 1);
          next(
            'Its last statement for the billing system',
            `statements export - --form stripe-invoice-items --period ${last.key} --account ${accountId}`,
          );
        });
      }),
    );
}

const NO_CUSTOMER = 'none';

function readCustomer(text: string): string {
  if (text === NO_CUSTOMER || billingCustomerSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('A customer is named as cus_… by the billing system; `none` takes it away.');
}

function noting(note: typeof notePaymentFailed | typeof notePaymentSettled, verb: Command): Command {
  return verb
    .argument('<account>', 'account id', readAccountId)
    .option('--because <text>', 'why, for the audit trail', 'not said')
    .action((accountId: string, { because }: { readonly because: string }, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        await requireAccount(stage, accountId);
        const said = { who, because: because.slice(0, 200) };
        const account = orRefuse(await note(accountStore(stage), accountId, said, Date.now()));
        const { graceEndsAtMs } = account;
        const ends = graceEndsAtMs === undefined ? null : new Date(graceEndsAtMs).toISOString();
        answer({ account_id: accountId, state: accountState(account), grace_ends_at: ends }, () => {
          const grace = graceEndsAtMs === undefined ? '' : ` Its grace period ends ${minuteText(graceEndsAtMs)} UTC.`;
          printText(`The account is ${accountState(account)}.${grace}`);
          next('Who said so, and when', `audit show ${accountId}`);
        });
      }),
    );
}
