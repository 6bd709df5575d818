/** `catalogs list`, `catalogs show`. */
import { Command } from 'commander';
import type { Catalog, CatalogRow, RowOutcome } from '../../../core/catalogs/catalog.ts';
import { showCatalog } from '../../../core/catalogs/list-catalogs.ts';
import { printTable, printText } from '../console/print.ts';
import { readAccountId, readCount } from '../console/read-option.ts';
import { minuteText } from '../console/values.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { readOutcome } from './export-command.ts';
import { nextWith, printCatalog, printRows, rowJson } from './print-catalog.ts';
import { requireCatalog, storeOf } from './stage-ports.ts';

export function listCommand(): Command {
  return new Command('list')
    .description('List the catalogs of an account, newest first')
    .argument('<account>', 'account id', readAccountId)
    .option('--limit <count>', 'at most so many', readCount, 50)
    .action((accountId: string, { limit }: { readonly limit: number }, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
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
          for (const id of removed) printText(`${id} is not wholly deleted: \`catalogs delete\` continues it.`);
          const [first] = catalogs;
          if (first === undefined) next('See how a list is understood', `catalogs import ${accountId} FILE --preview`);
          else next('One with its rows', `catalogs show ${accountId} ${first.catalogId}`);
        });
      }),
    );
}

function catalogCells(catalog: Catalog): (string | number)[] {
  const { id, name, status, rows } = showCatalog(catalog);
  const found = rows.cache_hit + rows.enriched + rows.refreshed;
  return [id, name, status, minuteText(catalog.createdAtMs), rows.total, found, rows.not_found, rows.error];
}

/** What to do with the rows on the screen: accept the first candidate, or see more of them; otherwise what suits the catalog. */
function nextShown(
  catalog: Catalog,
  rows: readonly CatalogRow[],
  { outcome, limit }: Pick<ShowOptions, 'outcome' | 'limit'>,
): readonly [why: string, command: string] {
  const which = `${catalog.accountId} ${catalog.catalogId}`;
  const candidate = rows.find(({ candidates }) => candidates.length > 0);
  if (candidate !== undefined)
    return ['Accept a candidate, once `items find` has told its id', `catalogs accept ${which} ${candidate.row} ITEM`];
  const missed = rows.find((row) => row.outcome === 'not_found');
  if (missed !== undefined)
    return ['Change what a row names', `catalogs fix ${which} ${missed.row} --manufacturer NAME --number NUMBER`];
  const last = rows.at(-1);
  if (last !== undefined && rows.length === limit)
    return [
      'The rows behind these',
      ['catalogs show', which, ...outcome.map((one) => `--outcome ${one}`), `--after ${last.row}`].join(' '),
    ];
  return nextWith(catalog);
}

interface ShowOptions {
  readonly outcome: readonly RowOutcome[];
  readonly limit: number;
  readonly after: number;
}

export function showCommand(): Command {
  return new Command('show')
    .description('Show a catalog and some of its rows, with what is wrong with them')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .option('--outcome <outcome>', 'only rows with this outcome; may be repeated', readOutcome, [])
    .option('--limit <count>', 'at most so many rows', readCount, 20)
    .option('--after <row>', 'only rows behind this one', readCount, 0)
    .action((accountId: string, catalogId: string, { outcome, limit, after }: ShowOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const store = storeOf(stage);
        const catalog = await requireCatalog(stage, accountId, catalogId);
        const rows = limit === 0 ? [] : await store.readRows(catalog, { outcomes: outcome, after, limit });
        answer({ ...showCatalog(catalog), failure: catalog.failure, shown_rows: rows.map(rowJson) }, () => {
          printCatalog(catalog);
          if (rows.length > 0) {
            console.log('');
            printRows(rows);
          }
          next(...nextShown(catalog, rows, { outcome, limit }));
        });
      }),
    );
}
