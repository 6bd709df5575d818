/**
 * Brings a file of records into the index: slice by slice, many records at once, each bad line reported and the good ones stored.
 *
 * What it guarantees: after a slice its place is kept, so a killed import resumes there and repeats at most one slice (records
 * are replaced by themselves). Lines with the same id are stored in the order of the file, and so are those that share a number or a barcode:
 * they are written to the same row, and would only stand in each other's way. Memory holds one slice.
 * How a record is stored whole or not at all is the writer's affair.
 */
import { MAX_LINE_BYTES, parseItemLine } from '../../../functions/core/products/item-line.ts';
import type { ItemRecord } from '../../../functions/core/products/item-record.ts';
import { barcodesOf, partKeyOf } from '../../../functions/core/products/record-identity.ts';
import { groupConnected } from './group-connected.ts';
import { IMPORT_START, type CheckpointStore, type ImportCheckpoint } from './import-checkpoint.ts';
import { inParallel } from './in-parallel.ts';
import { describeItemLineError } from './item-line-words.ts';
import { readSlices, type FileLine } from './read-lines.ts';

const SLICE = { maxLineBytes: MAX_LINE_BYTES, sliceLines: 250, sliceBytes: 8_000_000 };

export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

export interface ItemImport {
  readonly path: string;
  /** Stores one record; answers why it cannot be stored, or undefined when it is. */
  readonly storeItem: (item: ItemRecord) => Promise<string | undefined>;
  readonly checkpoints: CheckpointStore;
  /** Begin at the first line, whatever an earlier run has done. */
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
  for await (const slice of readSlices(run.path, start, SLICE)) {
    const counts = await importSlice(run, slice.lines, reached);
    if (counts === undefined) return reportOf(start, reached, false);
    reached = { ...slice.end, ...counts };
    await run.checkpoints.save(run.path, reached);
    run.onProgress(reached.offset, counts);
  }
  await run.checkpoints.forget(run.path);
  return reportOf(start, reached, true);
}

function reportOf(start: ImportCheckpoint, reached: ImportCheckpoint, finished: boolean): ImportReport {
  const { line: lines, stored, bad } = reached;
  return { firstLine: start.line + 1, lines, stored, bad, finished };
}

/** The counts after the slice; undefined when it was not finished because the run was asked to stop. */
async function importSlice(
  run: ItemImport,
  lines: readonly FileLine[],
  before: ImportCheckpoint,
): Promise<ImportCounts | undefined> {
  let { stored, bad } = before;
  const sliceBytes = lines.reduce((total, line) => total + (line.bytes?.length ?? 0), 0);
  let done = 0;
  const refuse = (line: number, reason: string): void => {
    bad += 1;
    run.onBadLine({ line, reason });
  };
  const queues = queueLines(lines, refuse);
  const share = sliceBytes / Math.max(1, queues.length);
  await inParallel(queues, run.concurrency, async (queue) => {
    for (const { line, item } of queue) {
      if (run.stop.aborted) return;
      const reason = await run.storeItem(item);
      if (reason === undefined) stored += 1;
      else refuse(line, reason);
    }
    done += share;
    run.onProgress(before.offset + done, { stored, bad });
  });
  return run.stop.aborted ? undefined : { stored, bad };
}

interface ReadLine {
  readonly line: number;
  readonly item: ItemRecord;
}

/** The records of the slice in queues that have nothing in common; blank lines are nothing, bad ones are refused. */
function queueLines(lines: readonly FileLine[], refuse: (line: number, reason: string) => void): ReadLine[][] {
  const records: ReadLine[] = [];
  for (const { number, bytes } of lines) {
    if (bytes !== undefined && bytes.every(isSpace)) continue;
    const read =
      bytes === undefined
        ? ({ ok: false, reason: { kind: 'too_long', maxBytes: MAX_LINE_BYTES } } as const)
        : parseItemLine(bytes);
    if (read.ok) records.push({ line: number, item: read.value });
    else refuse(number, describeItemLineError(read.reason));
  }
  return groupConnected(records, ({ item }) => [
    item.id,
    `number ${partKeyOf(item) ?? item.id}`,
    ...barcodesOf(item).map((gtin) => `barcode ${gtin}`),
  ]);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
