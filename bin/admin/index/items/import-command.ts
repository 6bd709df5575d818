/** `admin items import`: imports items from a file in the service's format, or in another format with a mapping. */
import { stat } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { numberText } from '../../../../core/number-text.ts';
import type { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { addToVocabulary } from '../../../../adapters/dynamodb/index/vocabulary-rows.ts';
import { termsOf, wordsAmong } from '../../../../core/index/search/search-terms.ts';
import { WordCounter } from '../../../../core/index/words/vocabulary.ts';
import type { RecordMapping } from '../../../../core/sourcing/item-import/record-mapping.ts';
import type { ImportedItem } from '../../../../core/sourcing/item-import/item-line.ts';
import type { KnownBy } from '../../../../core/sourcing/item-import/known-item.ts';
import { EXIT_ERROR_ROWS, EXIT_INTERRUPTED } from '../../console/exit-codes.ts';
import { OperatorError } from '../../console/operator-error.ts';
import { printText } from '../../console/print.ts';
import { printable } from '../../console/printable.ts';
import { shellWord } from '../../console/shell-word.ts';
import { startProgress, type Progress } from '../../console/progress.ts';
import { readCount } from '../../console/read-option.ts';
import { STOPPING, stopOnInterrupt } from '../../console/stop-on-interrupt.ts';
import { openItemWriter } from '../../stage/open-item-index.ts';
import type { OpenStage } from '../../stage/open-stage.ts';
import { runCommand } from '../../stage/run-command.ts';
import { checkpointsIn, NO_CHECKPOINTS } from '../../sourcing/import/import-checkpoint.ts';
import { importItems, type ImportReport } from '../../sourcing/import/import-items.ts';
import { ImportPace } from '../../sourcing/import/import-pace.ts';
import { contradictionWords, ImportTally } from '../../sourcing/import/import-tally.ts';
import { describeWriteRefusal, type Refusal } from '../../sourcing/import/item-line-labels.ts';
import { loadLookups, type LookupFiles } from '../../sourcing/import/lookup-file.ts';
import { readMappingFile, readSourceMapping, SOURCES, type SourceName } from '../../sourcing/import/mapping-file.ts';
import { RECORD_FORMATS, withRecords, type OpenRecords } from '../../sourcing/import/open-records.ts';
import { STANDARD_INPUT } from '../../sourcing/import/spool-input.ts';

interface ImportOptions {
  readonly map?: string;
  readonly source?: SourceName;
  readonly table: LookupFiles;
  readonly format?: (typeof RECORD_FORMATS)[number];
  readonly encoding?: string;
  readonly sheet?: string;
  readonly dryRun?: boolean;
  readonly fromStart?: boolean;
  readonly concurrency: number;
}

export function importCommand(): Command {
  return new Command('import')
    .description('Import items; run it again to resume a stopped import')
    .argument('<file>', 'JSON Lines, CSV, .xlsx or JSON, also gzipped; - is standard input')
    .addOption(
      new Option('--map <file>', 'mapping of columns to item fields, for a file in another format').conflicts('source'),
    )
    .addOption(new Option('--source <name>', 'built-in mapping of an open data source').choices(SOURCES))
    .option('--table <name=file>', 'a lookup file of the mapping', readTable, new Map())
    .addOption(new Option('--format <format>', 'file format, if it is not detected').choices(RECORD_FORMATS))
    .option('--encoding <name>', 'text encoding, such as windows-1252; UTF-8 and UTF-16 are detected')
    .option('--sheet <name>', 'worksheet name, or position from 1')
    .option('--dry-run', 'show the first items and count the problems; store nothing')
    .option('--from-start', 'start at the first line instead of resuming')
    .option('--concurrency <count>', 'number of items processed concurrently', readCount, 16)
    .action((file: string, options: ImportOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        if (file !== STANDARD_INPUT) await requireFile(file);
        const mapping = await mappingOf(options);
        const tables = await loadLookups(mapping, options.table, (name, rows) =>
          process.stderr.write(`table ${name}: ${numberText(rows)} rows\n`),
        );
        const done = new ImportTally(options.dryRun === true);
        const { report, understood } = await withRecords(file, { ...options, mapping, tables }, async (records) => ({
          report: await runImport(stage, records, options, mapping?.known_by ?? 'number', done),
          understood: records.understood,
        }));
        answer({ file, ...done.json(report, understood) }, () => {
          const again = `items import ${shellWord(file)}${optionWords(options)}`;
          for (const sentence of understood) printText(sentence);
          done.show(report);
          if (!report.finished) next('Resume', again);
          else if (options.dryRun === true) next('Store them', again);
          else next('Look up an item', done.lookUp());
        });
        if (!report.finished) process.exitCode = EXIT_INTERRUPTED;
        else if (report.bad > 0) process.exitCode = EXIT_ERROR_ROWS;
      }),
    );
}

async function mappingOf({ map, source }: ImportOptions): Promise<RecordMapping | undefined> {
  if (source !== undefined) return readSourceMapping(source);
  return map === undefined ? undefined : readMappingFile(map);
}

/** Returns the options to repeat for the same import. */
function optionWords({ map, source, table, format, encoding, sheet }: ImportOptions): string {
  const words = [
    ...Object.entries({ source, map, format, encoding, sheet }).map(([name, value]) => [name, value] as const),
    ...[...table].map(([name, file]) => ['table', `${name}=${file}`] as const),
  ];
  return words.flatMap(([name, value]) => (value === undefined ? [] : ` --${name} ${shellWord(value)}`)).join('');
}

function readTable(text: string, before: LookupFiles): LookupFiles {
  const equals = text.indexOf('=');
  if (equals > 0 && equals < text.length - 1)
    return new Map([...before, [text.slice(0, equals), text.slice(equals + 1)]]);
  throw new InvalidArgumentError('It must be <name>=<file>, such as cage=P_CAGE.CSV.');
}

async function runImport(
  stage: OpenStage,
  records: OpenRecords,
  { concurrency, fromStart = false, dryRun = false }: ImportOptions,
  knownBy: KnownBy,
  done: ImportTally,
): Promise<ImportReport> {
  const table = stage.output('ProductIndexTable');
  const writer = openItemWriter(stage);
  const totalBytes = (await stat(records.path)).size;
  const progress = startProgress(totalBytes);
  const pace = new ImportPace();
  const words = new WordCounter();
  const interrupt = stopOnInterrupt(() => progress.say(STOPPING));
  try {
    const report = await importItems({
      path: records.path,
      slices: (from) => records.slices(from),
      storeItem: (item, line) =>
        dryRun ? checkOnly(writer, item, done) : storeItem(writer, { item, line, knownBy }, done, progress, words),
      checkpoints: dryRun ? NO_CHECKPOINTS : checkpointsIn(stage.documents, table, records.reading),
      fromStart,
      concurrency: Math.max(1, concurrency),
      stop: interrupt.signal,
      onBadLine: (line) => {
        done.refuse(line);
        progress.say(`line ${line.line}: ${line.reason}`);
      },
      onProgress: (bytes, { stored, bad }) => {
        const figures = [done.progressWords(stored, bad), pace.words(bytes, totalBytes, stored + bad)];
        progress.update(bytes, figures.filter((words) => words !== '').join('; '));
      },
    });
    // A stopped run counts the words it has stored, and the next run counts the rest.
    if (!dryRun) await addToVocabulary(stage.documents, table, words.counts());
    return report;
  } finally {
    progress.stop();
    interrupt.release();
  }
}

function checkOnly(writer: DynamoItemWriter, item: ImportedItem, done: ImportTally): Promise<Refusal | undefined> {
  const refusal = writer.checkItem({ ...item, id: item.id ?? 'itm_00000000' });
  if (refusal === undefined) done.see(item);
  return Promise.resolve(refusal && describeWriteRefusal(refusal));
}

interface GoodLine {
  readonly item: ImportedItem;
  readonly line: number;
  readonly knownBy: KnownBy;
}

async function storeItem(
  writer: DynamoItemWriter,
  { item, line, knownBy }: GoodLine,
  done: ImportTally,
  progress: Progress,
  words: WordCounter,
): Promise<Refusal | undefined> {
  words.count(wordsAmong(termsOf({ ...item, id: item.id ?? 'itm_00000000' })));
  const { id } = item;
  if (id !== null) {
    const written = await writer.writeItem({ ...item, id });
    if (!written.ok) return describeWriteRefusal(written.reason);
    done.store(written.value, item);
    return undefined;
  }
  const merged = await writer.mergeItem(item, knownBy);
  if (!merged.ok) return describeWriteRefusal(merged.reason);
  const { outcome, itemId, overwritten } = merged.value;
  done.store(outcome, item);
  const contradicted = done.meet(itemId, line, overwritten);
  if (contradicted !== undefined) progress.say(contradictionWords(contradicted));
  return undefined;
}

/** @throws {OperatorError} when the file does not exist */
async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined)
    throw new OperatorError(`There is no file ${printable(file)}.`, {
      code: 'no_such_file',
      fix: 'Check the path.',
    });
  if (!found.isFile()) throw new OperatorError(`${printable(file)} is not a file.`, { code: 'no_such_file' });
}
