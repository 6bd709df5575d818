/** `admin catalogs …`: bring a customer's parts list in, look at it, look its parts up again, cancel, delete. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { DynamoAdministrationStore } from '../../functions/adapters/dynamodb/dynamo-administration-store.ts';
import { DynamoCatalogStore } from '../../functions/adapters/dynamodb/dynamo-catalog-store.ts';
import { DynamoProductIndex } from '../../functions/adapters/dynamodb/dynamo-product-index.ts';
import {
  ROW_OUTCOMES,
  totalRows,
  type Catalog,
  type CatalogRow,
  type RowOutcome,
} from '../../functions/core/catalogs/catalog.ts';
import type { CatalogStore } from '../../functions/core/catalogs/catalog-store.ts';
import { showCatalog } from '../../functions/core/catalogs/list-catalogs.ts';
import { readFieldName, type ChosenColumn } from '../../functions/core/catalogs/recognise-columns.ts';
import { refreshCatalog } from '../../functions/core/catalogs/refresh-catalog.ts';
import { enrichRows, printEnriched } from './catalogs/enrich-rows.ts';
import { importFile, type ImportedFile } from './catalogs/import-file.ts';
import { confirm } from './console/confirm.ts';
import { OperatorError } from './console/operator-error.ts';
import { printFields, printTable } from './console/print.ts';
import { startProgress } from './console/progress.ts';
import { readAccountId, readCount } from './console/read-option.ts';
import { runCommand } from './console/run-command.ts';
import { stopOnInterrupt } from './console/stop-on-interrupt.ts';
import type { OpenStage } from './stage/open-stage.ts';

/** Some rows are errors: the import itself ran to its end. */
const EXIT_ERROR_ROWS = 2;
const EXIT_INTERRUPTED = 130;

export function catalogsCommand(): Command {
  return new Command('catalogs')
    .description('The parts lists of customers: import, list, show, refresh, cancel, delete')
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(refreshCommand())
    .addCommand(enrichCommand())
    .addCommand(cancelCommand())
    .addCommand(deleteCommand());
}

interface ImportOptions {
  readonly name?: string;
  readonly map: readonly ChosenColumn[];
  readonly format?: 'csv' | 'jsonl';
  readonly new?: boolean;
  readonly enrich?: boolean;
}

function importCommand(): Command {
  return new Command('import')
    .description('Import a parts list; the same command goes on where an earlier run was stopped')
    .argument('<account>', 'account id', readAccountId)
    .argument('<file>', 'CSV with a heading (comma, semicolon or tab), or JSON Lines; in UTF-8')
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
    .option('--enrich', 'then ask for paid research of the parts that were not found, within the account’s cap')
    .option('--new', 'begin a new catalog, whatever an earlier run has left unfinished; a finished file always does')
    .addHelpText(
      'after',
      '\nExit codes: 0 all rows came in, 2 some of them are errors, 130 stopped, 1 it could not be done.',
    )
    .action((accountId: string, file: string, options: ImportOptions, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        await requireAccount(stage, accountId);
        const { name, map, format, new: isNew = false } = options;
        const imported = await importFile(portsOf(stage), { accountId, path: file, name, chosen: map, format, isNew });
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

function printImport({ catalog, end, firstRow, columns }: ImportedFile): void {
  if (columns.length > 0) {
    console.log(`Columns: ${columns.map(({ field, heading }) => `${heading.trim()} is ${field}`).join(', ')}.`);
  }
  if (firstRow > 1) console.log(`An earlier run had brought in the rows before ${firstRow}.`);
  printCatalog(catalog);
  if (end === 'stopped') console.log('Stopped: the same command goes on from there.');
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
              ['CATALOG', 'NAME', 'STATUS', 'CREATED', 'ROWS', 'FOUND', 'NOT FOUND', 'ERRORS'],
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
  return [id, name, status, created_at, rows.total, found, rows.not_found, rows.error];
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
          printTable(
            ['ROW', 'OUTCOME', 'ITEM NUMBER', 'SUPPLIER', 'PART NUMBER', 'GTIN', 'ITEM', 'REASON'],
            rows.map((row) => Object.values(rowJson(row))),
          );
        });
      }),
    );
}

function readOutcome(text: string, before: readonly RowOutcome[]): readonly RowOutcome[] {
  const outcome = ROW_OUTCOMES.find((known) => known === text);
  if (outcome !== undefined) return [...before, outcome];
  throw new InvalidArgumentError(`Outcomes: ${ROW_OUTCOMES.join(', ')}.`);
}

function rowJson({ row, outcome, itemNumber, supplier, partNumber, gtin, itemId, reason }: CatalogRow) {
  return {
    row,
    outcome,
    your_item_number: itemNumber,
    supplier,
    supplier_part_number: partNumber,
    gtin,
    item_id: itemId,
    reason,
  };
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
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer }) => {
        const catalog = await requireCatalog(storeOf(stage), accountId, catalogId);
        if (catalog.status !== 'complete') throw new OperatorError(`${catalogId} is ${catalog.status}, not complete.`);
        const research = await enrichRows(stage, catalog, { who, yes });
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

function printCatalog(catalog: Catalog): void {
  const { rows, ...fields } = showCatalog(catalog);
  const { total, ...counts } = rows;
  printFields({
    catalog: fields.id,
    name: fields.name,
    status: fields.status,
    ...(catalog.failure === null ? {} : { failure: catalog.failure }),
    created: fields.created_at,
    completed: fields.completed_at,
    rows: total,
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  });
}

function storeOf(stage: OpenStage): DynamoCatalogStore {
  return new DynamoCatalogStore(stage.documents, stage.output('AccountsTable'));
}

function portsOf(stage: OpenStage) {
  return {
    catalogs: storeOf(stage),
    products: new DynamoProductIndex(stage.documents, stage.output('ProductIndexTable')),
    clock: { nowMs: () => Date.now() },
  };
}

async function requireAccount(stage: OpenStage, accountId: string): Promise<void> {
  const accounts = new DynamoAdministrationStore(stage.documents, stage.output('AccountsTable'));
  if ((await accounts.readAccount(accountId)) !== undefined) return;
  throw new OperatorError('There is no such account in this stage.');
}

async function requireCatalog(store: CatalogStore, accountId: string, catalogId: string): Promise<Catalog> {
  const catalog = await store.findCatalog({ accountId, catalogId });
  if (catalog === undefined) throw noSuchCatalog();
  return catalog;
}

function noSuchCatalog(): OperatorError {
  return new OperatorError('The account has no such catalog; `catalogs list ACCOUNT` shows those it has.');
}
