/** `admin clients …`: manages the keys of an account. A secret is printed only when it is created. */
import { Command, Option } from 'commander';
import {
  createClient,
  revokeClient,
  rotateClient,
  setClientScopes,
  type NewSecret,
} from '../../../core/access/administration/administer-clients.ts';
import type { ClientRecord } from '../../../core/billing/accounts/caller.ts';
import { SCOPES, type Scope } from '../../../core/billing/accounts/scopes.ts';
import { CLIENT_KINDS, type ClientKind } from '../../../core/identifiers.ts';
import { accountState } from '../console/account-state.ts';
import { budgetOfNewKey } from '../../../core/access/administration/administer-budgets.ts';
import { wantedBudget, withBudgetOptions, type BudgetOptions } from './budget-options.ts';
import { printBudgets, readBudgets, runBudget } from './run-budget.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printFields, printTable, printText } from '../console/print.ts';
import { minuteOrNull } from '../console/values.ts';
import { readAccountId, readClientIdText, readDurationMs, readScopes } from '../console/read-option.ts';
import { orRefuse } from '../console/or-refuse.ts';
import { describeKeys } from '../stage/describe-keys.ts';
import { accountSearchStore, accountStore, requireAccount, requireClient } from '../stage/require-account.ts';
import { runCommand, type CommandContext } from '../stage/run-command.ts';
import type { OpenStage } from '../stage/open-stage.ts';
import { DAY_MS, timeTextOrNull, minuteText, shortMinuteText } from '../../../core/time.ts';

const DEFAULT_OVERLAP_MS = DAY_MS;

export function clientsCommand(): Command {
  return new Command('clients')
    .description('Manage keys: find, create, list, rotate, revoke, change scopes')
    .addCommand(findCommand())
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
    .addCommand(scopesCommand())
    .addCommand(budgetCommand());
}

function createCommand(): Command {
  interface Options extends BudgetOptions {
    readonly kind: ClientKind;
    readonly scopes: readonly Scope[];
    readonly name?: string;
  }
  return withBudgetOptions(new Command('create'))
    .description('Create a key; its secret is shown only once')
    .argument('<account>', 'account id', readAccountId)
    .addOption(
      new Option('--kind <kind>', 'live is billed, trial uses the allowance, test is free')
        .choices([...CLIENT_KINDS])
        .makeOptionMandatory(),
    )
    .requiredOption('--scopes <scopes>', `comma-separated, or all: ${SCOPES.join(', ')}`, readScopes)
    .option('--name <name>', 'key name; Key 1, Key 2 and so on if omitted')
    .action((accountId: string, options: Options, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        await requireAccount(stage, accountId);
        const { kind, scopes } = options;
        const budget = wantedBudget(options) ?? null;
        const wanted = { accountId, kind, scopes, name: await keyName(stage, accountId, options.name, yes) };
        const nowMs = Date.now();
        const bounded = budget === null ? undefined : budgetOfNewKey(budget, { who }, nowMs);
        const made = orRefuse(await createClient(accountStore(stage), wanted, { who }, nowMs, bounded));
        const connect = connectLine(stage, made);
        answer({ ...secretJson(made), connect }, () => {
          printSecret(made);
          console.log(`\nConnect Claude Code with this key:\n  ${folded(connect, made)}`);
          next('Check whether it is used', `assistants list ${accountId}`);
        });
      }),
    );
}

function budgetCommand(): Command {
  return withBudgetOptions(new Command('budget'))
    .description('Show, set or remove the budget of a key or assistant sign-in; it applies from the next request')
    .argument('<client>', 'client id', readClientIdText)
    .option('--none', 'remove the budget')
    .action((clientId: string, options: BudgetOptions, command: Command) =>
      runCommand(command, async (context) => {
        const { accountId } = await requireClient(context.stage, clientId);
        await runBudget(context, accountId, clientId, options);
      }),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('List the keys of an account, including revoked keys')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const account = await requireAccount(stage, accountId);
        const clients = await accountStore(stage).listClients(accountId);
        const budgets = await readBudgets(stage, account, Date.now());
        const listed = clients.map((client) => ({
          ...clientJson(client),
          budget: budgets.get(client.clientId)?.json ?? null,
        }));
        answer(listed, () => {
          if (clients.length === 0) {
            console.log('The account has no keys.');
            next('Create one', `clients create ${accountId} --kind test --scopes all`);
            return;
          }
          printTable(
            ['Key', 'Name', 'Created (UTC)', 'Revoked (UTC)', { heading: 'Permissions', minor: true }],
            clients.map((client) => [
              client.clientId,
              client.name,
              shortMinuteText(client.createdAtMs),
              minuteOrNull(client.revokedAtMs),
              client.scopes.join(' '),
            ]),
          );
          printBudgets(budgets);
          next('Show the assistants that use them', `assistants list ${accountId}`);
        });
      }),
    );
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description('Give a key a new secret; the old one stays valid for the overlap')
    .argument('<client>', 'client id', readClientIdText)
    .option('--overlap <time>', 'how long the old secret stays valid: 0, 30m, 24h, 7d (default 24h)', readDurationMs)
    .action((clientId: string, { overlap = DEFAULT_OVERLAP_MS }: { readonly overlap?: number }, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const { accountId } = await requireClient(stage, clientId);
        if (overlap === 0) await confirm(`The current secret of ${clientId} stops working immediately. Continue?`, yes);
        const nowMs = Date.now();
        const made = orRefuse(await rotateClient(accountStore(stage), clientId, overlap, { who }, nowMs));
        answer(secretJson(made), () => {
          printSecret(made);
          if (overlap > 0) printText(`The old secret stays valid until ${minuteText(nowMs + overlap)}.`);
          next('Show the assistants that use the key', `assistants list ${accountId}`);
        });
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Revoke a key permanently, from its next request')
    .argument('<client>', 'client id', readClientIdText)
    .action((clientId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const { accountId } = await requireClient(stage, clientId);
        if (!yes)
          await confirm(
            `${await describeKeys(stage, accountId, [clientId])} It will be refused permanently, from its next request. Continue?`,
            yes,
          );
        const client = orRefuse(await revokeClient(accountStore(stage), clientId, { who }, Date.now()));
        answer(clientJson(client), () => {
          printText(`${clientId} was revoked at ${minuteOrNull(client.revokedAtMs)} UTC.`);
          next('Create a replacement', `clients create ${accountId} --kind ${client.kind} --scopes all`);
        });
      }),
    );
}

function scopesCommand(): Command {
  return new Command('scopes')
    .description('Set the scopes of a key; access tokens issued earlier lose removed scopes')
    .argument('<client>', 'client id', readClientIdText)
    .argument('<scopes>', `comma-separated, or all: ${SCOPES.join(', ')}`, readScopes)
    .action((clientId: string, scopes: readonly Scope[], _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const { accountId } = await requireClient(stage, clientId);
        const client = orRefuse(await setClientScopes(accountStore(stage), clientId, scopes, { who }, Date.now()));
        answer(clientJson(client), () => {
          printText(`${clientId} has ${client.scopes.join(', ')}, from its next request.`);
          next('List all keys of the account', `clients list ${accountId}`);
        });
      }),
    );
}

function findCommand(): Command {
  return new Command('find')
    .description('Find the account of a key by its id or part of it')
    .argument(
      '<text>',
      'a client id, part of one, or text that contains one, such as <id>:<secret>; secrets are ignored',
    )
    .action((text: string, _options: object, command: Command) =>
      runCommand(command, (context) => findClients(context, text)),
    );
}

async function findClients({ stage, answer, next }: CommandContext, given: string): Promise<void> {
  const text = (/\bcli_\w+/.exec(given)?.[0] ?? given).trim();
  if (text === '')
    throw new OperatorError('The search text is empty.', { code: 'nothing_named', fix: 'Enter part of a client id.' });
  const entries = await accountSearchStore(stage).readAll();
  const found = entries.flatMap(({ account, clients }) =>
    clients
      .filter(({ clientId }) => clientId.toLowerCase().includes(text.toLowerCase()))
      .map((client) => ({ account, client })),
  );
  const [only] = found;
  if (only === undefined) return void (await requireClient(stage, text));
  answer(
    found.map(({ account, client }) => ({
      ...clientJson(client),
      account_name: account.name,
      account_status: account.status,
      account_billing_state: account.billingState,
    })),
    () => {
      printTable(
        [
          'Key',
          'Name',
          'Account',
          'Account name',
          { heading: 'Account state', minor: true },
          { heading: 'Created (UTC)', minor: true },
          { heading: 'Revoked (UTC)', minor: true },
        ],
        found.map(({ account, client }) => [
          client.clientId,
          client.name,
          account.accountId,
          account.name,
          accountState(account),
          shortMinuteText(client.createdAtMs),
          minuteOrNull(client.revokedAtMs),
        ]),
      );
      next('Show the usage of its account', `usage show ${found.length === 1 ? only.account.accountId : 'acc_…'}`);
    },
  );
}

/**
 * Returns the name of a new key. Asks before a name that is empty or already used, because such a key could be mistaken
 * for another one.
 * @throws {OperatorError} when the operator declines
 */
async function keyName(stage: OpenStage, accountId: string, wanted: string | undefined, yes: boolean): Promise<string> {
  const clients = await accountStore(stage).listClients(accountId);
  if (wanted === undefined) return `Key ${clients.length + 1}`;
  const alike = clients.find(
    ({ name, revokedAtMs }) => revokedAtMs === null && name.trim().toLowerCase() === wanted.trim().toLowerCase(),
  );
  if (wanted.trim() === '') await confirm('The key has no name, so its owner cannot identify it. Continue?', yes);
  else if (alike !== undefined) await confirm(`${alike.clientId} already has this name. Create another key?`, yes);
  return wanted.trim();
}

/** A shell joins the three lines again. */
function folded(connect: string, { secret }: NewSecret): string {
  return connect.replace(' --header', ' \\\n    --header').replace(`:${secret}`, `:\\\n${secret}`);
}

/** Returns the command that connects Claude Code. */
function connectLine(stage: OpenStage, { client, secret }: NewSecret): string {
  const url = `${stage.output('BaseUrl')}/mcp`;
  return `claude mcp add --transport http product-data ${url} --header "Authorization: Bearer ${client.clientId}:${secret}"`;
}

function clientJson(client: ClientRecord) {
  const { clientId, accountId, name, kind, scopes, createdAtMs, revokedAtMs } = client;
  return {
    client_id: clientId,
    account_id: accountId,
    name,
    kind,
    scopes,
    created_at: timeTextOrNull(createdAtMs),
    revoked_at: timeTextOrNull(revokedAtMs),
  };
}

function secretJson({ client, secret }: NewSecret) {
  return { ...clientJson(client), client_secret: secret };
}

function printSecret({ client, secret }: NewSecret): void {
  printFields({
    'client id': client.clientId,
    'client secret': secret,
    kind: client.kind,
    permissions: client.scopes.join(' '),
  });
  console.log('\nSave the secret now: only its hash is stored, and it cannot be shown again.');
}
