/**
 * What a record can be found by: its makers, its number, its barcodes, in comparable form. Those who file a record and those
 * who trust a key row only after comparing it with the record both ask here, so the two can never disagree.
 */
import { parseGtin, type Gtin14 } from '../part-keys/gtin.ts';
import type { ItemRecord } from './item-record.ts';
import { makerKey, type MakerKey } from '../part-keys/manufacturer-name.ts';
import { partKey, type PartKey } from '../part-keys/part-number.ts';

/** The keys of the record's manufacturer and brand, each once; none for blank names. */
export function makersOf(record: Pick<ItemRecord, 'manufacturer' | 'brand'>): readonly MakerKey[] {
  const names = [record.manufacturer, record.brand].filter((name) => name !== null && name.trim() !== '');
  return [...new Set(names.map((name) => makerKey(name ?? '')))];
}

/** The key of the record's part number; undefined when it has none. */
export function partKeyOf(record: Pick<ItemRecord, 'mpn'>): PartKey | undefined {
  const key = partKey(record.mpn ?? '');
  return key === '' ? undefined : key;
}

/** The record's barcodes, each once; a number that is no barcode is not one. */
export function barcodesOf(record: Pick<ItemRecord, 'gtin' | 'upc'>): readonly Gtin14[] {
  const parsed = [record.gtin, record.upc].map((text) => parseGtin(text ?? ''));
  return [...new Set(parsed.flatMap((result) => (result.ok ? [result.value] : [])))];
}
