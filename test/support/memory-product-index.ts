/** The index of products in memory: for benchmarks, whose peers hold the same records the same way, and for doors without storage. */
import type { ItemRecord, ItemSection } from '../../functions/core/products/item-record.ts';
import { ITEM_SECTIONS } from '../../functions/core/products/item-record.ts';
import type { IndexKey, KeyEntry, ProductIndex } from '../../functions/core/products/product-index.ts';
import { barcodesOf, makersOf, partKeyOf } from '../../functions/core/products/record-identity.ts';

export class MemoryProductIndex implements ProductIndex {
  readonly #records: ReadonlyMap<string, ItemRecord>;
  readonly #entries = new Map<string, KeyEntry[]>();

  constructor(records: readonly ItemRecord[]) {
    this.#records = new Map(records.map((record) => [record.id, record]));
    for (const record of records) {
      const part = partKeyOf(record);
      if (part !== undefined) {
        for (const maker of makersOf(record)) this.#file({ by: 'part', maker, part }, record.id, record.mpn ?? '');
      }
      for (const gtin of barcodesOf(record)) this.#file({ by: 'gtin', gtin }, record.id, gtin);
    }
  }

  async readKeys(keys: readonly IndexKey[]): Promise<readonly (readonly KeyEntry[])[]> {
    return keys.map((key) => this.#entries.get(keyText(key)) ?? []);
  }

  async readItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
  ): Promise<ReadonlyMap<string, ItemRecord>> {
    const left = ITEM_SECTIONS.filter((section) => !sections.includes(section));
    const without = Object.fromEntries(left.map((section) => [section, null]));
    return new Map(
      itemIds.flatMap((id) => {
        const record = this.#records.get(id);
        return record === undefined ? [] : [[id, { ...record, ...without }]];
      }),
    );
  }

  #file(key: IndexKey, itemId: string, verbatim: string): void {
    const entries = this.#entries.get(keyText(key)) ?? [];
    if (entries.length < 50) this.#entries.set(keyText(key), [...entries, { itemId, verbatim }]);
  }
}

function keyText(key: IndexKey): string {
  return key.by === 'gtin' ? `GTIN#${key.gtin}` : `PART#${key.maker}#${key.part}`;
}
