/** The index of products in memory. */
import { ITEM_SECTIONS, type ItemRecord, type ItemSection } from '../../core/index/items/item-record.ts';
import type { FiledKey, IndexKey, KeyEntry, ItemIndex } from '../../core/index/items/item-index.ts';
import { BUILT_IN_MANUFACTURERS } from '../../core/index/manufacturers/built-in-manufacturers.ts';
import type { ManufacturerTable } from '../../core/index/manufacturers/manufacturer-table.ts';
import { partKeyOf } from '../../core/index/items/item-identity.ts';

export class MemoryItems implements ItemIndex {
  readonly #records: ReadonlyMap<string, ItemRecord>;
  readonly #entries = new Map<string, KeyEntry[]>();

  constructor(items: readonly ItemRecord[]) {
    this.#records = new Map(items.map((item) => [item.id, item]));
    for (const item of items) {
      const part = partKeyOf(item);
      if (part === undefined) continue;
      const key = keyText({ by: 'part', part });
      this.#entries.set(key, [...(this.#entries.get(key) ?? []), { itemId: item.id, ...carried(item) }]);
    }
  }

  async readKeys(keys: readonly IndexKey[]): Promise<readonly (readonly KeyEntry[])[]> {
    return keys.map((key) => this.#entries.get(keyText(key)) ?? []);
  }

  async manufacturers(): Promise<ManufacturerTable> {
    return BUILT_IN_MANUFACTURERS;
  }

  async readNumbersAlike(): Promise<readonly []> {
    return [];
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
        const item = this.#records.get(id);
        return item === undefined ? [] : [[id, { ...item, ...without }]];
      }),
    );
  }
}

/** Returns the part of an item that a key row carries. */
function carried(item: ItemRecord): Omit<KeyEntry, 'itemId'> {
  return {
    identity: item,
    item: { ...item, attributes: null, media: null, keywords: null, sources: null },
    large: {},
  };
}

function keyText(key: FiledKey): string {
  return key.by === 'gtin' ? `GTIN#${key.gtin}` : `NUMBER#${key.part}`;
}
