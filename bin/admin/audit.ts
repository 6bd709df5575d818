/** `admin audit …`: who changed what of an account, and when. */
import { Command } from 'commander';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/accounts/dynamo-administration-store.ts';
import { printTable } from './console/print.ts';
import { readAccountId, readCount } from './console/read-option.ts';
import { runCommand } from './stage/run-command.ts';

export function auditCommand(): Command {
  return new Command('audit').description('The trail of changes').addCommand(showCommand());
}

function showCommand(): Command {
  return new Command('show')
    .description('Show the latest changes, the newest first')
    .argument(
      '[account]',
      'account id; what belongs to no account when not given: the signing key, makers',
      readAccountId,
    )
    .option('--limit <count>', 'how many', readCount, 50)
    .action((accountId: string | undefined, { limit }: { readonly limit: number }, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const store = new DynamoAdministrationStore(stage.documents, stage.output('AccountsTable'));
        const count = Math.max(1, limit);
        const found = await (accountId === undefined
          ? store.listStageLines(count)
          : store.listAuditLines(accountId, count));
        const lines = found.map(({ atMs, ...line }) => ({
          at: new Date(atMs).toISOString(),
          ...line,
        }));
        answer(lines, () =>
          lines.length === 0
            ? console.log('Nothing is recorded here (or there is no such account).')
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
