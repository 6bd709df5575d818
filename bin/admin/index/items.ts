/** `admin items …`: all its commands; `get`, `delete` and `reindex` are defined here. */
import { Command } from 'commander';
import { ITEM_FIELDS } from '../../../core/index/items/item-fields.ts';
import { ITEM_SECTIONS } from '../../../core/index/items/item-record.ts';
import { numberText } from '../../../core/number-text.ts';
import { confirm } from '../console/confirm.ts';
import { EXIT_INTERRUPTED } from '../console/exit-codes.ts';
import { printJson, printText } from '../console/print.ts';
import { startProgress } from '../console/progress.ts';
import { readCount, readItemId } from '../console/read-option.ts';
import { runCommand } from '../stage/run-command.ts';
import { STOPPING, stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { ImportPace } from '../sourcing/import/import-pace.ts';
import { reindexItems } from '../sourcing/import/reindex-items.ts';
import { exportCommand } from './items/export-command.ts';
import { findCommand } from './items/find-command.ts';
import { importCommand } from './items/import-command.ts';
import { noSuchItem } from './items/no-such-item.ts';
import { setCommand } from './items/set-command.ts';
import { openItemWriter, openItemIndex } from '../stage/open-item-index.ts';

export function itemsCommand(): Command {
  return new Command('items')
    .description('Manage items: import, export, find, get, set, delete, reindex')
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(findCommand())
    .addCommand(getCommand())
    .addCommand(setCommand())
    .addCommand(deleteCommand())
    .addCommand(reindexCommand());
}

interface ReindexOptions {
  readonly concurrency: number;
  readonly fromStart?: boolean;
}

function getCommand(): Command {
  return new Command('get')
    .description('Print a complete item as JSON')
    .argument('<item>', 'item id', readItemId)
    .action((itemId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage }) => {
        const index = openItemIndex(stage);
        const item = (await index.readItems([itemId], ITEM_SECTIONS)).get(itemId);
        if (item === undefined) throw noSuchItem(itemId, stage);
        // Only these fields are stored; the index also derives a state from the attributes.
        const fields = ITEM_FIELDS.map((field) => [field, item[field]]);
        printJson({ id: item.id, ...Object.fromEntries(fields) });
      }),
    );
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete an item and its index entries')
    .argument('<item>', 'item id', readItemId)
    .action((itemId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, yes, answer, next }) => {
        await confirm(`${itemId} will be deleted from ${stage.stage}. Continue?`, yes);
        const writer = openItemWriter(stage);
        if (!(await writer.deleteItem(itemId))) throw noSuchItem(itemId, stage);
        answer({ id: itemId, deleted: true }, () => {
          console.log(`${itemId} is deleted.`);
          next('Import it again from a file', 'items import FILE');
        });
      }),
    );
}

function reindexCommand(): Command {
  return new Command('reindex')
    .description('Rebuild the index entries of all items; run it again to resume')
    .option('--from-start', 'start with the first item instead of resuming')
    .option('--concurrency <count>', 'number of items processed concurrently', readCount, 16)
    .action(({ concurrency, fromStart = false }: ReindexOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        const table = stage.output('ProductIndexTable');
        const writer = openItemWriter(stage);
        const progress = startProgress(1);
        const pace = new ImportPace();
        const interrupt = stopOnInterrupt(() => progress.say(STOPPING));
        try {
          const report = await reindexItems({
            client: stage.documents,
            table,
            repairItem: (itemId) => writer.repairItem(itemId),
            fromStart,
            concurrency: Math.max(1, concurrency),
            stop: interrupt.signal,
            onProgress: (repaired, share) => {
              const figures = [`${numberText(repaired)} items`, pace.words(share, 1, repaired)];
              progress.update(share, figures.filter((words) => words !== '').join('; '));
            },
          });
          progress.stop();
          answer(report, () => {
            const stopped = report.finished ? '' : ' Stopped: run the same command to resume.';
            printText(`${numberText(report.repaired)} items reindexed.${stopped}`);
            if (report.finished) next('Try a search', "items find --query 'ball bearing'");
            else next('Resume', 'items reindex');
          });
          if (!report.finished) process.exitCode = EXIT_INTERRUPTED;
        } finally {
          progress.stop();
          interrupt.release();
        }
      }),
    );
}
