/** Items in memory, with the look-up and insertion of the real index (the project `memory` of vitest.config.ts). */
import { BUILT_IN_MANUFACTURERS } from '../../../core/index/manufacturers/built-in-manufacturers.ts';
import type { ManufacturerTable } from '../../../core/index/manufacturers/manufacturer-table.ts';
import type { Part } from '../../../core/index/lookup/find-part.ts';
import { findParts } from '../../../core/index/lookup/find-parts.ts';
import { ITEM_SECTIONS, type ItemRecord } from '../../../core/index/items/item-record.ts';
import type {
  InsertedItem,
  ItemWriter,
  WriteOutcome,
  WriteRefusal,
} from '../../../core/sourcing/item-import/item-writer.ts';
import { sameVerbatim } from '../../../core/index/part-keys/part-number.ts';
import type { IndexKey, KeyEntry, NumberAlike, ItemIndex } from '../../../core/index/items/item-index.ts';
import { gtinsOf, manufacturersOf, partKeyOf } from '../../../core/index/items/item-identity.ts';
import { checkLimits } from '../../../core/sourcing/item-import/item-limits.ts';
import { succeed, type Result } from '../../../core/result.ts';

export class MemoryItems implements ItemIndex, ItemWriter {
  readonly #records: Map<string, ItemRecord>;

  constructor(records: readonly ItemRecord[] = []) {
    this.#records = new Map(records.map((record) => [record.id, record]));
  }

  async readKeys(keys: readonly IndexKey[]) {
    return keys.map((key) => this.#entries(key));
  }

  async readItems(itemIds: readonly string[]) {
    const found = itemIds.flatMap((id) => this.#records.get(id) ?? []);
    return new Map(found.map((record) => [record.id, record]));
  }

  async manufacturers(): Promise<ManufacturerTable> {
    return BUILT_IN_MANUFACTURERS;
  }

  async readNumbersAlike(): Promise<readonly NumberAlike[]> {
    return [];
  }

  async writeItem(record: ItemRecord): Promise<Result<WriteOutcome, WriteRefusal>> {
    const isNew = !this.#records.has(record.id);
    this.#records.set(record.id, record);
    return succeed(isNew ? 'created' : 'changed');
  }

  async deleteItem(itemId: string) {
    return this.#records.delete(itemId);
  }

  async insertItem(
    record: ItemRecord,
    { allowSimilar } = { allowSimilar: false },
  ): Promise<Result<InsertedItem, WriteRefusal>> {
    const limits = checkLimits(record);
    if (!limits.ok) return limits;
    const part = partKeyOf(record);
    const questions = manufacturersOf(record).flatMap((manufacturer): Part[] =>
      part === undefined
        ? []
        : [{ by: 'part', manufacturer: manufacturer, manufacturerKey: manufacturer, part, verbatim: record.mpn ?? '' }],
    );
    const same = (await findParts(this, questions, ITEM_SECTIONS)).flatMap(({ found }) => found ?? []);
    const existing = allowSimilar ? same.find(({ mpn }) => sameVerbatim(mpn ?? '', record.mpn ?? '')) : same[0];
    if (existing !== undefined) return succeed({ inserted: false, record: existing });
    if (this.#records.has(record.id)) throw new Error('A new record was given the id of another one');
    this.#records.set(record.id, record);
    return succeed({ inserted: true, record });
  }

  async repairItem(): Promise<boolean> {
    return true;
  }

  #entries(key: IndexKey): readonly KeyEntry[] {
    return [...this.#records.values()]
      .filter((record) => (key.by === 'gtin' ? gtinsOf(record).includes(key.gtin) : partKeyOf(record) === key.part))
      .map((record) => ({ itemId: record.id, identity: record, record, large: {} }));
  }
}
