/**
 * Writes the `message` of a part that was found under another alias of its manufacturer ("TI is Texas Instruments.").
 */
import type { Part } from '../../index/lookup/find-part.ts';
import type { ShownItem } from '../../index/items/item-selection.ts';
import { describeSpelling } from '../../index/manufacturers/other-manufacturers.ts';

/** Returns undefined for the same spelling, and if the answer does not show the manufacturer. */
export function spellingMessage(part: Part, item: ShownItem): string | undefined {
  if (part.by === 'gtin') return undefined;
  const names = { manufacturer: textOf(item['manufacturer']), brand: textOf(item['brand']) };
  const spelling = describeSpelling(part.manufacturer, names);
  return spelling === null ? undefined : `${spelling}.`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Joins the defined sentences to one message; undefined if there are none. */
export function joinSentences(sentences: readonly (string | undefined)[]): string | undefined {
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || undefined;
}
