/** `admin items import`: records from a file, of our shape or of any other by a mapping. What a run did is told in counts, by kind where rows were refused. */
import { stat } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { DynamoItemWriter } from '../../../functions/adapters/dynamodb/products/dynamo-item-writer.ts';
import { markEmptyIndex } from '../../../functions/adapters/dynamodb/products/index-format.ts';
import type { RecordMapping } from '../../../functions/core/mapping/record-mapping.ts';
import type { ImportedItem } from '../../../functions/core/products/item-line.ts';
import type { ItemField } from '../../../functions/core/products/item-record.ts';
import type { WriteOutcome } from '../../../functions/core/products/item-writer.ts';
import type { KnownBy } from '../../../functions/core/products/known-item.ts';
import { EXIT_ERROR_ROWS, EXIT_INTERRUPTED } from '../console/exit-codes.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printFields, printTable, printText } from '../console/print.ts';
import { printable } from '../console/printable.ts';
import { shellWord } from '../console/shell-word.ts';
import { startProgress, type Progress } from '../console/progress.ts';
import { readCount } from '../console/read-option.ts';
import { stopOnInterrupt } from '../console/stop-on-interrupt.ts';
import { grouped } from '../console/values.ts';
import { openItemWriter } from '../stage/open-product-index.ts';
import type { OpenStage } from '../stage/open-stage.ts';
import { runCommand } from '../stage/run-command.ts';
import { checkpointsIn, NO_CHECKPOINTS } from '../import/import-checkpoint.ts';
import { importItems, type BadLine, type ImportReport } from '../import/import-items.ts';
import { ImportPace } from '../import/import-pace.ts';
import { describeWriteRefusal, type Refusal } from '../import/item-line-words.ts';
import { loadLookups, type LookupFiles } from '../import/lookup-file.ts';
import { readMappingFile, readSourceMapping, SOURCES, type SourceName } from '../import/mapping-file.ts';
import { RECORD_FORMATS, withRecords, type OpenRecords } from '../import/open-records.ts';
import { STANDARD_INPUT } from '../import/spool-input.ts';

/** A file of nothing but bad lines must not fill the memory: JSON lists so many of them, stderr names all. */
const MAX_LISTED = 1000;
/** Different ways of being wrong that are counted apart. */
const MAX_KINDS = 200;
const SHOWN_RECORDS = 3;
/** Rows of one part that contradict each other are told when so many parts at most stand between them. */
const REMEMBERED = 100_000;

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
    .description('Import records; resumes where an earlier run was stopped')
    .argument('<file>', 'JSON Lines, CSV, .xlsx or JSON; gzip too; - is standard input')
    .addOption(
      new Option('--map <file>', 'which column says what, where the file is not in our shape').conflicts('source'),
    )
    .addOption(new Option('--source <name>', 'the ready mapping of an open source').choices(SOURCES))
    .option('--table <name=file>', 'a further file that the mapping looks things up in', readTable, new Map())
    .addOption(new Option('--format <format>', 'where name and beginning do not tell').choices(RECORD_FORMATS))
    .option('--encoding <name>', 'of the file, as windows-1252; UTF-8 and UTF-16 are recognised')
    .option('--sheet <name>', 'of a workbook, by its name or its place from 1')
    .option('--dry-run', 'show the first records and count what is wrong, store nothing')
    .option('--from-start', 'begin at the first line, whatever an earlier run has done')
    .option('--concurrency <count>', 'records under way at once', readCount, 16)
    .action((file: string, options: ImportOptions, command: Command) =>
      runCommand(command, async ({ stage, answer, next }) => {
        if (file !== STANDARD_INPUT) await requireFile(file);
        const mapping = await mappingOf(options);
        const tables = await loadLookups(mapping, options.table, (name, rows) =>
          process.stderr.write(`table ${name}: ${grouped(rows)} rows\n`),
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
          if (!report.finished) next('Resume there', again);
          else if (options.dryRun === true) next('Store them', again);
          else next('Look one up', done.lookUp());
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

/** The options that a run of the same import needs again. */
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
  throw new InvalidArgumentError('It must be <name>=<file>, as cage=P_CAGE.CSV.');
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
  if (!dryRun) await markEmptyIndex(stage.documents, table);
  const pace = new ImportPace();
  const interrupt = stopOnInterrupt(() => progress.say(STOPPING));
  try {
    return await importItems({
      path: records.path,
      slices: (from) => records.slices(from),
      storeItem: (item, line) =>
        dryRun ? checkOnly(writer, item, done) : storeItem(writer, { item, line, knownBy }, done, progress),
      checkpoints: dryRun ? NO_CHECKPOINTS : checkpointsIn(stage.documents, table, records.reading),
      fromStart,
      concurrency: Math.max(1, concurrency),
      stop: interrupt.signal,
      onBadLine: (line) => {
        done.refuse(line);
        progress.say(`line ${line.line}: ${line.reason}`);
      },
      onProgress: (bytes, { stored, bad }) => {
        const said = [done.progressWords(stored, bad), pace.words(bytes, totalBytes, stored + bad)];
        progress.update(bytes, said.filter((words) => words !== '').join('; '));
      },
    });
  } finally {
    progress.stop();
    interrupt.release();
  }
}

const STOPPING =
  'Stopping after the records under way; the same command resumes from there. Ctrl-C again ends at once.';

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
): Promise<Refusal | undefined> {
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

/** Two rows of one part that say different things: the later one counts. */
interface Contradiction {
  readonly line: number;
  readonly earlier_line: number;
  readonly id: string;
  readonly fields: readonly ItemField[];
}

function contradictionWords({ line, earlier_line: earlier, id, fields }: Contradiction): string {
  return `line ${line}: the same part as line ${earlier} (${id}), with another ${fields.join(', ')}; this one counts`;
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

/** What this run did; `stored` of the report counts an earlier run's too. */
type WriteCounts = Record<WriteOutcome, number>;

class ImportTally {
  readonly #isDry: boolean;
  readonly #written: WriteCounts = { created: 0, changed: 0, unchanged: 0 };
  readonly #bad: BadLine[] = [];
  readonly #kinds = new Map<string, { lines: number; first: number }>();
  readonly #first: ImportedItem[] = [];
  /** The line that an item was last stored from, for the last so many items. */
  readonly #lines = new Map<string, number>();
  readonly #contradictions: Contradiction[] = [];
  #contradicted = 0;
  #found: ImportedItem | undefined;

  constructor(isDry: boolean) {
    this.#isDry = isDry;
  }

  see(item: ImportedItem): void {
    if (this.#first.length < SHOWN_RECORDS) this.#first.push(item);
  }

  store(outcome: WriteOutcome, item: ImportedItem): void {
    this.#written[outcome] += 1;
    this.#found ??= item;
  }

  /** The contradiction, where an earlier line of this run had said something else of the item. */
  meet(itemId: string, line: number, fields: readonly ItemField[]): Contradiction | undefined {
    const earlier = this.#lines.get(itemId);
    this.#lines.delete(itemId);
    this.#lines.set(itemId, line);
    if (this.#lines.size > REMEMBERED) this.#lines.delete(this.#lines.keys().next().value ?? '');
    if (earlier === undefined || fields.length === 0) return undefined;
    this.#contradicted += 1;
    const found = { line, earlier_line: earlier, id: itemId, fields };
    if (this.#contradictions.length < MAX_LISTED) this.#contradictions.push(found);
    return found;
  }

  refuse(bad: BadLine): void {
    if (this.#bad.length < MAX_LISTED) this.#bad.push(bad);
    const known = this.#kinds.has(bad.kind) || this.#kinds.size < MAX_KINDS;
    const kind = known ? bad.kind : 'other';
    const count = this.#kinds.get(kind) ?? { lines: 0, first: bad.line };
    this.#kinds.set(kind, { lines: count.lines + 1, first: Math.min(count.first, bad.line) });
  }

  progressWords(stored: number, refused: number): string {
    return this.#isDry
      ? `${grouped(stored)} could be stored, ${grouped(refused)} refused`
      : countWords(this.#written, refused);
  }

  json({ firstLine, lines, stored, bad, passedOver, finished }: ImportReport, understood: readonly string[]) {
    return {
      ...(this.#isDry ? { dry_run: true, first_records: this.#first.map(said) } : this.#written),
      first_line: firstLine,
      lines,
      stored,
      refused: bad,
      passed_over: passedOver,
      finished,
      understood,
      refused_by_kind: this.#byKind().map(([what, { lines: count, first }]) => ({
        what,
        lines: count,
        first_line: first,
      })),
      bad_lines: this.#bad.toSorted((a, b) => a.line - b.line).map(({ line, reason }) => ({ line, reason })),
      contradictions: this.#contradicted,
      contradicting_lines: this.#contradictions.toSorted((a, b) => a.line - b.line),
    };
  }

  show(report: ImportReport): void {
    if (this.#isDry) this.#showFirst();
    if (this.#kinds.size > 0) {
      printTable(
        ['What is wrong', 'Lines', 'First'],
        this.#byKind().map(([what, { lines, first }]) => [what, lines, first]),
      );
      console.log('');
    }
    if (this.#contradicted > 0)
      printText(
        `${grouped(this.#contradicted)} times a line said something else than an earlier one of the same part; the later one counts.`,
      );
    printText(this.#isDry ? describeCheck(report) : describeReport(report, this.#written));
  }

  /** A look-up that finds a record of this run. */
  lookUp(): string {
    const { id, manufacturer, brand, mpn, gtin, upc } = this.#found ?? {};
    const maker = manufacturer ?? brand;
    if (maker && mpn) return `items find ${shellWord(maker)} ${shellWord(mpn)}`;
    if (gtin ?? upc) return `items find --gtin ${gtin ?? upc ?? ''}`;
    return id ? `items get ${id}` : 'items find "<maker>" "<number>"';
  }

  #byKind(): readonly [string, { readonly lines: number; readonly first: number }][] {
    return [...this.#kinds].toSorted((a, b) => b[1].lines - a[1].lines);
  }

  #showFirst(): void {
    for (const item of this.#first) {
      const fields = Object.entries(said(item)).map(([name, value]) => [name, wordsOf(value)] as const);
      printFields(Object.fromEntries(fields));
      console.log('');
    }
  }
}

function said(item: ImportedItem): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeCheck({ lines, stored, bad, passedOver }: ImportReport): string {
  return `${grouped(stored)} records could be stored, ${grouped(bad)} lines would be refused${passedOverWords(passedOver)}, up to line ${grouped(lines)}. Nothing was stored.`;
}

function passedOverWords(count: number): string {
  return count === 0 ? '' : `, ${grouped(count)} left out by the mapping`;
}

function countWords({ created, changed, unchanged }: WriteCounts, refused: number): string {
  const counts = { new: created, changed, unchanged, refused };
  return Object.entries(counts)
    .map(([name, count]) => `${grouped(count)} ${name}`)
    .join(', ');
}

function describeReport(
  { firstLine, lines, stored, bad, passedOver, finished }: ImportReport,
  done: WriteCounts,
): string {
  const resumed =
    firstLine > 1
      ? ` An earlier run had dealt with the lines before ${grouped(firstLine)}; ${grouped(stored)} records are stored in all.`
      : '';
  const counts = `${countWords(done, bad)}${passedOverWords(passedOver)}, up to line ${grouped(lines)}.${resumed}`;
  return finished ? counts : `${counts} Stopped: the same command resumes from there.`;
}
