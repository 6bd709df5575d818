/** `catalogs list`, `catalogs show`. */
import { Command } from 'commander';
import type { Catalog, RowOutcome } from '../../../functions/core/catalogs/catalog.ts';
import { showCatalog } from '../../../functions/core/catalogs/list-catalogs.ts';
import { printTable } from '../console/print.ts';
import { readAccountId, readCount } from '../console/read-option.ts';
import { requireAccount } from '../stage/require-account.ts';
import { runCommand } from '../stage/run-command.ts';
import { readOutcome } from './export-command.ts';
import { printCatalog, printRows, rowJson } from './print-catalog.ts';
import { requireCatalog, storeOf } from './stage-ports.ts';

export function listCommand(): Command {
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
          for (const id of removed) console.log(`${id} is not wholly deleted: \`catalogs delete\` continues it.`);
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

export function showCommand(): Command {
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
