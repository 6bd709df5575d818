/** `admin catalogs …`: all its commands; `refresh`, `enrich`, `cancel` and `delete` are defined here. */
import { Command } from 'commander';
import { showCatalog } from '../../../core/catalogs/rows/list-catalogs.ts';
import { refreshCatalog } from '../../../core/catalogs/import/refresh-catalog.ts';
import { acceptCommand, fixCommand, undoCommand } from './correct-commands.ts';
import { enrichRows, printEnriched } from './enrich-rows.ts';
import { exportCommand } from './export-command.ts';
import { importCommand } from './import-command.ts';
import { nextWith, printCatalog } from './print-catalog.ts';
import { replaceCommand } from './replace-command.ts';
import { forgetCommand, learnedCommand } from './learned-commands.ts';
import { listCommand, showCommand } from './show-commands.ts';
import { portsOf, refuseUnknownCatalog, requireCatalog, storeOf } from './stage-ports.ts';
import { confirm } from '../console/confirm.ts';
import { EXIT_INTERRUPTED } from '../console/exit-codes.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printText } from '../console/print.ts';
import { startProgress } from '../console/progress.ts';
import { stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { readAccountId } from '../console/read-option.ts';
import { runCommand } from '../stage/run-command.ts';

export function catalogsCommand(): Command {
  return new Command('catalogs')
    .description(
      'Manage catalogs: import, list, show, accept, fix, replace, export, refresh, enrich, learned, forget, cancel, delete',
    )
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(acceptCommand())
    .addCommand(fixCommand())
    .addCommand(undoCommand())
    .addCommand(replaceCommand())
    .addCommand(exportCommand())
    .addCommand(refreshCommand())
    .addCommand(enrichCommand())
    .addCommand(learnedCommand())
    .addCommand(forgetCommand())
    .addCommand(cancelCommand())
    .addCommand(deleteCommand());
}

function refreshCommand(): Command {
  return new Command('refresh')
    .description('Match all rows of a finished catalog again; safe to stop and repeat')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const ports = portsOf(stage);
        const before = await requireCatalog(stage, accountId, catalogId);
        if (before.status === 'queued' || before.status === 'processing') {
          throw new OperatorError(`${catalogId} is being imported.`, {
            code: 'import_under_way',
            fix: 'Refresh it when the import has ended, or end it with `catalogs cancel`.',
          });
        }
        const progress = startProgress(before.imported.rows);
        const interrupt = stopOnInterrupt(() => progress.say('Stopping after the current rows…'));
        try {
          const changed = await refreshCatalog(ports, {
            key: before,
            stop: interrupt.signal,
            onProgress: (row, count) => progress.update(row, `${row} rows checked, ${count} changed`),
          });
          progress.stop();
          const catalog = await requireCatalog(stage, accountId, catalogId);
          const finished = !interrupt.signal.aborted;
          answer({ ...showCatalog(catalog), changed, finished }, () => {
            printText(
              `${changed} rows have changed.${finished ? '' : ' Stopped: the same command starts over from the first row.'}`,
            );
            printCatalog(catalog);
            next(
              ...(finished
                ? nextWith(catalog)
                : (['Start over', `catalogs refresh ${accountId} ${catalogId}`] as const)),
            );
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
    .description('Request paid research for the parts that were not found, and update their rows; safe to repeat')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .option('--with-candidates', 'also request rows that have a candidate in the index')
    .action((accountId: string, catalogId: string, options: { withCandidates?: boolean }, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const { withCandidates = false } = options;
        const catalog = await requireCatalog(stage, accountId, catalogId);
        if (catalog.status !== 'complete')
          throw new OperatorError(`${catalogId} is ${catalog.status}, not complete.`, {
            code: 'not_complete',
            fix: 'Finish the import first; `catalogs list ACCOUNT` shows its progress.',
          });
        const research = await enrichRows(stage, catalog, { who, yes, withCandidates });
        answer({ id: catalogId, research }, () => {
          printEnriched(research);
          const which = `${accountId} ${catalogId}`;
          if (research.open > 0) next('Update the rows later', `catalogs enrich ${which}`);
          else next('Export the catalog with its matches', `catalogs export ${which} FILE.csv`);
        });
      }),
    );
}

function cancelCommand(): Command {
  return new Command('cancel')
    .description('Cancel an import; the remaining rows are stored as cancelled without a look-up')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const store = storeOf(stage);
        const { status } = await requireCatalog(stage, accountId, catalogId);
        if (!(await store.cancelCatalog({ accountId, catalogId }, Date.now()))) {
          throw new OperatorError(`${catalogId} is ${status}: only a running import can be cancelled.`, {
            code: 'not_under_way',
            fix: 'Use `catalogs delete` to delete it.',
          });
        }
        answer({ id: catalogId, status: 'cancelled' }, () => {
          printText(`${catalogId} is cancelled.`);
          next('Delete the imported rows', `catalogs delete ${accountId} ${catalogId}`);
        });
      }),
    );
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete a catalog; it disappears immediately, then its rows are cleared. Safe to stop and repeat')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, yes, answer, next }) => {
        const store = storeOf(stage);
        const key = { accountId, catalogId };
        const catalog = await store.findCatalog(key);
        if (catalog !== undefined) {
          await confirm(
            `${catalogId} with ${catalog.imported.rows} rows will be deleted from ${stage.stage}. Continue?`,
            yes,
          );
        }
        if (!(await store.removeCatalog(key, Date.now()))) await refuseUnknownCatalog(stage, accountId, catalogId);
        // Each row is stored twice: by row number and by outcome.
        const progress = startProgress(catalog === undefined ? undefined : 2 * catalog.imported.rows);
        let cleared = 0;
        try {
          await store.clearRemoved(key, (rows) => progress.update((cleared += rows), `${cleared} stored rows cleared`));
        } finally {
          progress.stop();
        }
        answer({ id: catalogId, deleted: true }, () => {
          printText(`${catalogId} is deleted.`);
          next('List the remaining catalogs', `catalogs list ${accountId}`);
        });
      }),
    );
}
