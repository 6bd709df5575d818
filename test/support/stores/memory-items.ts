/** Items in memory, with the look-up and insertion of the real index (the project `memory` of vitest.config.ts). */
import { BUILT_IN_MANUFACTURERS } from '../../../core/index/manufacturers/built-in-manufacturers.ts';
import type { ManufacturerTable } from '../../../core/index/manufacturers/manufacturer-table.ts';
import type { Part } from '../../../core/index/lookup/find-part.ts';
import { findParts } from '../../../core/index/lookup/find-parts.ts';
import { ITEM_SECTIONS, type ItemRecord } from '../../../core/index/items/item-record.ts';
import type {
  InsertedItem,
  ItemWriter,
  WriteResult,
  WriteRefusal,
} from '../../../core/sourcing/item-import/item-writer.ts';
import { sameVerbatim } from '../../../core/index/part-keys/part-number.ts';
import type { IndexKey, KeyEntry, NumberAlike, ItemIndex } from '../../../core/index/items/item-index.ts';
import { gtinsOf, manufacturersOf, partKeyOf } from '../../../core/index/items/item-identity.ts';
import { checkLimits } from '../../../core/sourcing/item-import/item-limits.ts';
import { succeed, type Result } from '../../../core/result.ts';

export class MemoryItems implements ItemIndex, ItemWriter {
  readonly #records: Map<string, ItemRecord>;

  constructor(items: readonly ItemRecord[] = []) {
    this.#records = new Map(items.map((item) => [item.id, item]));
  }

  async readKeys(keys: readonly IndexKey[]) {
    return keys.map((key) => this.#entries(key));
  }

  async readItems(itemIds: readonly string[]) {
    const found = itemIds.flatMap((id) => this.#records.get(id) ?? []);
    return new Map(found.map((item) => [item.id, item]));
  }

  async manufacturers(): Promise<ManufacturerTable> {
    return BUILT_IN_MANUFACTURERS;
  }

  async readNumbersAlike(): Promise<readonly NumberAlike[]> {
    return [];
  }

  async writeItem(item: ItemRecord): Promise<Result<WriteResult, WriteRefusal>> {
    const isNew = !this.#records.has(item.id);
    this.#records.set(item.id, item);
    return succeed(isNew ? 'created' : 'changed');
  }

  async deleteItem(itemId: string) {
    return this.#records.delete(itemId);
  }

  async insertItem(
    item: ItemRecord,
    { allowSimilar } = { allowSimilar: false },
  ): Promise<Result<InsertedItem, WriteRefusal>> {
    const limits = checkLimits(item);
    if (!limits.ok) return limits;
    const part = partKeyOf(item);
    const questions = manufacturersOf(item).flatMap((manufacturer): Part[] =>
      part === undefined
        ? []
        : [{ by: 'part', manufacturer: manufacturer, manufacturerKey: manufacturer, part, verbatim: item.mpn ?? '' }],
    );
    const same = (await findParts(this, questions, ITEM_SECTIONS)).flatMap(({ found }) => found ?? []);
    const existing = allowSimilar ? same.find(({ mpn }) => sameVerbatim(mpn ?? '', item.mpn ?? '')) : same[0];
    if (existing !== undefined) return succeed({ inserted: false, item: existing });
    if (this.#records.has(item.id)) throw new Error('A new record was given the id of another one');
    this.#records.set(item.id, item);
    return succeed({ inserted: true, item });
  }

  async repairItem(): Promise<boolean> {
    return true;
  }

  #entries(key: IndexKey): readonly KeyEntry[] {
    return [...this.#records.values()]
      .filter((item) => (key.by === 'gtin' ? gtinsOf(item).includes(key.gtin) : partKeyOf(item) === key.part))
      .map((item) => ({ itemId: item.id, identity: item, item, large: {} }));
  }
}
