/**
 * `admin tables …`: verifies the restore of a table (docs/operate/deploy.md). `compare` reads both tables completely,
 * which costs 6 cents per GB and table on AWS.
 */
import { Command, InvalidArgumentError } from 'commander';
import { numberText } from '../../../core/number-text.ts';
import { confirm } from '../console/confirm.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printTable, printText } from '../console/print.ts';
import { startProgress } from '../console/progress.ts';
import { dollars } from '../console/values.ts';
import { runCommand } from '../stage/run-command.ts';
import type { OpenStage } from '../stage/open-stage.ts';
import { copyTable } from './tables/copy-table.ts';
import {
  compareFigures,
  differingAccounts,
  readTableFigures,
  type FigureDifference,
  type TableFigures,
} from './tables/table-figures.ts';

/** The comparison completed, and the tables differ. */
const EXIT_DIFFERENT = 2;
const MAX_LISTED = 20;

export function tablesCommand(): Command {
  return new Command('tables')
    .description('Compare a table with a restored one, or copy it for a drill')
    .addCommand(compareCommand())
    .addCommand(copyCommand());
}

function compareCommand(): Command {
  return new Command('compare')
    .description('Compare a restored table with the current one: rows by kind, sums of money, differing accounts')
    .argument('<table>', 'accounts or index: the current table of the stage', readTable)
    .argument('<restored>', 'name of the restored table')
    .addHelpText('after', '\nExit codes: 0 the same, 1 failed, 2 different.')
    .action((table: TableOutput, restored: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const present = stage.output(table);
        const [before, after] = [await figuresOf(stage, present), await figuresOf(stage, restored)];
        const figures = compareFigures(before, after);
        const accounts = differingAccounts(before, after);
        const isSame = figures.every((each) => each.before === each.after) && accounts.length === 0;
        answer(
          { present, restored, same: isSame, figures: figures.map(figureJson), differing_accounts: accounts },
          () => {
            printFigures(figures, { present, restored });
            printAccounts(accounts);
            printText(isSame ? 'The tables are the same.' : 'The tables differ (exit code 2).');
            const [first] = accounts;
            if (first !== undefined) next('Show its usage in the current table', `usage history ${first}`);
          },
        );
        if (!isSame) process.exitCode = EXIT_DIFFERENT;
      }),
    );
}

function copyCommand(): Command {
  return new Command('copy')
    .description('Copy a table row by row for a restore drill; on AWS, use a point-in-time restore instead')
    .argument('<table>', 'accounts or index: the current table of the stage', readTable)
    .argument('<to>', 'name of the new table')
    .action((table: TableOutput, to: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, yes, answer, next }) => {
        const from = stage.output(table);
        if (from === to)
          throw new OperatorError('A table cannot be copied onto itself.', { fix: 'Choose another name.' });
        if (stage.stage !== 'local')
          await confirm(`Every row of ${from} will be read and written to ${to}. Continue?`, yes);
        const progress = startProgress();
        const rows = await copyTable(stage.documents, { from, to }, (done) =>
          progress.update(done, `${numberText(done)} rows`),
        );
        progress.stop();
        answer({ from, to, rows }, () => {
          printText(`${numberText(rows)} rows copied from ${from} to ${to}.`);
          next('Compare the tables', `tables compare ${table === 'AccountsTable' ? 'accounts' : 'index'} ${to}`);
        });
      }),
    );
}

type TableOutput = 'AccountsTable' | 'ProductIndexTable';

function readTable(text: string): TableOutput {
  if (text === 'accounts') return 'AccountsTable';
  if (text === 'index') return 'ProductIndexTable';
  throw new InvalidArgumentError('It must be accounts or index.');
}

async function figuresOf(stage: OpenStage, tableName: string): Promise<TableFigures> {
  const progress = startProgress();
  try {
    return await readTableFigures(stage.documents, tableName, (rows) =>
      progress.update(rows, `${tableName}: ${numberText(rows)} rows`),
    );
  } finally {
    progress.stop();
  }
}

const MONEY_SUFFIX = '_nano_usd';

function printFigures(
  figures: readonly FigureDifference[],
  { present, restored }: { present: string; restored: string },
): void {
  printTable(
    ['Figure', present, restored, 'Difference'],
    figures.map(({ name, before, after }) => [
      name.replace(MONEY_SUFFIX, '').replaceAll('_', ' '),
      ...[before, after, after - before].map((figure, place) =>
        place === 2 && figure === 0n
          ? '-'
          : name.endsWith(MONEY_SUFFIX)
            ? dollars(Number(figure))
            : numberText(Number(figure)),
      ),
    ]),
  );
}

function printAccounts(accounts: readonly string[]): void {
  if (accounts.length === 0) return;
  const more = accounts.length - MAX_LISTED;
  console.log('');
  printText(
    `Accounts whose sums differ: ${accounts.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}.`,
  );
}

function figureJson({ name, before, after }: FigureDifference) {
  return { figure: name, present: String(before), restored: String(after) };
}
