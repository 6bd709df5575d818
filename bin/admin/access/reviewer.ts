/**
 * `admin reviewer create`: opens an account for the people who review a listing in a directory, with a list, a plan, a
 * cap and a key that ends, and prints the page that they need. A run that was stopped leaves an account without a key;
 * the next one opens another.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { createAccount } from '../../../core/access/administration/administer-accounts.ts';
import { createClient } from '../../../core/access/administration/administer-clients.ts';
import { inviteMember } from '../../../core/access/people/administer-members.ts';
import { SCOPES } from '../../../core/billing/accounts/scopes.ts';
import { totalRows } from '../../../core/catalogs/rows/catalog.ts';
import { openPeopleStore } from '../../../adapters/dynamodb/open-stores.ts';
import { centsToNanoUsd } from '../../../core/money.ts';
import { DAY_MS, timeText, minuteText } from '../../../core/time.ts';
import { CATALOG_FILE, readingOf } from '../catalogs/catalog-file-options.ts';
import { importFile } from '../catalogs/import-file.ts';
import { portsOf } from '../catalogs/stage-ports.ts';
import { orRefuse } from '../console/or-refuse.ts';
import { printFields, printText } from '../console/print.ts';
import { readCap, readCount, readEmail, type Cap } from '../console/read-option.ts';
import { dollars } from '../console/values.ts';
import { accountStore, requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { tablesOf } from '../stage/open-stage.ts';

const PLAN = 'starter';
const MAX_DAYS = 365;

interface Options {
  readonly cap: Cap;
  readonly days: number;
}

export function reviewerCommand(): Command {
  return new Command('reviewer')
    .description('Open an account for the reviewers of a directory')
    .addCommand(createCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description('Open the account, with a list and a key that ends; print what a reviewer needs')
    .argument('<email>', 'address that signs in; its mail must reach the reviewers', readEmail)
    .argument('<file>', `a list with parts of the index: ${CATALOG_FILE}`)
    .addOption(
      new Option('--cap <dollars>', 'the most that reviewers can spend in a month')
        .argParser(readCap)
        .default({ cents: 500 }, '5'),
    )
    .option('--days <days>', 'days until the key ends', readDays, 90)
    .action((email: string, file: string, { cap, days }: Options, command: Command) =>
      runCommand(command, async ({ stage, who, answer, next }) => {
        const nowMs = Date.now();
        const store = accountStore(stage);
        const wanted = { name: 'Reviewers of directories', planCode: PLAN, spendingCapCents: cap.cents };
        const { accountId } = orRefuse(await createAccount(store, wanted, { who }, nowMs));
        const reading = readingOf(file, { map: [] });
        const bound = await requireAccount(stage, accountId);
        const list = { ...reading, accountId, bound, catalogName: 'Sample list', isNew: true };
        const { catalog } = await importFile(portsOf(stage), list);
        orRefuse(
          await inviteMember(openPeopleStore(tablesOf(stage)), { accountId, email, role: 'owner' }, { who }, nowMs),
        );
        const endsAtMs = nowMs + days * DAY_MS;
        const key = { accountId, kind: 'live', name: 'Reviewers', scopes: SCOPES, endsAtMs } as const;
        const { client, secret } = orRefuse(await createClient(store, key, { who }, nowMs));
        const made = { accountId, clientId: client.clientId, secret, email, rows: totalRows(catalog.counts), endsAtMs };
        answer({ ...made, endsAtMs: undefined, ends_at: timeText(endsAtMs) }, () => {
          printPage({ ...made, baseUrl: stage.output('BaseUrl'), capCents: cap.cents });
          // Keys and sign-ins that the reviewers made, and a raised cap, end with the account only.
          next('End every access when the review is over', `accounts set ${accountId} --status suspended`);
        });
      }),
    );
}

interface ReviewerPage {
  readonly accountId: string;
  readonly clientId: string;
  readonly secret: string;
  readonly email: string;
  readonly rows: number;
  readonly endsAtMs: number;
  readonly baseUrl: string;
  readonly capCents: number | null;
}

/** One page to hand over. The secret is on it, because it is shown only once. */
function printPage(page: ReviewerPage): void {
  const { accountId, clientId, secret, email, rows, endsAtMs, baseUrl, capCents } = page;
  printText('For the reviewer. Hand this page over where only they read it.');
  console.log('');
  printFields({
    'server url': `${baseUrl}/mcp`,
    'client id': clientId,
    'client secret': secret,
    header: 'Authorization: Bearer <client id>:<client secret>',
    'sign in as': `${email}, by the link that ${baseUrl}/dashboard sends there`,
    account: accountId,
    data: `the product index, and a list of ${rows} rows`,
    plan: `${PLAN}, every permission, research included`,
    cap: capCents === null ? 'none' : `${dollars(centsToNanoUsd(capCents))} a month; calls beyond it are refused`,
    'key ends': minuteText(endsAtMs),
    privacy: `${baseUrl}/privacy`,
    terms: `${baseUrl}/terms`,
    support: `${baseUrl}/support`,
    documentation: `${baseUrl}/docs/connect`,
    'cases to play': 'docs/operate/chatgpt-app-submission.json',
  });
}

function readDays(text: string): number {
  const days = readCount(text);
  if (days >= 1 && days <= MAX_DAYS) return days;
  throw new InvalidArgumentError(`It must be from 1 to ${MAX_DAYS}.`);
}
