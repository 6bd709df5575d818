/**
 * The model of the index: decides which versions of an item a reader may see. While an item is being written, the old
 * and the new version are both right; once the write has ended, only the new one is.
 */
import type { ItemRecord } from '../../core/index/items/item-record.ts';

interface Version {
  readonly item: ItemRecord;
  /** The start of its write, from which it may be seen. */
  readonly fromMs: number;
  /** The end of the next version's write, until which it may be seen. */
  untilMs: number;
}

export class ItemHistory {
  readonly #versions = new Map<string, Version[]>();

  constructor(items: readonly ItemRecord[]) {
    for (const item of items) this.#versions.set(item.id, [{ item, fromMs: -Infinity, untilMs: Infinity }]);
  }

  /** Call it before the write, and the returned function when the write has ended. */
  beginWrite(item: ItemRecord): () => void {
    const versions = this.#versions.get(item.id) ?? [];
    const replaced = versions.at(-1);
    this.#versions.set(item.id, [...versions.slice(-20), { item, fromMs: performance.now(), untilMs: Infinity }]);
    return () => {
      if (replaced !== undefined) replaced.untilMs = performance.now();
    };
  }

  /** Returns the versions that a request in this interval may have seen. */
  visible(itemId: string, startMs: number, endMs: number): readonly ItemRecord[] {
    const versions = this.#versions.get(itemId) ?? [];
    return versions.filter(({ fromMs, untilMs }) => fromMs <= endMs && untilMs >= startMs).map(({ item }) => item);
  }

  newest(itemId: string): ItemRecord {
    const version = this.#versions.get(itemId)?.at(-1);
    if (version === undefined) throw new Error('The model has no such record.');
    return version.item;
  }
}
