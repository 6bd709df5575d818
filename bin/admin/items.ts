/** `admin items …`: bring records in, look at one, delete one, repair what they are found by. */
import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { DynamoItemWriter } from '../../functions/adapters/dynamodb/products/dynamo-item-writer.ts';
import { markEmptyIndex } from '../../functions/adapters/dynamodb/products/index-format.ts';
import { ITEM_SECTIONS } from '../../functions/core/products/item-record.ts';
import type { Result } from '../../functions/core/result.ts';
import { confirm } from './console/confirm.ts';
import { EXIT_ERROR_ROWS, EXIT_INTERRUPTED } from './console/exit-codes.ts';
import { OperatorError } from './console/operator-error.ts';
import { printable } from './console/printable.ts';
import { printJson } from './console/print.ts';
import { startProgress } from './console/progress.ts';
import { readCount, readItemId } from './console/read-option.ts';
import { runCommand } from './stage/run-command.ts';
import { stopOnInterrupt } from './console/stop-on-interrupt.ts';
import { checkpointsIn, NO_CHECKPOINTS } from './import/import-checkpoint.ts';
import { importItems, type BadLine, type ImportReport } from './import/import-items.ts';
import { describeWriteRefusal } from './import/item-line-words.ts';
import { withRecordsFile } from './import/records-file.ts';
import { reindexItems } from './import/reindex-items.ts';
import { STANDARD_INPUT } from './import/spool-input.ts';
import { openProductIndex } from './stage/open-product-index.ts';
import type { OpenStage } from './stage/open-stage.ts';

/** A file of nothing but bad lines must not fill the memory: JSON lists so many of them, stderr names all. */
const MAX_LISTED_BAD_LINES = 1000;

export function itemsCommand(): Command {
  return new Command('items')
    .description('The product records: import, get, delete, reindex')
    .addCommand(importCommand())
    .addCommand(getCommand())
    .addCommand(deleteCommand())
    .addCommand(reindexCommand());
}

interface ReindexOptions {
  readonly concurrency: number;
  readonly fromStart?: boolean;
}

interface ImportOptions extends ReindexOptions {
  readonly encoding?: string;
  readonly dryRun?: boolean;
}

function importCommand(): Command {
  return new Command('import')
    .description('Import records, one JSON object a line; resumes where an earlier run was stopped')
    .argument('<file>', 'JSON Lines in the shape of an item record; gzip too; - is standard input')
    .option('--encoding <name>', 'of the file, as windows-1252; UTF-8 and UTF-16 are recognised')
    .option('--dry-run', 'check every line, store nothing')
    .option('--from-start', 'begin at the first line, whatever an earlier run has done')
    .option('--concurrency <count>', 'records under way at once', readCount, 16)
    .action((file: string, options: ImportOptions, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const bad: BadLine[] = [];
        if (file !== STANDARD_INPUT) await requireFile(file);
        const report = await withRecordsFile(file, options.encoding, (readable) =>
          runImport(stage, readable, options, bad),
        );
        const { dryRun = false } = options;
        answer(
          {
            file,
            ...(dryRun && { dry_run: true }),
            ...reportJson(report),
            bad_lines: bad.sort((a, b) => a.line - b.line),
          },
          () => console.log(dryRun ? describeCheck(report) : describeReport(report)),
        );
        if (!report.finished) process.exitCode = EXIT_INTERRUPTED;
        else if (report.bad > 0) process.exitCode = EXIT_ERROR_ROWS;
      }),
    );
}

async function runImport(
  stage: OpenStage,
  file: string,
  { concurrency, fromStart = false, dryRun = false }: ImportOptions,
  bad: BadLine[],
): Promise<ImportReport> {
  const table = stage.output('ProductIndexTable');
  const writer = new DynamoItemWriter(stage.documents, table);
  const progress = startProgress((await stat(file)).size);
  if (!dryRun) await markEmptyIndex(stage.documents, table);
  const interrupt = stopOnInterrupt(() => progress.say('Stopping after the records under way…'));
  try {
    return await importItems({
      path: file,
      storeItem: async (item) => {
        const refusal = dryRun ? writer.checkItem(item) : reasonOf(await writer.writeItem(item));
        return refusal && describeWriteRefusal(refusal);
      },
      checkpoints: dryRun ? NO_CHECKPOINTS : checkpointsIn(stage.documents, table),
      fromStart,
      concurrency: Math.max(1, concurrency),
      stop: interrupt.signal,
      onBadLine: (line) => {
        if (bad.length < MAX_LISTED_BAD_LINES) bad.push(line);
        progress.say(`line ${line.line}: ${line.reason}`);
      },
      onProgress: (bytes, { stored, bad: refused }) => progress.update(bytes, `${stored} stored, ${refused} refused`),
    });
  } finally {
    progress.stop();
    interrupt.release();
  }
}

/** @throws {OperatorError} when there is no such file to read */
async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new OperatorError(`There is no file ${printable(file)}.`);
  if (!found.isFile()) throw new OperatorError(`${printable(file)} is not a file.`);
}

function reasonOf<R>(result: Result<unknown, R>): R | undefined {
  return result.ok ? undefined : result.reason;
}

function describeCheck({ lines, stored, bad }: ImportReport): string {
  return `${stored} records could be stored, ${bad} lines would be refused, up to line ${lines}. Nothing was stored.`;
}

function reportJson({ firstLine, lines, stored, bad, finished }: ImportReport) {
  return { first_line: firstLine, lines, stored, refused: bad, finished };
}

function describeReport({ firstLine, lines, stored, bad, finished }: ImportReport): string {
  const resumed = firstLine > 1 ? ` An earlier run had dealt with the lines before ${firstLine}.` : '';
  const counts = `${stored} records stored, ${bad} lines refused, up to line ${lines}.${resumed}`;
  return finished ? counts : `${counts} Stopped: the same command goes on from there.`;
}

function getCommand(): Command {
  return new Command('get')
    .description('Print a whole record as JSON')
    .argument('<item>', 'item id', readItemId)
    .action((itemId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage }) => {
        const index = openProductIndex(stage);
        const item = (await index.readItems([itemId], ITEM_SECTIONS)).get(itemId);
        if (item === undefined) throw new OperatorError(`There is no item ${itemId} in this stage.`);
        printJson(item);
      }),
    );
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete a record and everything it is found by')
    .argument('<item>', 'item id', readItemId)
    .action((itemId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, yes, answer }) => {
        await confirm(`${itemId} will be deleted from ${stage.stage}. Go on?`, yes);
        const writer = new DynamoItemWriter(stage.documents, stage.output('ProductIndexTable'));
        if (!(await writer.deleteItem(itemId))) throw new OperatorError(`There is no item ${itemId} in this stage.`);
        answer({ id: itemId, deleted: true }, () => console.log(`${itemId} is deleted.`));
      }),
    );
}

function reindexCommand(): Command {
  return new Command('reindex')
    .description('Write again what every record is found by; goes on where an earlier run was stopped')
    .option('--from-start', 'begin with the first record, whatever an earlier run has done')
    .option('--concurrency <count>', 'records under way at once', readCount, 16)
    .action(({ concurrency, fromStart = false }: ReindexOptions, command: Command) =>
      runCommand(command, async ({ stage, answer }) => {
        const table = stage.output('ProductIndexTable');
        const writer = new DynamoItemWriter(stage.documents, table);
        const progress = startProgress();
        const interrupt = stopOnInterrupt(() => progress.say('Stopping after the records under way…'));
        try {
          const report = await reindexItems({
            client: stage.documents,
            table,
            repairItem: (itemId) => writer.repairItem(itemId),
            fromStart,
            concurrency: Math.max(1, concurrency),
            stop: interrupt.signal,
            onProgress: (repaired) => progress.update(repaired, `${repaired} records`),
            wait: (ms) => setTimeout(ms),
          });
          progress.stop();
          answer(report, () =>
            console.log(
              `${report.repaired} records gone through; what each is found by is written anew.${report.finished ? '' : ' Stopped: the same command goes on.'}`,
            ),
          );
          if (!report.finished) process.exitCode = EXIT_INTERRUPTED;
        } finally {
          progress.stop();
          interrupt.release();
        }
      }),
    );
}
