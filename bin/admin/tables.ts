/**
 * `admin tables …`: what the restore of a table is proven by (docs/operate/deploy.md). `compare` reads both tables whole: 6 cents a GB and table on AWS.
 */
import { Command, InvalidArgumentError } from 'commander';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printTable, printText } from './console/print.ts';
import { startProgress } from './console/progress.ts';
import { dollars, grouped } from './console/values.ts';
import { runCommand } from './stage/run-command.ts';
import type { OpenStage } from './stage/open-stage.ts';
import { copyTable } from './tables/copy-table.ts';
import {
  compareFigures,
  differingAccounts,
  readTableFigures,
  type FigureDifference,
  type TableFigures,
} from './tables/table-figures.ts';

/** The tables are not the same: the comparison itself ran to its end. */
const EXIT_DIFFERENT = 2;
const MAX_LISTED = 20;

export function tablesCommand(): Command {
  return new Command('tables')
    .description('The two tables: compare one with another, copy one for a drill')
    .addCommand(compareCommand())
    .addCommand(copyCommand());
}

function compareCommand(): Command {
  return new Command('compare')
    .description('Compare a restored table with the present one: rows by kind, sums of money, accounts that differ')
    .argument('<table>', 'accounts or index: the present one of the stage', readTable)
    .argument('<restored>', 'the name of the other table')
    .addHelpText('after', '\nExit codes: 0 the same, 2 different, 1 it could not be compared.')
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
            printText(isSame ? 'The tables hold the same.' : 'The tables differ (exit code 2).');
            const [first] = accounts;
            if (first !== undefined) next('What the present table says of it', `usage history ${first}`);
          },
        );
        if (!isSame) process.exitCode = EXIT_DIFFERENT;
      }),
    );
}

function copyCommand(): Command {
  return new Command('copy')
    .description(
      'Copy a table row by row, for a drill: the local engine restores to no point in time. On AWS, restore instead',
    )
    .argument('<table>', 'accounts or index: the present one of the stage', readTable)
    .argument('<to>', 'the name of the new table')
    .action((table: TableOutput, to: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, yes, answer, next }) => {
        const from = stage.output(table);
        if (from === to) throw new OperatorError('A table cannot be copied onto itself.', { fix: 'Name another one.' });
        if (stage.stage !== 'local')
          await confirm(`Every row of ${from} will be read and written to ${to}. Continue?`, yes);
        const progress = startProgress();
        const rows = await copyTable(stage.documents, { from, to }, (done) =>
          progress.update(done, `${grouped(done)} rows`),
        );
        progress.stop();
        answer({ from, to, rows }, () => {
          printText(`${grouped(rows)} rows of ${from} are in ${to}.`);
          next('Compare them', `tables compare ${table === 'AccountsTable' ? 'accounts' : 'index'} ${to}`);
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
      progress.update(rows, `${tableName}: ${grouped(rows)} rows`),
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
            : grouped(Number(figure)),
      ),
    ]),
  );
}

function printAccounts(accounts: readonly string[]): void {
  if (accounts.length === 0) return;
  const more = accounts.length - MAX_LISTED;
  console.log('');
  printText(
    `Accounts whose sums differ: ${accounts.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}.`,
  );
}

function figureJson({ name, before, after }: FigureDifference) {
  return { figure: name, present: String(before), restored: String(after) };
}
