/** `admin audit …`: shows the audit trail of an account or of the stage. */
import { minuteText, shortMinuteText } from '../../../core/time.ts';
import { openPeopleStore } from '../../../adapters/dynamodb/open-stores.ts';
import { Command } from 'commander';
import { changeLabel } from '../../../core/dashboard/views/change-labels.ts';
import type { AuditLine } from '../../../core/billing/accounts/audit-line.ts';
import { printTable } from '../console/print.ts';
import { readAccountId, readCount } from '../console/read-option.ts';
import { accountStore, requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { tablesOf, type OpenStage } from '../stage/open-stage.ts';

export function auditCommand(): Command {
  return new Command('audit').description('Show the audit trail').addCommand(showCommand());
}

function showCommand(): Command {
  return new Command('show')
    .description('Show the latest changes, newest first')
    .argument('[account]', 'account id; if omitted, changes to the signing key, manufacturers and words', readAccountId)
    .option('--limit <count>', 'maximum number of changes', readCount, 50)
    .action((accountId: string | undefined, { limit }: { readonly limit: number }, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        if (accountId !== undefined) await requireAccount(stage, accountId);
        const store = accountStore(stage);
        const count = Math.max(1, limit);
        const found = await (accountId === undefined
          ? store.listStageLines(count)
          : store.listAuditLines(accountId, count));
        const emails = await emailsOf(stage, found);
        const lines = found.map(({ atMs, ...line }) => ({
          at: new Date(atMs).toISOString(),
          ...line,
          emails: Object.fromEntries([...emails].filter(([personId]) => textOf(line).includes(personId))),
        }));
        answer(lines, () => {
          if (lines.length === 0) console.log('The audit trail is empty.');
          else
            printTable(
              ['When (UTC)', 'Who', 'What', { heading: 'Details', minor: true }],
              found.map(({ atMs, who, what, details }) => [
                shortMinuteText(atMs),
                withEmails(who, emails),
                changeLabel(what),
                withEmails(detailsText(details), emails),
              ]),
            );
          if (accountId === undefined) next('Show the audit trail of an account', 'audit show acc_…');
          else next('Show the account', `accounts show ${accountId}`);
        });
      }),
    );
}

const PERSON_ID = /\bper_[A-Za-z0-9]{16}\b/g;

/** Returns the email of each person the lines name; erased people have none. */
async function emailsOf(stage: OpenStage, lines: readonly Pick<AuditLine, 'who' | 'details'>[]) {
  const people = openPeopleStore(tablesOf(stage));
  const personIds = [...new Set(lines.flatMap((line) => textOf(line).match(PERSON_ID) ?? []))];
  const found = await Promise.all(personIds.map((personId) => people.readPerson(personId)));
  return new Map(
    found.flatMap((person) => (person === undefined ? [] : [[person.value.personId, person.value.email]])),
  );
}

/** The parts of a line that may contain person ids. */
function textOf({ who, details }: Pick<AuditLine, 'who' | 'details'>): string {
  return [who, ...Object.values(details)].join(' ');
}

function withEmails(text: string, emails: ReadonlyMap<string, string>): string {
  return text.replaceAll(PERSON_ID, (personId) => {
    const email = emails.get(personId);
    return email === undefined ? personId : `${personId} (${email})`;
  });
}

function detailsText(details: AuditLine['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? toTheMinute(value) : value}`)
    .join(' ');
}

/** Shortens a timestamp to minutes, and returns other text unchanged. */
function toTheMinute(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? minuteText(Date.parse(text)) : text;
}
