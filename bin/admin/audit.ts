/** `admin audit …`: who changed what of an account, and when. */
import { Command } from 'commander';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/dynamo-administration-store.ts';
import { printTable } from './console/print.ts';
import { readAccountId, readCount } from './console/read-option.ts';
import { runCommand } from './console/run-command.ts';

export function auditCommand(): Command {
  return new Command('audit').description('The trail of changes to an account').addCommand(showCommand());
}

function showCommand(): Command {
  return new Command('show')
    .description('Show the latest changes, the newest first')
    .argument('<account>', 'account id', readAccountId)
    .option('--limit <count>', 'how many', readCount, 50)
    .action((accountId: string, { limit }: { readonly limit: number }, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const store = new DynamoAdministrationStore(stage.documents, stage.output('AccountsTable'));
        const lines = (await store.listAuditLines(accountId, Math.max(1, limit))).map(({ atMs, ...line }) => ({
          at: new Date(atMs).toISOString(),
          ...line,
        }));
        answer(lines, () =>
          lines.length === 0
            ? console.log('Nothing is recorded for this account (or there is no such account).')
            : printTable(
                ['WHEN', 'WHO', 'WHAT', 'DETAILS'],
                lines.map(({ at, who, what, details }) => [
                  at,
                  who,
                  what,
                  Object.entries(details)
                    .map(([name, value]) => `${name}=${value}`)
                    .join(' '),
                ]),
              ),
        );
      }),
    );
}
