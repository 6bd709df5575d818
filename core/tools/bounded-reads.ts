/**
 * The index for one call, which reads no more records than its answer could carry: many large records are read in steps, and no further when
 * those that were read are too large already. Fifty ordinary records take one read.
 */
import type { ShownItem } from '../items/item-selection.ts';
import type { ItemRecord, ItemSection } from '../items/item-record.ts';
import type { IndexedItem, PostingIndex } from '../search/posting-index.ts';
import type { KeyEntry, LargeParts, ProductIndex } from '../items/product-index.ts';
import { MAX_RECORD_BYTES } from './answer-size.ts';

/** The assumed size of an item, without the parts that its entry names as large. */
const ORDINARY_BYTES = 16_384;
/** What a record with sections is taken for where nothing was read that says its size: eleven of them are a first step, a page of ten and one more. */
const UNKNOWN_BYTES = MAX_RECORD_BYTES / 11;

type Readable = Pick<ProductIndex, 'readItems'> & Pick<PostingIndex, 'readIndexedItems' | 'readPostings'>;

export class BoundedReads implements Readable {
  readonly #index: Readable;
  readonly #show: (record: ItemRecord) => ShownItem;
  readonly #large: ReadonlyMap<string, LargeParts>;
  #shownBytes = 0;
  #shownRecords = 0;

  /**
   * @param show the record as the answer will show it
   * @param entries what the key rows say of the records that may be read
   */
  constructor(index: Readable, show: (record: ItemRecord) => ShownItem, entries: readonly KeyEntry[] = []) {
    this.#index = index;
    this.#show = show;
    this.#large = new Map(entries.map(({ itemId, large }) => [itemId, large]));
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
      sections,
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
      sections,
      (some) => this.#index.readIndexedItems(some, sections),
      ({ record }) => record,
    );
  }

  async readPostings(...asked: Parameters<PostingIndex['readPostings']>): ReturnType<PostingIndex['readPostings']> {
    return this.#index.readPostings(...asked);
  }

  async #inSteps<Read>(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
    read: (itemIds: readonly string[]) => Promise<ReadonlyMap<string, Read>>,
    recordOf: (read: Read) => ItemRecord,
  ): Promise<ReadonlyMap<string, Read>> {
    const all = new Map<string, Read>();
    for (let rest = itemIds; rest.length > 0 && !this.isTooMuch;) {
      const step = this.#howManyFit(rest, sections);
      const records = await read(rest.slice(0, step));
      for (const [itemId, found] of records) {
        all.set(itemId, found);
        this.#shownBytes += Buffer.byteLength(JSON.stringify(this.#show(recordOf(found))));
      }
      this.#shownRecords += records.size;
      rest = rest.slice(step);
    }
    return all;
  }

  /** As many of the next as the answer has room for, as far as their sizes are known; one at least, since only reading proves that it is too much. */
  #howManyFit(itemIds: readonly string[], sections: readonly ItemSection[]): number {
    let room = MAX_RECORD_BYTES - this.#shownBytes;
    const over = itemIds.findIndex((itemId) => {
      room -= this.#expectedBytes(itemId, sections);
      return room < 0;
    });
    return over === -1 ? itemIds.length : Math.max(1, over);
  }

  #expectedBytes(itemId: string, sections: readonly ItemSection[]): number {
    const large = this.#large.get(itemId);
    if (large !== undefined) {
      const parts = (['core', ...sections] as const).map((part) => (large[part] ?? 0) * 1_024);
      return parts.reduce((sum, bytes) => sum + bytes, ORDINARY_BYTES);
    }
    if (sections.length === 0) return ORDINARY_BYTES;
    // As those that were read already: a page of a search is of one kind usually.
    return this.#shownRecords === 0 ? UNKNOWN_BYTES : this.#shownBytes / this.#shownRecords;
  }
}
