/** `catalogs list` and `catalogs show`. */
import { Command, Option } from 'commander';
import type { Catalog, CatalogRow, RowOutcome } from '../../../core/catalogs/rows/catalog.ts';
import { CATALOG_STATE_LABELS, OUTCOME_LABELS } from '../../../core/catalogs/rows/outcome-labels.ts';
import { readRowsToCheck } from '../../../core/catalogs/rows/list-row-group.ts';
import { showCatalog } from '../../../core/catalogs/rows/list-catalogs.ts';
import { shortMinuteText } from '../../../core/time.ts';
import { printTable, printText } from '../console/print.ts';
import { readAccountId, readCount } from '../console/read-option.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { readOutcome } from './export-command.ts';
import { nextWith, printCatalog, printRows, rowJson } from './print-catalog.ts';
import { requireCatalog, storeOf } from './stage-ports.ts';

export function listCommand(): Command {
  return new Command('list')
    .description('List the catalogs of an account, newest first')
    .argument('<account>', 'account id', readAccountId)
    .option('--limit <count>', 'maximum number of entries', readCount, 50)
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
          if (catalogs.length === 0) console.log('The account has no catalogs.');
          else {
            printTable(
              [
                'Catalog',
                'Name',
                'State',
                { heading: 'Uploaded (UTC)', minor: true },
                'Rows',
                OUTCOME_LABELS.cache_hit,
                OUTCOME_LABELS.not_found,
                OUTCOME_LABELS.error,
              ],
              catalogs.map(catalogCells),
            );
          }
          for (const id of removed) printText(`${id} is not fully deleted: run \`catalogs delete\` to continue.`);
          const [first] = catalogs;
          if (first === undefined) next('Preview a file', `catalogs import ${accountId} FILE --preview`);
          else next('Show one with its rows', `catalogs show ${accountId} ${first.catalogId}`);
        });
      }),
    );
}

function catalogCells(catalog: Catalog): (string | number)[] {
  const { id, name, rows } = showCatalog(catalog);
  const found = rows.cache_hit + rows.enriched + rows.refreshed;
  return [
    id,
    name,
    CATALOG_STATE_LABELS[catalog.status],
    shortMinuteText(catalog.createdAtMs),
    rows.total,
    found,
    rows.not_found,
    rows.error,
  ];
}

/**
 * Returns the next step for the shown rows: accept a candidate, fix a row, show more rows, or the step for the whole
 * catalog.
 */
function nextShown(
  catalog: Catalog,
  rows: readonly CatalogRow[],
  { outcome, check, limit }: Pick<ShowOptions, 'outcome' | 'check' | 'limit'>,
): readonly [why: string, command: string] {
  const which = `${catalog.accountId} ${catalog.catalogId}`;
  const candidate = rows.find(({ candidates }) => candidates.length > 0);
  if (candidate !== undefined)
    return ['Accept a candidate (`items find` shows its id)', `catalogs accept ${which} ${candidate.row} ITEM`];
  const missed = rows.find((row) => row.outcome === 'not_found');
  if (missed !== undefined)
    return [
      'Change the part that a row names',
      `catalogs fix ${which} ${missed.row} --manufacturer NAME --number NUMBER`,
    ];
  const last = rows.at(-1);
  if (last !== undefined && rows.length === limit)
    return [
      'Show the next rows',
      [
        'catalogs show',
        which,
        ...outcome.map((one) => `--outcome ${one}`),
        ...(check === true ? ['--check'] : []),
        `--after ${last.row}`,
      ].join(' '),
    ];
  return nextWith(catalog);
}

interface ShowOptions {
  readonly outcome: readonly RowOutcome[];
  readonly check?: true | undefined;
  readonly limit: number;
  readonly after: number;
}

export function showCommand(): Command {
  return new Command('show')
    .description('Show a catalog and some of its rows with their problems')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .option('--outcome <outcome>', 'only rows with this outcome; may be repeated', readOutcome, [])
    .addOption(new Option('--check', 'only rows whose own words contradict the part found').conflicts('outcome'))
    .option('--limit <count>', 'maximum number of rows', readCount, 20)
    .option('--after <row>', 'only rows after this one', readCount, 0)
    .action((accountId: string, catalogId: string, { outcome, check, limit, after }: ShowOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const store = storeOf(stage);
        const catalog = await requireCatalog(stage, accountId, catalogId);
        const rows =
          limit === 0
            ? []
            : check === true
              ? await readRowsToCheck(store, catalog, { after, limit })
              : await store.readRows(catalog, { outcomes: outcome, after, limit });
        answer({ ...showCatalog(catalog), failure: catalog.failure, shown_rows: rows.map(rowJson) }, () => {
          printCatalog(catalog);
          if (rows.length > 0) {
            console.log('');
            printRows(rows);
          }
          next(...nextShown(catalog, rows, { outcome, check, limit }));
        });
      }),
    );
}
