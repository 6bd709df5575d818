/**
 * What an item can be found by: its manufacturers, part number and GTINs, in comparable form. The code that files an item and the code
 * that compares a key row with its item both use this file, so the two can never disagree.
 */
import { parseGtin, type Gtin14 } from '../part-keys/gtin.ts';
import type { ItemRecord } from './item-record.ts';
import { toManufacturerKey, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { partKey, type PartKey } from '../part-keys/part-number.ts';

/** The distinct keys of the item's manufacturer and brand; none for blank names. */
export function manufacturersOf(record: Pick<ItemRecord, 'manufacturer' | 'brand'>): readonly ManufacturerKey[] {
  const names = [record.manufacturer, record.brand].filter((name) => name !== null && name.trim() !== '');
  return [...new Set(names.map((name) => toManufacturerKey(name ?? '')))];
}

/** The key of the record's part number; undefined when it has none. */
export function partKeyOf(record: Pick<ItemRecord, 'mpn'>): PartKey | undefined {
  const key = partKey(record.mpn ?? '');
  return key === '' ? undefined : key;
}

/** The item's distinct GTINs, without invalid numbers. */
export function barcodesOf(record: Pick<ItemRecord, 'gtin' | 'upc'>): readonly Gtin14[] {
  const parsed = [record.gtin, record.upc].map((text) => parseGtin(text ?? ''));
  return [...new Set(parsed.flatMap((result) => (result.ok ? [result.value] : [])))];
}
