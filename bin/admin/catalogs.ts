/** `admin catalogs …`: the commands, and those that look a whole catalog up again, end it or delete it. */
import { Command } from 'commander';
import { showCatalog } from '../../core/catalogs/list-catalogs.ts';
import { refreshCatalog } from '../../core/catalog-import/refresh-catalog.ts';
import { acceptCommand, fixCommand } from './catalogs/correct-commands.ts';
import { enrichRows, printEnriched } from './catalogs/enrich-rows.ts';
import { exportCommand } from './catalogs/export-command.ts';
import { importCommand } from './catalogs/import-command.ts';
import { nextWith, printCatalog } from './catalogs/print-catalog.ts';
import { replaceCommand } from './catalogs/replace-command.ts';
import { forgetCommand, learnedCommand } from './catalogs/learned-commands.ts';
import { listCommand, showCommand } from './catalogs/show-commands.ts';
import { portsOf, refuseUnknownCatalog, requireCatalog, storeOf } from './catalogs/stage-ports.ts';
import { confirm } from './console/confirm.ts';
import { EXIT_INTERRUPTED } from './console/exit-codes.ts';
import { OperatorError } from './console/operator-error.ts';
import { printText } from './console/print.ts';
import { startProgress } from './console/progress.ts';
import { stopOnInterrupt } from './console/stop-on-interrupt.ts';
import { readAccountId } from './console/read-option.ts';
import { runCommand } from './stage/run-command.ts';

export function catalogsCommand(): Command {
  return new Command('catalogs')
    .description(
      'The parts lists of customers: import, list, show, accept, fix, replace, export, refresh, enrich, learned, forget, cancel, delete',
    )
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(acceptCommand())
    .addCommand(fixCommand())
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
    .description('Look the parts of a finished catalog up again; may be stopped and repeated')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const ports = portsOf(stage);
        const before = await requireCatalog(stage, accountId, catalogId);
        if (before.status === 'queued' || before.status === 'processing') {
          throw new OperatorError(`${catalogId} is being imported.`, {
            code: 'import_under_way',
            fix: 'Refresh it when that has ended; `catalogs cancel` ends it.',
          });
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
          const catalog = await requireCatalog(stage, accountId, catalogId);
          const finished = !interrupt.signal.aborted;
          answer({ ...showCatalog(catalog), changed, finished }, () => {
            printText(
              `${changed} rows have changed.${finished ? '' : ' Stopped: the same command starts again from the first row.'}`,
            );
            printCatalog(catalog);
            next(
              ...(finished
                ? nextWith(catalog)
                : (['Begin again', `catalogs refresh ${accountId} ${catalogId}`] as const)),
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
    .description('Ask for paid research of the parts that were not found, and let their rows follow; may be repeated')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .option('--with-candidates', 'ask for rows too that the index holds a part for that may be meant')
    .action((accountId: string, catalogId: string, options: { withCandidates?: boolean }, command: Command) =>
      runCommand(command, async ({ stage, who, yes, answer, next }) => {
        const { withCandidates = false } = options;
        const catalog = await requireCatalog(stage, accountId, catalogId);
        if (catalog.status !== 'complete')
          throw new OperatorError(`${catalogId} is ${catalog.status}, not complete.`, {
            code: 'not_complete',
            fix: 'Import it to its end first; `catalogs list ACCOUNT` shows how far it is.',
          });
        const research = await enrichRows(stage, catalog, { who, yes, withCandidates });
        answer({ id: catalogId, research }, () => {
          printEnriched(research);
          const which = `${accountId} ${catalogId}`;
          if (research.open > 0) next('Let the rows follow', `catalogs enrich ${which}`);
          else next('The list back, with what was found', `catalogs export ${which} FILE.csv`);
        });
      }),
    );
}

function cancelCommand(): Command {
  return new Command('cancel')
    .description('End an import: what is still to come is brought in as cancelled rows, without being looked up')
    .argument('<account>', 'account id', readAccountId)
    .argument('<catalog>', 'catalog id')
    .action((accountId: string, catalogId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const store = storeOf(stage);
        const { status } = await requireCatalog(stage, accountId, catalogId);
        if (!(await store.cancelCatalog({ accountId, catalogId }, Date.now()))) {
          throw new OperatorError(`${catalogId} is ${status}: only an import that is under way can be cancelled.`, {
            code: 'not_under_way',
            fix: '`catalogs delete` deletes it instead.',
          });
        }
        answer({ id: catalogId, status: 'cancelled' }, () => {
          printText(`${catalogId} is cancelled.`);
          next('Delete what came in', `catalogs delete ${accountId} ${catalogId}`);
        });
      }),
    );
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete a catalog; it is gone immediately, its rows are cleared after. May be stopped and repeated')
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
        // A row is stored twice: once in its order, once under its outcome.
        const progress = startProgress(catalog === undefined ? undefined : 2 * catalog.imported.rows);
        let cleared = 0;
        try {
          await store.clearRemoved(key, (rows) => progress.update((cleared += rows), `${cleared} stored rows cleared`));
        } finally {
          progress.stop();
        }
        answer({ id: catalogId, deleted: true }, () => {
          printText(`${catalogId} is deleted.`);
          next('What is left', `catalogs list ${accountId}`);
        });
      }),
    );
}
