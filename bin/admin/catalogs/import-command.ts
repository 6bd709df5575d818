/** `catalogs import`: imports a customer's file as a catalog. */
import { Command } from 'commander';
import { totalRows, type Catalog, type RowOutcome } from '../../../core/catalogs/rows/catalog.ts';
import { OUTCOME_LABELS } from '../../../core/catalogs/rows/outcome-labels.ts';
import { showCatalog } from '../../../core/catalogs/rows/list-catalogs.ts';
import { EXIT_ERROR_ROWS, EXIT_INTERRUPTED } from '../console/exit-codes.ts';
import { printText } from '../console/print.ts';
import { readAccountId } from '../console/read-option.ts';
import { shellWord } from '../console/shell-word.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { enrichRows, printEnriched } from './enrich-rows.ts';
import { importFile, type ImportedFile } from './import-file.ts';
import { CATALOG_FILE, readingOf, withCatalogFileOptions, type CatalogFileOptions } from './catalog-file-options.ts';
import { withOpenFile } from './with-open-file.ts';
import { describeOpenFile } from './file-labels.ts';
import { describePreview, type DescribedPreview } from './preview.ts';
import { nextWith, printCatalog, printRows, rowJson } from './print-catalog.ts';
import { portsOf } from './stage-ports.ts';

interface ImportOptions extends CatalogFileOptions {
  readonly name?: string;
  readonly preview?: boolean;
  readonly dryRun?: boolean;
  readonly new?: boolean;
  readonly enrich?: boolean;
}

export function importCommand(): Command {
  return withCatalogFileOptions(
    new Command('import')
      .description('Import a file as a catalog; run it again to resume a stopped import')
      .argument('<account>', 'account id', readAccountId)
      .argument('<file>', CATALOG_FILE)
      .option('--name <name>', 'catalog name; the file name if omitted'),
  )
    .option('--preview', 'show how the file is read and how its first rows match; import nothing')
    .option('--dry-run', 'the same as --preview')
    .option('--enrich', 'then request paid research for the parts that were not found, within the account’s cap')
    .option('--new', 'create a new catalog instead of resuming an unfinished one')
    .addHelpText('after', '\nExit codes: 0 all rows imported, 1 failed, 2 some rows are errors, 130 stopped.')
    .action((accountId: string, file: string, options: ImportOptions, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const bound = await requireAccount(stage, accountId);
        const { name, new: isNew = false, preview = false, dryRun = false } = options;
        const reading = readingOf(file, options);
        if (preview || dryRun) {
          const ports = portsOf(stage);
          const shown = await withOpenFile(ports.index, reading, (opened, sheets) =>
            describePreview(ports, accountId, opened, describeOpenFile(opened, sheets, reading)),
          );
          answer({ ...shown, rows: shown.rows.map(rowJson) }, () => {
            printPreview(shown);
            next('Import it', `catalogs import ${accountId} ${shellWord(file)}`);
          });
          return;
        }
        const imported = await importFile(portsOf(stage), { ...reading, accountId, bound, catalogName: name, isNew });
        const research =
          options.enrich === true && imported.end === 'complete'
            ? await enrichRows(stage, imported.catalog, { who, yes }).catch((error: unknown) => {
                printNotResearched(imported.catalog);
                throw error;
              })
            : undefined;
        answer(
          {
            ...showCatalog(imported.catalog),
            ...(research === undefined ? {} : { research }),
            to_check: imported.catalog.toCheck ?? 0,
            end: imported.end,
            first_row: imported.firstRow,
            columns: imported.columns,
          },
          () => {
            printImport(imported);
            if (research !== undefined) printEnriched(research);
            if (imported.end === 'stopped') next('Resume', `catalogs import ${accountId} ${shellWord(file)}`);
            else next(...nextWith(imported.catalog));
          },
        );
        if (imported.end === 'stopped') process.exitCode = EXIT_INTERRUPTED;
        else if (imported.catalog.counts.error > 0) process.exitCode = EXIT_ERROR_ROWS;
      }),
    );
}

function printPreview({ understood, rows, outcomes }: DescribedPreview): void {
  for (const line of understood) printText(line);
  console.log('');
  printRows(rows);
  console.log('');
  const counts = Object.entries(outcomes).map(
    ([outcome, count]) => `${count} ${OUTCOME_LABELS[outcome as RowOutcome].toLowerCase()}`,
  );
  printText(`The first 100 rows would be: ${counts.join(', ') || 'none'}. Nothing was imported.`);
}

function printImport({ catalog, end, firstRow, understood }: ImportedFile): void {
  for (const line of understood) printText(line);
  if (firstRow > 1) printText(`An earlier run imported the rows before ${firstRow}.`);
  printCatalog(catalog);
  if (end === 'stopped') printText('Stopped: run the same command to resume.');
  if (end === 'cancelled') printText('The catalog was cancelled during the import.');
  if (totalRows(catalog.counts) === 0 && end === 'complete') printText('The file has no rows.');
  if ((catalog.toCheck ?? 0) > 0)
    printText(
      `Rows whose own words contradict the part found: ${catalog.toCheck}; \`catalogs show --check\` says which.`,
    );
  if (catalog.counts.error > 0) printText(`${catalog.counts.error} rows are errors (exit code ${EXIT_ERROR_ROWS}).`);
}

/** Reports on stderr, also with --json, that the import succeeded before the command failed. */
function printNotResearched({ accountId, catalogId }: Catalog): void {
  console.error(
    `${catalogId} is imported, but nothing was researched. To request research, run: npm run admin -- catalogs enrich ${accountId} ${catalogId}`,
  );
}
