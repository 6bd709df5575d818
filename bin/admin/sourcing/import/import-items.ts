/**
 * Imports a file of items into the index, slice by slice: stores valid lines concurrently and reports bad ones.
 *
 * A checkpoint is saved after each slice, so a killed import resumes there and repeats at most one slice, which is
 * idempotent. Lines that share an id, part number or GTIN write to the same row and are stored one after the other, in
 * file order. Only one slice is in memory. The writer makes each item atomic.
 */
import type { ImportedItem } from '../../../../core/sourcing/item-import/item-line.ts';
import { unreadFacts } from '../../../../core/sourcing/item-import/read-facts.ts';
import { gtinsOf, partKeyOf } from '../../../../core/index/items/item-identity.ts';
import { groupConnected } from './group-connected.ts';
import { IMPORT_START, type CheckpointStore, type ImportCheckpoint } from './import-checkpoint.ts';
import { inParallel } from './in-parallel.ts';
import { describeProblem, type Refusal } from './item-line-labels.ts';
import type { FilePlace } from './read-lines.ts';
import type { ReadRecord, RecordSlice } from './record-slice.ts';

export interface BadLine extends Refusal {
  readonly line: number;
}

export interface ItemImport {
  readonly path: string;
  /** Reads the records of the file, starting at a place. */
  readonly slices: (from: FilePlace) => AsyncIterable<RecordSlice>;
  /** Stores one item; returns undefined, or why it cannot be stored. */
  readonly storeItem: (item: ImportedItem, line: number) => Promise<Refusal | undefined>;
  readonly checkpoints: CheckpointStore;
  /** Ignores the checkpoint of an earlier run. */
  readonly fromStart: boolean;
  readonly concurrency: number;
  readonly stop: AbortSignal;
  readonly onBadLine: (bad: BadLine) => void;
  /** Called often, with the bytes processed and the counts so far. */
  readonly onProgress: (bytes: number, counts: ImportCounts) => void;
}

interface ImportCounts {
  readonly stored: number;
  readonly bad: number;
  /** Rows that the mapping skips. */
  readonly passedOver: number;
  /** Stored items with unknown words for a lifecycle state, replacement or substance. */
  readonly unread: number;
}

export interface ImportReport extends ImportCounts {
  /** 1 unless an earlier run was resumed. */
  readonly firstLine: number;
  readonly lines: number;
  /** False if the run was stopped before the end. */
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

/** Returns the counts after the slice, or undefined if the run was stopped during the slice. */
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

/** Splits the valid lines of a slice into independent queues, and refuses bad lines. */
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
    ...gtinsOf(item).map((gtin) => `barcode ${gtin}`),
  ]);
}
