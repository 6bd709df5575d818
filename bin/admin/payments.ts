/** `admin payments …`: what the billing system says of an account's payments. Rules are in administration/administer-payments.ts. */
import { Command } from 'commander';
import { notePaymentFailed, notePaymentSettled } from '../../core/administration/administer-payments.ts';
import { accountState } from './console/account-state.ts';
import { printText } from './console/print.ts';
import { readAccountId } from './console/read-option.ts';
import { orRefuse } from './console/refusal-words.ts';
import { minuteText } from './console/values.ts';
import { accountStore, requireAccount } from './stage/require-account.ts';
import { runCommand } from './stage/run-command.ts';

export function paymentsCommand(): Command {
  return new Command('payments')
    .description('Payments: say that one failed, or that it is settled')
    .addCommand(
      noting(notePaymentFailed, new Command('failed')).description(
        'Start the grace period of an account; one that runs stays as it is',
      ),
    )
    .addCommand(
      noting(notePaymentSettled, new Command('settled')).description(
        'End the grace period of an account, and what came of it',
      ),
    );
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
