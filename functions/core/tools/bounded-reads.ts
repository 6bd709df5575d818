/**
 * The index for one call, which reads no more records than its answer could carry: many large records are read in steps, and no further when
 * those that were read are too large already. Fifty ordinary records take one read.
 */
import type { ShownItem } from '../products/item-selection.ts';
import type { ItemRecord, ItemSection } from '../products/item-record.ts';
import type { IndexedItem, PostingIndex } from '../products/posting-index.ts';
import type { ProductIndex } from '../products/product-index.ts';
import { MAX_RECORD_BYTES } from './answer-size.ts';

/**
 * As many are read at once, whatever their size, so that a batch of fifty takes one round trip. Their size is known only when they are read: a
 * batch of the largest records, which no answer can carry, is 30 MB that nobody pays for.
 */
const FIRST_STEP = 50;
/** As many at least in each step after it. */
const MIN_STEP = 11;

type Readable = Pick<ProductIndex, 'readItems'> & Pick<PostingIndex, 'readIndexedItems' | 'readPostings'>;

export class BoundedReads implements Readable {
  readonly #index: Readable;
  readonly #show: (record: ItemRecord) => ShownItem;
  #shownBytes = 0;

  /** @param show the record as the answer will show it */
  constructor(index: Readable, show: (record: ItemRecord) => ShownItem) {
    this.#index = index;
    this.#show = show;
  }

  /** True when the answer cannot be given: records are missing that were asked for. */
  get isTooMuch(): boolean {
    return this.#shownBytes > MAX_RECORD_BYTES;
  }

  async readItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
  ): Promise<ReadonlyMap<string, ItemRecord>> {
    return this.#inSteps(
      itemIds,
      (some) => this.#index.readItems(some, sections),
      (record) => record,
    );
  }

  async readIndexedItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
  ): Promise<ReadonlyMap<string, IndexedItem>> {
    return this.#inSteps(
      itemIds,
      (some) => this.#index.readIndexedItems(some, sections),
      ({ record }) => record,
    );
  }

  async readPostings(...asked: Parameters<PostingIndex['readPostings']>): ReturnType<PostingIndex['readPostings']> {
    return this.#index.readPostings(...asked);
  }

  async #inSteps<Read>(
    itemIds: readonly string[],
    read: (itemIds: readonly string[]) => Promise<ReadonlyMap<string, Read>>,
    recordOf: (read: Read) => ItemRecord,
  ): Promise<ReadonlyMap<string, Read>> {
    if (itemIds.length <= FIRST_STEP && this.#shownBytes === 0) return read(itemIds);
    const all = new Map<string, Read>();
    for (let next = 0, step = FIRST_STEP; next < itemIds.length && !this.isTooMuch;) {
      const records = await read(itemIds.slice(next, next + step));
      for (const [itemId, found] of records) all.set(itemId, found);
      this.#shownBytes += this.#bytesOf([...records.values()].map(recordOf));
      next += step;
      step = this.#stepAfter(next);
    }
    return all;
  }

  /** All of the rest where records like those read so far will fit; a few where that is uncertain. */
  #stepAfter(read: number): number {
    const mean = Math.max(1, this.#shownBytes / read);
    return Math.max(MIN_STEP, Math.floor((MAX_RECORD_BYTES - this.#shownBytes) / mean));
  }

  #bytesOf(records: readonly ItemRecord[]): number {
    return records.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(this.#show(record))), 0);
  }
}
