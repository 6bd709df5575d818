/**
 * Reads items for one call, at most as many as its answer can contain: many large items are read in steps, until they
 * are too large for the answer. Fifty ordinary items take one read.
 */
import type { ShownItem } from '../../index/items/item-selection.ts';
import type { ItemRecord, ItemSection } from '../../index/items/item-record.ts';
import type { IndexedItem, PostingIndex } from '../../index/search/posting-index.ts';
import type { KeyEntry, LargeParts, ItemIndex } from '../../index/items/item-index.ts';
import { MAX_ITEM_BYTES } from './answer-size.ts';

/** The assumed size of an item, without the parts that its key row marks as large. */
const ORDINARY_BYTES = 16_384;
/**
 * The assumed size of an item with sections before any was read. The first step is then eleven items: a page of ten and
 * one more.
 */
const UNKNOWN_BYTES = MAX_ITEM_BYTES / 11;

type Readable = Pick<ItemIndex, 'readItems'> & Pick<PostingIndex, 'readIndexedItems' | 'readPostings'>;

export class BoundedReads implements Readable {
  readonly #index: Readable;
  readonly #show: (item: ItemRecord) => ShownItem;
  readonly #large: ReadonlyMap<string, LargeParts>;
  #shownBytes = 0;
  #shownItems = 0;

  /**
   * @param show returns the item as the answer will show it
   * @param entries the key rows of the items that may be read
   */
  constructor(index: Readable, show: (item: ItemRecord) => ShownItem, entries: readonly KeyEntry[] = []) {
    this.#index = index;
    this.#show = show;
    this.#large = new Map(entries.map(({ itemId, large }) => [itemId, large]));
  }

  /** True if the answer would be too large, so that not all requested items were read. */
  get isTooMuch(): boolean {
    return this.#shownBytes > MAX_ITEM_BYTES;
  }

  async readItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
  ): Promise<ReadonlyMap<string, ItemRecord>> {
    return this.#inSteps(
      itemIds,
      sections,
      (some) => this.#index.readItems(some, sections),
      (item) => item,
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
      ({ item }) => item,
    );
  }

  async readPostings(...asked: Parameters<PostingIndex['readPostings']>): ReturnType<PostingIndex['readPostings']> {
    return this.#index.readPostings(...asked);
  }

  async #inSteps<Read>(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
    read: (itemIds: readonly string[]) => Promise<ReadonlyMap<string, Read>>,
    itemOf: (read: Read) => ItemRecord,
  ): Promise<ReadonlyMap<string, Read>> {
    const all = new Map<string, Read>();
    for (let rest = itemIds; rest.length > 0 && !this.isTooMuch;) {
      const step = this.#howManyFit(rest, sections);
      const items = await read(rest.slice(0, step));
      for (const [itemId, found] of items) {
        all.set(itemId, found);
        this.#shownBytes += Buffer.byteLength(JSON.stringify(this.#show(itemOf(found))));
      }
      this.#shownItems += items.size;
      rest = rest.slice(step);
    }
    return all;
  }

  /**
   * Returns how many of the next items the answer seems to have room for; at least one, because only reading shows that
   * it is too large.
   */
  #howManyFit(itemIds: readonly string[], sections: readonly ItemSection[]): number {
    let room = MAX_ITEM_BYTES - this.#shownBytes;
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
    // Assumes the mean size of the items read so far, because the items of a search page are usually similar.
    return this.#shownItems === 0 ? UNKNOWN_BYTES : this.#shownBytes / this.#shownItems;
  }
}
