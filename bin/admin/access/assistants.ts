/**
 * `admin assistants …`: shows which assistants use the keys of an account (docs/reference/behavior.md#authentication),
 * and revokes their access.
 */
import { timeTextOrNull, shortMinuteText } from '../../../core/time.ts';
import { Command } from 'commander';
import { revokeClient } from '../../../core/access/administration/administer-clients.ts';
import type { ConnectedAssistant } from '../../../core/access/assistants/list-assistants.ts';
import { PERMISSION_LABELS } from '../../../core/access/auth/permissions.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printTable, printText } from '../console/print.ts';
import { printable } from '../console/printable.ts';
import { readAccountId, readClientIdText } from '../console/read-option.ts';
import { orRefuse } from '../console/or-refuse.ts';
import { ofAll } from '../console/values.ts';
import { describeKeys, readAssistants } from '../stage/describe-keys.ts';
import { nearestOr } from '../stage/nearest.ts';
import { withBudgetOptions, type BudgetOptions } from './budget-options.ts';
import { printBudgets, readBudgets, runBudget } from './run-budget.ts';
import { accountStore, requireAccount, requireClient } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';

export function assistantsCommand(): Command {
  return new Command('assistants')
    .description('List the assistants of an account and revoke their access')
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .addCommand(budgetCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the assistants of an account, most recently used first')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const account = await requireAccount(stage, accountId);
        const assistants = await readAssistants(stage, accountId);
        const budgets = await readBudgets(stage, account, Date.now());
        const listed = assistants.map((one) => ({
          ...assistantJson(one),
          budget: one.revoked ? null : (budgets.get(one.clientId)?.json ?? null),
        }));
        answer(listed, () => {
          if (assistants.length === 0) {
            console.log('No assistant has used a key of this account or signed in.');
            next('List its keys', `clients list ${accountId}`);
            return;
          }
          printTable(
            [
              'Assistant',
              'Last used (UTC)',
              'Billed calls, 30 days',
              'Tokens, 30 days',
              { heading: 'Key', minor: true },
              { heading: 'Key name', minor: true },
              { heading: 'Revoked', minor: true },
              { heading: 'First use (UTC)', minor: true },
              { heading: 'Permissions', minor: true },
            ],
            assistants.map((assistant) => [
              assistant.name,
              minuteOrNever(assistant.lastUsedMs),
              ofAll(assistant.billedCallsLast30Days, assistant.callsLast30Days),
              assistant.tokensLast30Days,
              assistant.clientId,
              assistant.signInOf === undefined ? assistant.keyName : signInText(assistant.signInOf),
              assistant.revoked ? 'yes' : null,
              minuteOrNever(assistant.firstUsedMs),
              permissionWords(assistant).join(', '),
            ]),
          );
          const inUse = new Set(assistants.flatMap(({ clientId, revoked }) => (revoked ? [] : [clientId])));
          printBudgets(new Map([...budgets].filter(([clientId]) => inUse.has(clientId))));
          next('Disconnect an assistant', `assistants revoke ${accountId} "NAME"`);
        });
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Disconnect an assistant by revoking every key it uses')
    .argument('<account>', 'account id', readAccountId)
    .argument('<assistant>', 'assistant name, as shown by `assistants list`')
    .option('--key <client>', 'revoke only this key', readClientIdText)
    .action((accountId: string, name: string, { key }: { readonly key?: string }, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        await requireAccount(stage, accountId);
        const active = (await readAssistants(stage, accountId)).filter(({ revoked }) => !revoked);
        const keys = keysOf(accountId, active, name, key);
        if (!yes)
          await confirm(
            `${await describeKeys(stage, accountId, keys)} ${describeHarm(active, name, keys)} Continue?`,
            yes,
          );
        const store = accountStore(stage);
        for (const clientId of keys) orRefuse(await revokeClient(store, clientId, { who }, Date.now()));
        answer({ assistant: name, revoked_clients: keys }, () => {
          printText(`Revoked: ${keys.join(', ')}`);
          next('List the remaining keys', `clients list ${accountId}`);
        });
      }),
    );
}

function budgetCommand(): Command {
  interface Options extends BudgetOptions {
    readonly key?: string;
    readonly all?: boolean;
  }
  return withBudgetOptions(new Command('budget'))
    .description('Show, set or remove the budget of one sign-in, or of every sign-in without one of its own')
    .argument('<account>', 'account id', readAccountId)
    .option('--key <client>', 'the sign-in, as shown by `assistants list`', readClientIdText)
    .option('--all', 'every sign-in without a budget of its own')
    .option('--none', 'remove the budget')
    .action((accountId: string, { key, all = false, ...options }: Options, command: Command) =>
      runCommand(command, async (context) => {
        await requireAccount(context.stage, accountId);
        if (all === (key !== undefined))
          throw new OperatorError('Say which sign-in with --key, or --all.', { code: 'nothing_named' });
        if (key !== undefined && (await requireClient(context.stage, key)).accountId !== accountId)
          throw new OperatorError('This sign-in belongs to another account.', { code: 'unknown_client' });
        await runBudget(context, accountId, key, options);
      }),
    );
}

function keysOf(
  accountId: string,
  active: readonly ConnectedAssistant[],
  name: string,
  key: string | undefined,
): readonly string[] {
  const used = active.filter((assistant) => assistant.name === name).map(({ clientId }) => clientId);
  const keys = used.filter((clientId) => key === undefined || clientId === key);
  if (keys.length > 0) return keys;
  throw new OperatorError(`No assistant "${printable(name)}" uses a valid key of this account.`, {
    code: 'unknown_assistant',
    fix: nearestOr(
      active.map((assistant) => assistant.name),
      name,
      `\`assistants list ${accountId}\` shows them.`,
    ),
  });
}

/** Names the other assistants that lose access with the keys. */
function describeHarm(active: readonly ConnectedAssistant[], name: string, keys: readonly string[]): string {
  const others = active.filter((assistant) => keys.includes(assistant.clientId) && assistant.name !== name);
  const names = [...new Set(others.map((assistant) => printable(assistant.name)))];
  const alsoUsed = names.length === 0 ? 'No other assistant is affected.' : `Also disconnected: ${names.join(', ')}.`;
  return `${keys.join(' and ')} will be revoked permanently, for the HTTP API too. ${alsoUsed}`;
}

function assistantJson(assistant: ConnectedAssistant) {
  return {
    assistant: assistant.name,
    client_id: assistant.clientId,
    key_name: assistant.keyName,
    revoked: assistant.revoked,
    permissions: permissionWords(assistant),
    first_used_at: timeTextOrNull(assistant.firstUsedMs),
    last_used_at: timeTextOrNull(assistant.lastUsedMs),
    ...(assistant.signInOf !== undefined && {
      sign_in_of: { person_id: assistant.signInOf.personId, email: assistant.signInOf.email },
    }),
    billed_calls_last_30_days: assistant.billedCallsLast30Days,
    calls_last_30_days: assistant.callsLast30Days,
    tokens_last_30_days: assistant.tokensLast30Days,
  };
}

/** In the words of the consent page. */
function permissionWords({ permissions }: ConnectedAssistant): readonly string[] {
  return permissions.map((permission) => PERMISSION_LABELS[permission]);
}

function minuteOrNever(ms: number | null): string {
  return ms === null ? 'never' : shortMinuteText(ms);
}

function signInText({ email }: NonNullable<ConnectedAssistant['signInOf']>): string {
  return `sign-in of ${email ?? 'a former member'}`;
}
