/** The records of a file as `admin -- items import` reads it, those with an id: for benches that load them by themselves. */
import { parseItemLine } from '../../core/item-import/item-line.ts';
import type { ItemRecord } from '../../core/items/item-record.ts';

export function recordsOfLines(text: string): readonly ItemRecord[] {
  return text.split('\n').flatMap((line) => {
    const read = parseItemLine(Buffer.from(line));
    return read.ok && read.value.id !== null ? [{ ...read.value, id: read.value.id }] : [];
  });
}
