/**
 * Shapes a part of the index that a member may choose for a row: what a search shows free of charge, so without
 * attributes. A barcode appears only if the row wrote it.
 */
import { describeState } from '../../index/items/describe-state.ts';
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import { parseGtin } from '../../index/part-keys/gtin.ts';

export type PartChoice = ReturnType<typeof partChoice>;

interface ChoiceView {
  readonly nowMs: number;
  readonly writtenGtin: string | null;
  readonly why?: string | null;
}

export function partChoice(item: StoredItem, { nowMs, writtenGtin: written, why = null }: ChoiceView) {
  const { id, manufacturer, brand, mpn, title, confidence, lifecycle } = item;
  return {
    item_id: id,
    manufacturer: manufacturer ?? brand,
    part_number: mpn,
    title,
    confidence,
    gtin: writtenGtin(item, written),
    /** The state of the part, if known; `words` continues a sentence that starts with "This part". */
    state: lifecycle === undefined ? null : { ...lifecycle, words: describeState(lifecycle, nowMs) },
    /** Why it may be meant, as a continuation of a sentence; null for a result of a search. */
    why,
  };
}

/** Returns the barcode of the item if the row wrote it, in any form. */
export function writtenGtin({ gtin }: Pick<StoredItem, 'gtin'>, written: string | null): string | null {
  const read = written === null ? undefined : parseGtin(written);
  return read?.ok === true && read.value === gtin ? gtin : null;
}
