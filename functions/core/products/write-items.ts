/** Writing many records at once, a bounded number at a time. What a refusal means to the one who imports is for them to say. */
import type { Result } from '../result.ts';
import type { ItemRecord } from './item-record.ts';
import type { ItemWriter, WriteRefusal } from './item-writer.ts';

/** One record on its way in, with whatever its source knows it by (a line number). */
export interface IncomingItem<Origin> {
  readonly origin: Origin;
  readonly record: ItemRecord;
}

export type WriteOutcome = Result<'written' | 'unchanged', WriteRefusal>;

export interface WriteItemsSettings<Origin> {
  /** The most records on their way at once. */
  readonly concurrency: number;
  /** Told of every record once it is in place or refused: what is told here survives any crash. Not in the order of the source. */
  readonly onOutcome: (item: IncomingItem<Origin>, outcome: WriteOutcome) => void;
}

/**
 * Writes all records of a source. Of two records with one id the later one counts.
 * Rejects with the first fault of the storage, when every write under way has ended.
 */
export async function writeItems<Origin>(
  writer: ItemWriter,
  items: AsyncIterable<IncomingItem<Origin>> | Iterable<IncomingItem<Origin>>,
  { concurrency, onOutcome }: WriteItemsSettings<Origin>,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  for await (const item of items) {
    if (faults.length > 0) break;
    // Two writes of one record keep the order of the source.
    await underWay.get(item.record.id);
    while (underWay.size >= concurrency) await Promise.race(underWay.values());
    const write = writer
      .writeItem(item.record)
      .then((outcome) => onOutcome(item, outcome))
      .catch((fault: unknown) => void faults.push(fault))
      .finally(() => underWay.delete(item.record.id));
    underWay.set(item.record.id, write);
  }
  await Promise.all(underWay.values());
  if (faults.length > 0) throw faults[0];
}
