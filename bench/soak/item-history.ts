/**
 * The model of the index: which writings of a record a reader may see. While a record is being written, the old and the new one are both
 * right; once the write is over, only the new one is.
 */
import type { ItemRecord } from '../../core/items/item-record.ts';

interface Version {
  readonly record: ItemRecord;
  /** When its write began; it may be seen from then on. */
  readonly fromMs: number;
  /** When the write of the next one was over; until then it may be seen. */
  untilMs: number;
}

export class ItemHistory {
  readonly #versions = new Map<string, Version[]>();

  constructor(records: readonly ItemRecord[]) {
    for (const record of records) this.#versions.set(record.id, [{ record, fromMs: -Infinity, untilMs: Infinity }]);
  }

  /** Call it before the write; what it returns, when the write is over. */
  beginWrite(record: ItemRecord): () => void {
    const versions = this.#versions.get(record.id) ?? [];
    const replaced = versions.at(-1);
    this.#versions.set(record.id, [...versions.slice(-20), { record, fromMs: performance.now(), untilMs: Infinity }]);
    return () => {
      if (replaced !== undefined) replaced.untilMs = performance.now();
    };
  }

  /** The writings that a request which ran in this time may have seen. */
  visible(itemId: string, startMs: number, endMs: number): readonly ItemRecord[] {
    const versions = this.#versions.get(itemId) ?? [];
    return versions.filter(({ fromMs, untilMs }) => fromMs <= endMs && untilMs >= startMs).map(({ record }) => record);
  }

  newest(itemId: string): ItemRecord {
    const version = this.#versions.get(itemId)?.at(-1);
    if (version === undefined) throw new Error('The model has no such record.');
    return version.record;
  }
}
