/** The index of products in memory. */
import { ITEM_SECTIONS, type ItemRecord, type ItemSection } from '../../functions/core/products/item-record.ts';
import type { IndexKey, KeyEntry, ProductIndex } from '../../functions/core/products/product-index.ts';
import { makersOf, partKeyOf } from '../../functions/core/products/record-identity.ts';

export class MemoryProducts implements ProductIndex {
  readonly #records: ReadonlyMap<string, ItemRecord>;
  readonly #entries = new Map<string, KeyEntry[]>();

  constructor(records: readonly ItemRecord[]) {
    this.#records = new Map(records.map((record) => [record.id, record]));
    for (const record of records) {
      const part = partKeyOf(record);
      if (part === undefined) continue;
      for (const maker of makersOf(record)) {
        const key = keyText({ by: 'part', maker, part });
        this.#entries.set(key, [...(this.#entries.get(key) ?? []), { itemId: record.id, verbatim: record.mpn ?? '' }]);
      }
    }
  }

  async readKeys(keys: readonly IndexKey[]): Promise<readonly (readonly KeyEntry[])[]> {
    return keys.map((key) => this.#entries.get(keyText(key)) ?? []);
  }

  async readItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
  ): Promise<ReadonlyMap<string, ItemRecord>> {
    const without = Object.fromEntries(
      ITEM_SECTIONS.filter((section) => !sections.includes(section)).map((section) => [section, null]),
    );
    return new Map(
      itemIds.flatMap((id) => {
        const record = this.#records.get(id);
        return record === undefined ? [] : [[id, { ...record, ...without }]];
      }),
    );
  }
}

function keyText(key: IndexKey): string {
  return key.by === 'gtin' ? `GTIN#${key.gtin}` : `PART#${key.maker}#${key.part}`;
}
