/**
 * Brings a file of records into the index: slice by slice, many records together, each bad line reported and the good ones stored.
 *
 * What it guarantees: after a slice its place is kept, so a killed import resumes there and repeats at most one slice (records
 * are replaced by themselves). Lines with the same id are stored in the order of the file, and so are those that share a number or a barcode:
 * they are written to the same row, and would only delay each other. Memory holds one slice.
 * How a record is stored whole or not at all is the writer's affair.
 */
import type { ImportedItem } from '../../../core/item-import/item-line.ts';
import { unreadFacts } from '../../../core/item-import/read-facts.ts';
import { barcodesOf, partKeyOf } from '../../../core/items/item-identity.ts';
import { groupConnected } from './group-connected.ts';
import { IMPORT_START, type CheckpointStore, type ImportCheckpoint } from './import-checkpoint.ts';
import { inParallel } from './in-parallel.ts';
import { describeProblem, type Refusal } from './item-line-words.ts';
import type { FilePlace } from './read-lines.ts';
import type { ReadRecord, RecordSlice } from './record-slice.ts';

export interface BadLine extends Refusal {
  readonly line: number;
}

export interface ItemImport {
  readonly path: string;
  /** The records of the file, from a place on. */
  readonly slices: (from: FilePlace) => AsyncIterable<RecordSlice>;
  /** Stores one record; answers why it cannot be stored, or undefined when it is. */
  readonly storeItem: (item: ImportedItem, line: number) => Promise<Refusal | undefined>;
  readonly checkpoints: CheckpointStore;
  /** Start at the first line, even if an earlier run stored some. */
  readonly fromStart: boolean;
  readonly concurrency: number;
  readonly stop: AbortSignal;
  readonly onBadLine: (bad: BadLine) => void;
  /** After every record, roughly: bytes dealt with, and the counts so far. */
  readonly onProgress: (bytes: number, counts: ImportCounts) => void;
}

export interface ImportCounts {
  readonly stored: number;
  readonly bad: number;
  /** Rows that the mapping leaves out. */
  readonly passedOver: number;
  /** Stored records with words of a state, a replacement or a substance that are not known. */
  readonly unread: number;
}

export interface ImportReport extends ImportCounts {
  /** 1 when nothing was skipped. */
  readonly firstLine: number;
  readonly lines: number;
  /** False when it was asked to stop before the end. */
  readonly finished: boolean;
}

export async function importItems(run: ItemImport): Promise<ImportReport> {
  const start = run.fromStart ? IMPORT_START : await run.checkpoints.find(run.path);
  let reached = start;
  for await (const slice of run.slices(start)) {
    const counts = await importSlice(run, slice, reached);
    if (counts === undefined) return reportOf(start, reached, false);
    reached = { ...slice.end, ...counts };
    await run.checkpoints.save(run.path, reached);
    run.onProgress(reached.offset, counts);
  }
  await run.checkpoints.forget(run.path);
  return reportOf(start, reached, true);
}

function reportOf(start: ImportCheckpoint, reached: ImportCheckpoint, finished: boolean): ImportReport {
  const { line: lines, stored, bad, passedOver, unread } = reached;
  return { firstLine: start.line + 1, lines, stored, bad, passedOver, unread, finished };
}

/** The counts after the slice; undefined when it was not finished because the run was asked to stop. */
async function importSlice(
  run: ItemImport,
  { records, end }: RecordSlice,
  before: ImportCheckpoint,
): Promise<ImportCounts | undefined> {
  let { stored, bad, unread } = before;
  const passedOver = before.passedOver + records.filter(({ read }) => read.kind === 'passed_over').length;
  let done = 0;
  const refuse = (line: number, refusal: Refusal): void => {
    bad += 1;
    run.onBadLine({ line, ...refusal });
  };
  const queues = queueRecords(records, refuse);
  const share = (end.offset - before.offset) / Math.max(1, queues.length);
  await inParallel(queues, run.concurrency, async (queue) => {
    for (const { line, item } of queue) {
      if (run.stop.aborted) return;
      const refusal = await run.storeItem(item, line);
      if (refusal !== undefined) {
        refuse(line, refusal);
        continue;
      }
      stored += 1;
      if (unreadFacts(item.attributes).length > 0) unread += 1;
    }
    done += share;
    run.onProgress(before.offset + done, { stored, bad, passedOver, unread });
  });
  return run.stop.aborted ? undefined : { stored, bad, passedOver, unread };
}

interface GoodRecord {
  readonly line: number;
  readonly item: ImportedItem;
}

/** The records of the slice in queues that have nothing in common; bad ones are refused. */
function queueRecords(
  records: readonly ReadRecord[],
  refuse: (line: number, refusal: Refusal) => void,
): GoodRecord[][] {
  const good: GoodRecord[] = [];
  for (const { line, read } of records) {
    if (read.kind === 'item') good.push({ line, item: read.item });
    else if (read.kind === 'refused') refuse(line, describeProblem(read.problem));
  }
  return groupConnected(good, ({ item, line }) => [
    item.id ?? `line ${line}`,
    `number ${partKeyOf(item) ?? item.id ?? `of line ${line}`}`,
    ...barcodesOf(item).map((gtin) => `barcode ${gtin}`),
  ]);
}
