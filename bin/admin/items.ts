/** `admin items …`: bring records in, find and look at one, delete one, repair what they are found by. */
import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { markEmptyIndex } from '../../functions/adapters/dynamodb/products/index-format.ts';
import type { WriteOutcome, WriteRefusal } from '../../functions/core/products/item-writer.ts';
import { ITEM_SECTIONS } from '../../functions/core/products/item-record.ts';
import { confirm } from './console/confirm.ts';
import { EXIT_ERROR_ROWS, EXIT_INTERRUPTED } from './console/exit-codes.ts';
import { OperatorError } from './console/operator-error.ts';
import { printable } from './console/printable.ts';
import { shellWord } from './console/shell-word.ts';
import { printJson, printText } from './console/print.ts';
import { grouped } from './console/values.ts';
import { startProgress } from './console/progress.ts';
import { readCount, readItemId } from './console/read-option.ts';
import { runCommand } from './stage/run-command.ts';
import { stopOnInterrupt } from './console/stop-on-interrupt.ts';
import { ImportPace } from './import/import-pace.ts';
import { checkpointsIn, NO_CHECKPOINTS } from './import/import-checkpoint.ts';
import { importItems, type BadLine, type ImportReport } from './import/import-items.ts';
import { describeWriteRefusal } from './import/item-line-words.ts';
import { withRecordsFile } from './import/records-file.ts';
import { reindexItems } from './import/reindex-items.ts';
import { STANDARD_INPUT } from './import/spool-input.ts';
import { findCommand } from './find-items.ts';
import { openItemWriter, openProductIndex } from './stage/open-product-index.ts';
import type { OpenStage } from './stage/open-stage.ts';

/** A file of nothing but bad lines must not fill the memory: JSON lists so many of them, stderr names all. */
const MAX_LISTED_BAD_LINES = 1000;

export function itemsCommand(): Command {
  return new Command('items')
    .description('The product records: import, find, get, delete, reindex')
    .addCommand(importCommand())
    .addCommand(findCommand())
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
      runCommand(command, async ({ stage, answer, next }) => {
        const bad: BadLine[] = [];
        const done: WriteCounts = { created: 0, changed: 0, unchanged: 0 };
        if (file !== STANDARD_INPUT) await requireFile(file);
        const report = await withRecordsFile(file, options.encoding, (readable) =>
          runImport(stage, readable, options, bad, done),
        );
        const { dryRun = false } = options;
        answer(
          {
            file,
            ...(dryRun ? { dry_run: true } : done),
            ...reportJson(report),
            bad_lines: bad.sort((a, b) => a.line - b.line),
          },
          () => {
            printText(dryRun ? describeCheck(report) : describeReport(report, done));
            if (report.finished && !dryRun) next('Look at one', 'items get itm_…');
            else next(dryRun ? 'Store them' : 'Resume there', `items import ${shellWord(file)}`);
          },
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
  done: WriteCounts,
): Promise<ImportReport> {
  const table = stage.output('ProductIndexTable');
  const writer = openItemWriter(stage);
  const totalBytes = (await stat(file)).size;
  const progress = startProgress(totalBytes);
  if (!dryRun) await markEmptyIndex(stage.documents, table);
  const pace = new ImportPace();
  const interrupt = stopOnInterrupt(() => progress.say(STOPPING));
  try {
    return await importItems({
      path: file,
      storeItem: async (item) => {
        if (dryRun) return wordsOf(writer.checkItem(item));
        const written = await writer.writeItem(item);
        if (written.ok) done[written.value] += 1;
        return written.ok ? undefined : describeWriteRefusal(written.reason);
      },
      checkpoints: dryRun ? NO_CHECKPOINTS : checkpointsIn(stage.documents, table),
      fromStart,
      concurrency: Math.max(1, concurrency),
      stop: interrupt.signal,
      onBadLine: (line) => {
        if (bad.length < MAX_LISTED_BAD_LINES) bad.push(line);
        progress.say(`line ${line.line}: ${line.reason}`);
      },
      onProgress: (bytes, { stored, bad: refused }) => {
        const counts = dryRun
          ? `${grouped(stored)} could be stored, ${grouped(refused)} refused`
          : countWords(done, refused);
        const said = [counts, pace.words(bytes, totalBytes, stored + refused)];
        progress.update(bytes, said.filter((words) => words !== '').join('; '));
      },
    });
  } finally {
    progress.stop();
    interrupt.release();
  }
}

/** @throws {OperatorError} when there is no such file to read */
async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined)
    throw new OperatorError(`There is no file ${printable(file)}.`, {
      code: 'no_such_file',
      fix: 'Name one, from this folder.',
    });
  if (!found.isFile()) throw new OperatorError(`${printable(file)} is not a file.`, { code: 'no_such_file' });
}

function wordsOf(refusal: WriteRefusal | undefined): string | undefined {
  return refusal && describeWriteRefusal(refusal);
}

function describeCheck({ lines, stored, bad }: ImportReport): string {
  return `${grouped(stored)} records could be stored, ${grouped(bad)} lines would be refused, up to line ${grouped(lines)}. Nothing was stored.`;
}

function reportJson({ firstLine, lines, stored, bad, finished }: ImportReport) {
  return { first_line: firstLine, lines, stored, refused: bad, finished };
}

/** What this run did; `stored` of the report counts an earlier run's too. */
type WriteCounts = Record<WriteOutcome, number>;

const STOPPING =
  'Stopping after the records under way; the same command resumes from there. Ctrl-C again ends at once.';

function countWords({ created, changed, unchanged }: WriteCounts, refused: number): string {
  const counts = { new: created, changed, unchanged, refused };
  return Object.entries(counts)
    .map(([name, count]) => `${grouped(count)} ${name}`)
    .join(', ');
}

function describeReport({ firstLine, lines, stored, bad, finished }: ImportReport, done: WriteCounts): string {
  const resumed =
    firstLine > 1
      ? ` An earlier run had dealt with the lines before ${grouped(firstLine)}; ${grouped(stored)} records are stored in all.`
      : '';
  const counts = `${countWords(done, bad)}, up to line ${grouped(lines)}.${resumed}`;
  return finished ? counts : `${counts} Stopped: the same command resumes from there.`;
}

function getCommand(): Command {
  return new Command('get')
    .description('Print a whole record as JSON')
    .argument('<item>', 'item id', readItemId)
    .action((itemId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage }) => {
        const index = openProductIndex(stage);
        const item = (await index.readItems([itemId], ITEM_SECTIONS)).get(itemId);
        if (item === undefined) throw noSuchItem(itemId, stage);
        printJson(item);
      }),
    );
}

function noSuchItem(itemId: string, { stage }: OpenStage): OperatorError {
  return new OperatorError(`There is no item ${itemId} in ${stage}.`, {
    code: 'unknown_item',
    fix: 'Look it up by its maker and number, or by its barcode.',
  });
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('Delete a record and everything it is found by')
    .argument('<item>', 'item id', readItemId)
    .action((itemId: string, _options: object, command: Command) =>
      runCommand(command, async ({ stage, yes, answer, next }) => {
        await confirm(`${itemId} will be deleted from ${stage.stage}. Continue?`, yes);
        const writer = openItemWriter(stage);
        if (!(await writer.deleteItem(itemId))) throw noSuchItem(itemId, stage);
        answer({ id: itemId, deleted: true }, () => {
          console.log(`${itemId} is deleted.`);
          next('Bring it back from a file that holds it', 'items import FILE');
        });
      }),
    );
}

function reindexCommand(): Command {
  return new Command('reindex')
    .description('Write again what every record is found by; resumes where an earlier run was stopped')
    .option('--from-start', 'begin with the first record, whatever an earlier run has done')
    .option('--concurrency <count>', 'records under way at once', readCount, 16)
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
              const said = [`${grouped(repaired)} records`, pace.words(share, 1, repaired)];
              progress.update(share, said.filter((words) => words !== '').join('; '));
            },
            wait: (ms) => setTimeout(ms),
          });
          progress.stop();
          answer(report, () => {
            const stopped = report.finished ? '' : ' Stopped: the same command resumes.';
            printText(
              `${grouped(report.repaired)} records gone through; what each is found by is written again.${stopped}`,
            );
            if (report.finished) next('See what a search finds', "items find --query 'ball bearing'");
            else next('Resume there', 'items reindex');
          });
          if (!report.finished) process.exitCode = EXIT_INTERRUPTED;
        } finally {
          progress.stop();
          interrupt.release();
        }
      }),
    );
}
