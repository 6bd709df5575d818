/** `admin catalogs …`: bring a customer's parts list in, look at it, look its parts up again, cancel, delete. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { totalRows, type Catalog, type RowOutcome } from '../../functions/core/catalogs/catalog.ts';
import { showCatalog } from '../../functions/core/catalogs/list-catalogs.ts';
import { readFieldName, type ChosenColumn } from '../../functions/core/catalogs/recognise-columns.ts';
import { refreshCatalog } from '../../functions/core/catalogs/refresh-catalog.ts';
import { enrichRows, printEnriched } from './catalogs/enrich-rows.ts';
import { importFile, withList, type ImportedFile } from './catalogs/import-file.ts';
import { previewList, type ListPreview } from './catalogs/preview.ts';
import { acceptCommand, fixCommand } from './catalogs/correct-commands.ts';
import { exportCommand, readOutcome } from './catalogs/export-command.ts';
import { printCatalog, printRows, rowJson } from './catalogs/print-catalog.ts';
import { noSuchCatalog, portsOf, requireCatalog, storeOf } from './catalogs/stage-ports.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printTable } from './console/print.ts';
import { startProgress } from './console/progress.ts';
import { readAccountId, readCount } from './console/read-option.ts';
import { requireAccount } from './stage/require-account.ts';
import { runCommand } from './stage/run-command.ts';
import { stopOnInterrupt } from './console/stop-on-interrupt.ts';

/** Some rows are errors: the import itself ran to its end. */
const EXIT_ERROR_ROWS = 2;
const EXIT_INTERRUPTED = 130;

export function catalogsCommand(): Command {
  return new Command('catalogs')
    .description('The parts lists of customers: import, list, show, accept, fix, export, refresh, cancel, delete')
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(acceptCommand())
    .addCommand(fixCommand())
    .addCommand(exportCommand())
    .addCommand(refreshCommand())
    .addCommand(enrichCommand())
    .addCommand(cancelCommand())
    .addCommand(deleteCommand());
}

interface ImportOptions {
  readonly name?: string;
  readonly map: readonly ChosenColumn[];
  readonly format?: 'csv' | 'jsonl';
  readonly encoding?: string;
  readonly sheet?: string;
  readonly skipLines?: number;
  readonly preview?: boolean;
  readonly new?: boolean;
  readonly enrich?: boolean;
}

function importCommand(): Command {
  return new Command('import')
    .description('Import a parts list; the same command resumes where an earlier run was stopped')
    .argument('<account>', 'account id', readAccountId)
    .argument(
      '<file>',
      'CSV in any usual encoding, an Excel workbook (.xlsx), or JSON Lines; gzip too; - is standard input',
    )
    .option('--name <name>', 'what the customer calls it; the name of the file when not given')
    .option(
      '--map <column=field>',
      'what a column means: your_item_number, supplier, supplier_part_number, gtin, none',
      readMap,
      [],
    )
    .addOption(
      new Option('--format <format>', 'when the file’s name and beginning do not tell').choices(['csv', 'jsonl']),
    )
    .option('--encoding <name>', 'of a text file, as windows-1252; detected when not given')
    .option('--sheet <name>', 'of a workbook, by its name or its place from 1; the first visible one when not given')
    .option('--skip-lines <count>', 'rows above the heading; the heading is found when not given', readCount)
    .option('--preview', 'show what is understood and how the first rows match; import nothing')
    .option('--enrich', 'then ask for paid research of the parts that were not found, within the account’s cap')
    .option('--new', 'begin a new catalog, whatever an earlier run has left unfinished; a finished file always does')
    .addHelpText(
      'after',
      '\nExit codes: 0 all rows came in, 2 some of them are errors, 130 stopped, 1 it could not be done.',
    )
    .action((accountId: string, file: string, options: ImportOptions, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        const bound = await requireAccount(stage, accountId);
        const { name, map, format, encoding, sheet, skipLines, new: isNew = false } = options;
        const reading = { path: file, chosen: map, format, encoding, sheet, skipRows: skipLines };
        if (options.preview === true) {
          const { products } = portsOf(stage);
          const preview = await withList(products, reading, (list) => previewList(products, list));
          answer({ ...preview, rows: preview.rows.map(rowJson) }, () => printPreview(preview));
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
            end: imported.end,
            first_row: imported.firstRow,
            columns: imported.columns,
          },
          () => {
            printImport(imported);
            if (research !== undefined) printEnriched(research);
          },
        );
        if (imported.end === 'stopped') process.exitCode = EXIT_INTERRUPTED;
        else if (imported.catalog.counts.error > 0) process.exitCode = EXIT_ERROR_ROWS;
      }),
    );
}

/** `Mfr No=supplier_part_number`; a column's name may hold an equals sign, a field's does not. */
function readMap(text: string, before: readonly ChosenColumn[]): readonly ChosenColumn[] {
  const equals = text.lastIndexOf('=');
  const field = readFieldName(text.slice(equals + 1));
  const column = text.slice(0, Math.max(0, equals)).trim();
  if (column !== '' && field !== undefined) return [...before, { column, field }];
  const fields = 'Fields: your_item_number, supplier, supplier_part_number, gtin, none.';
  throw new InvalidArgumentError(`It must be <column>=<field>, as "Mfr No=supplier_part_number". ${fields}`);
}

function printPreview({ understood, rows, outcomes }: ListPreview): void {
  for (const line of understood) console.log(line);
  console.log('');
  printRows(rows);
  console.log('');
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  console.log(`The first 100 rows would be: ${counts.join(', ') || 'none'}. Nothing was imported.`);
}

function printImport({ catalog, end, firstRow, understood }: ImportedFile): void {
  for (const line of understood) console.log(line);
  if (firstRow > 1) console.log(`An earlier run had brought in the rows before ${firstRow}.`);
  printCatalog(catalog);
  if (end === 'stopped') console.log('Stopped: the same command resumes there.');
  if (end === 'cancelled') console.log('The catalog was cancelled while it was imported.');
  if (totalRows(catalog.counts) === 0 && end === 'complete') console.log('The file has no rows.');
  if (catalog.counts.error > 0) {
    const { accountId, catalogId, counts } = catalog;
    console.log(
      `${counts.error} rows are errors (exit code ${EXIT_ERROR_ROWS}). What is wrong with them: npm run admin -- catalogs show ${accountId} ${catalogId} --outcome error`,
    );
  }
}

/** To people and machines alike: what was done before the command ended with an error. */
function printNotResearched({ accountId, catalogId }: Catalog): void {
  console.error(
    `${catalogId} is imported; nothing was researched yet. Research it with: npm run admin -- catalogs enrich ${accountId} ${catalogId}`,
  );
}

function listCommand(): Command {
  return new Command('list')
    .description('List the catalogs of an account, newest first')
    .argument('<account>', 'account id', readAccountId)
    .option('--limit <count>', 'at most so many', readCount, 50)
    .action((accountId: string, { limit }: { readonly limit: number }, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        await requireAccount(stage, accountId);
        const store = storeOf(stage);
        const catalogs = await store.listCatalogs(accountId, {
          before: Number.MAX_SAFE_INTEGER,
          limit: Math.max(1, limit),
        });
        const removed = await store.listRemoved(accountId);
        answer({ catalogs: catalogs.map(showCatalog), being_deleted: removed }, () => {
          if (catalogs.length === 0) console.log('No catalogs.');
          else {
            printTable(
              [
                'Catalog',
                'Name',
                'Status',
                { heading: 'Created (UTC)', minor: true },
                'Rows',
                'Found',
                'Not found',
                'Errors',
              ],
              catalogs.map(catalogCells),
            );
          }
          for (const id of removed) console.log(`${id} is not wholly deleted: \`catalogs delete\` goes on with it.`);
        });
      }),
    );
}

function catalogCells(catalog: Catalog): (string | number)[] {
  const { id, name, status, created_at, rows } = showCatalog(catalog);
  const found = rows.cache_hit + rows.enriched + rows.refreshed;
  return [id, name, status, created_at.slice(0, 16).replace('T', ' '), rows.total, found, rows.not_found, rows.error];
}

interface ShowOptions {
  readonly outcome: readonly RowOutcome[];
  readonly limit: number;
  readonly after: number;
}

function showCommand(): Command {
  return new Command('show')
    .description('Show a catalog and some of its rows, with what is wrong with them')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .option('--outcome <outcome>', 'only rows with this outcome; may be repeated', readOutcome, [])
    .option('--limit <count>', 'at most so many rows', readCount, 20)
    .option('--after <row>', 'only rows behind this one', readCount, 0)
    .action((accountId: string, catalogId: string, { outcome, limit, after }: ShowOptions, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const store = storeOf(stage);
        const catalog = await requireCatalog(store, accountId, catalogId);
        const rows = limit === 0 ? [] : await store.readRows(catalog, { outcomes: outcome, after, limit });
        answer({ ...showCatalog(catalog), failure: catalog.failure, shown_rows: rows.map(rowJson) }, () => {
          printCatalog(catalog);
          if (rows.length === 0) return;
          console.log('');
          printRows(rows);
        });
      }),
    );
}

function refreshCommand(): Command {
  return new Command('refresh')
    .description('Look the parts of a finished catalog up again; may be stopped and repeated')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const ports = portsOf(stage);
        const before = await requireCatalog(ports.catalogs, accountId, catalogId);
        if (before.status === 'queued' || before.status === 'processing') {
          throw new OperatorError(`${catalogId} is being imported: refresh it when that has come to its end.`);
        }
        const progress = startProgress(before.imported.rows);
        const interrupt = stopOnInterrupt(() => progress.say('Stopping after the rows under way…'));
        try {
          const changed = await refreshCatalog(ports, {
            key: before,
            stop: interrupt.signal,
            onProgress: (row, count) => progress.update(row, `${row} rows looked at, ${count} changed`),
          });
          progress.stop();
          const catalog = await requireCatalog(ports.catalogs, accountId, catalogId);
          const finished = !interrupt.signal.aborted;
          answer({ ...showCatalog(catalog), changed, finished }, () => {
            console.log(`${changed} rows have changed.${finished ? '' : ' Stopped: the same command begins anew.'}`);
            printCatalog(catalog);
          });
          if (!finished) process.exitCode = EXIT_INTERRUPTED;
        } finally {
          progress.stop();
          interrupt.release();
        }
      }),
    );
}

function enrichCommand(): Command {
  return new Command('enrich')
    .description('Ask for paid research of the parts that were not found, and let their rows follow; may be repeated')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .option('--with-candidates', 'ask for rows too that the index holds a part for that may be meant')
    .action((accountId: string, catalogId: string, options: { withCandidates?: boolean }, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        const { withCandidates = false } = options;
        const catalog = await requireCatalog(storeOf(stage), accountId, catalogId);
        if (catalog.status !== 'complete') throw new OperatorError(`${catalogId} is ${catalog.status}, not complete.`);
        const research = await enrichRows(stage, catalog, { who, yes, withCandidates });
        answer({ id: catalogId, research }, () => printEnriched(research));
      }),
    );
}

function cancelCommand(): Command {
  return new Command('cancel')
    .description('End an import: what is still to come is brought in as cancelled rows, without being looked up')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const store = storeOf(stage);
        const { status } = await requireCatalog(store, accountId, catalogId);
        if (!(await store.cancelCatalog({ accountId, catalogId }, Date.now()))) {
          throw new OperatorError(`${catalogId} is ${status}: only an import that is under way can be cancelled.`);
        }
        answer({ id: catalogId, status: 'cancelled' }, () => console.log(`${catalogId} is cancelled.`));
      }),
    );
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete a catalog; it is gone at once, its rows are cleared after. May be stopped and repeated')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, yes, answer }) => {
        const store = storeOf(stage);
        const key = { accountId, catalogId };
        const catalog = await store.findCatalog(key);
        if (catalog !== undefined) {
          await confirm(
            `${catalogId} with ${catalog.imported.rows} rows will be deleted from ${stage.stage}. Go on?`,
            yes,
          );
        }
        if (!(await store.removeCatalog(key, Date.now()))) throw noSuchCatalog();
        // A row is stored twice: once in its order, once under its outcome.
        const progress = startProgress(catalog === undefined ? undefined : 2 * catalog.imported.rows);
        let cleared = 0;
        try {
          await store.clearRemoved(key, (rows) => progress.update((cleared += rows), `${cleared} stored rows cleared`));
        } finally {
          progress.stop();
        }
        answer({ id: catalogId, deleted: true }, () => console.log(`${catalogId} is deleted.`));
      }),
    );
}
