/** `admin clients …`: the keys of an account. A secret is printed once, when it is made. */
import { Command, Option } from 'commander';
import {
  createClient,
  revokeClient,
  rotateClient,
  setClientScopes,
  type NewSecret,
} from '../../functions/core/administration/administer-clients.ts';
import type { ClientRecord } from '../../functions/core/accounts/caller.ts';
import { SCOPES, type Scope } from '../../functions/core/accounts/scopes.ts';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/accounts/dynamo-administration-store.ts';
import { CLIENT_KINDS, type ClientKind } from '../../functions/core/identifiers.ts';
import { confirm } from './console/confirm.ts';
import { printFields, printTable } from './console/print.ts';
import { readAccountId, readClientIdText, readDurationMs, readScopes } from './console/read-option.ts';
import { orRefuse } from './console/refusal-words.ts';
import { runCommand } from './stage/run-command.ts';
import type { OpenStage } from './stage/open-stage.ts';

const DEFAULT_OVERLAP_MS = 24 * 3_600_000;

export function clientsCommand(): Command {
  return new Command('clients')
    .description('The keys of an account: make, list, rotate, revoke, change scopes')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
    .addCommand(scopesCommand());
}

function createCommand(): Command {
  interface Options {
    readonly kind: ClientKind;
    readonly scopes: readonly Scope[];
    readonly name: string;
  }
  return new Command('create')
    .description('Make a key; its secret is shown this once')
    .argument('<account>', 'account id', readAccountId)
    .addOption(
      new Option('--kind <kind>', 'live spends money, trial an allowance, test nothing')
        .choices([...CLIENT_KINDS])
        .makeOptionMandatory(),
    )
    .requiredOption('--scopes <scopes>', `comma-separated, or all: ${SCOPES.join(', ')}`, readScopes)
    .option('--name <name>', 'what its owner calls it', 'Key')
    .action((accountId: string, options: Options, command: Command) =>
      runCommand(command, async ({ stage, who, answer }) => {
        const wanted = { accountId, ...options };
        const made = orRefuse(await createClient(storeOf(stage), wanted, { who }, Date.now()));
        answer(secretJson(made), () => printSecret(made));
      }),
    );
}

function listCommand(): Command {
  return new Command('list')
    .description('List the keys of an account, revoked ones too')
    .argument('<account>', 'account id', readAccountId)
    .action((accountId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const clients = await storeOf(stage).listClients(accountId);
        answer(clients.map(clientJson), () =>
          clients.length === 0
            ? console.log('The account has no keys (or there is no such account).')
            : printTable(
                ['KEY', 'NAME', 'KIND', 'SCOPES', 'CREATED', 'REVOKED'],
                clients.map((client) => [
                  client.clientId,
                  client.name,
                  client.kind,
                  client.scopes.join(' '),
                  timeText(client.createdAtMs),
                  timeText(client.revokedAtMs),
                ]),
              ),
        );
      }),
    );
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description('Give a key a new secret; the old one stays valid for the overlap')
    .argument('<client>', 'client id', readClientIdText)
    .option(
      '--overlap <time>',
      'how long the old secret stays valid: 0, 30m, 24h, 7d (24h when not given)',
      readDurationMs,
    )
    .action((clientId: string, { overlap = DEFAULT_OVERLAP_MS }: { readonly overlap?: number }, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        if (overlap === 0) await confirm(`The present secret of ${clientId} stops working at once. Go on?`, yes);
        const nowMs = Date.now();
        const made = orRefuse(await rotateClient(storeOf(stage), clientId, overlap, { who }, nowMs));
        answer(secretJson(made), () => {
          printSecret(made);
          if (overlap > 0) console.log(`The old secret stays valid until ${timeText(nowMs + overlap)}.`);
        });
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Revoke a key for good, from its next request on')
    .argument('<client>', 'client id', readClientIdText)
    .action((clientId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        await confirm(`${clientId} will be refused from its next request on, for good. Go on?`, yes);
        const client = orRefuse(await revokeClient(storeOf(stage), clientId, { who }, Date.now()));
        answer(clientJson(client), () => console.log(`${clientId} is revoked since ${timeText(client.revokedAtMs)}.`));
      }),
    );
}

function scopesCommand(): Command {
  return new Command('scopes')
    .description('Set the scopes of a key; tokens issued before keep only those it still holds')
    .argument('<client>', 'client id', readClientIdText)
    .argument('<scopes>', `comma-separated, or all: ${SCOPES.join(', ')}`, readScopes)
    .action((clientId: string, scopes: readonly Scope[], _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, answer }) => {
        const client = orRefuse(await setClientScopes(storeOf(stage), clientId, scopes, { who }, Date.now()));
        answer(clientJson(client), () => console.log(`${clientId} holds ${client.scopes.join(', ')}.`));
      }),
    );
}

function storeOf(stage: OpenStage): DynamoAdministrationStore {
  return new DynamoAdministrationStore(stage.documents, stage.output('AccountsTable'));
}

function clientJson(client: ClientRecord) {
  const { clientId, accountId, name, kind, scopes, createdAtMs, revokedAtMs } = client;
  return {
    client_id: clientId,
    account_id: accountId,
    name,
    kind,
    scopes,
    created_at: timeText(createdAtMs),
    revoked_at: timeText(revokedAtMs),
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
    scopes: client.scopes.join(' '),
  });
  console.log('\nKeep the secret now: it is stored as a hash only and cannot be shown again.');
}

function timeText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
