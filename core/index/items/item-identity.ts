/**
 * Derives the keys that find an item: its manufacturers, part number and GTINs in comparable form. Both the code that
 * writes key rows and the code that compares a key row with its item use this file, so they cannot disagree.
 */
import { parseGtin, type Gtin14 } from '../part-keys/gtin.ts';
import type { ItemRecord } from './item-record.ts';
import { toManufacturerKey, type ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import { partKey, type PartKey } from '../part-keys/part-number.ts';

/** Returns the distinct keys of the item's manufacturer and brand, without blank names. */
export function manufacturersOf(item: Pick<ItemRecord, 'manufacturer' | 'brand'>): readonly ManufacturerKey[] {
  const names = [item.manufacturer, item.brand].filter((name) => name !== null && name.trim() !== '');
  return [...new Set(names.map((name) => toManufacturerKey(name ?? '')))];
}

/** Returns the key of the item's part number, or undefined if it has none. */
export function partKeyOf(item: Pick<ItemRecord, 'mpn'>): PartKey | undefined {
  const key = partKey(item.mpn ?? '');
  return key === '' ? undefined : key;
}

/** Returns the item's distinct valid GTINs. */
export function gtinsOf(item: Pick<ItemRecord, 'gtin' | 'upc'>): readonly Gtin14[] {
  const parsed = [item.gtin, item.upc].map((text) => parseGtin(text ?? ''));
  return [...new Set(parsed.flatMap((result) => (result.ok ? [result.value] : [])))];
}
