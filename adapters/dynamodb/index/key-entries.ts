/**
 * Reads and measures the row of a part number or GTIN. For each item it stores a copy of CORE's text while the row fits
 * the 4 kB of the smallest read, otherwise only names and confidence. Entries are written in the transaction of their
 * item, so none is ever older than its CORE row (docs/reference/storage.md#productindex).
 */
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { EntryIdentity, KeyEntry, LargeParts } from '../../../core/index/items/item-index.ts';
import { readCoreJson, readLargeParts } from './item-index-rows.ts';
import type { Row } from '../client/row-key.ts';

/** Half a read unit for an eventually consistent read; a key row stores copies of items up to this size. */
const COPIES_LIMIT_BYTES = 4_096;
/** Further items have separate rows. */
const MAX_ITEMS = 200;
/** Well below DynamoDB's 400 kB, because each of several concurrent writers must find room, and names can be long. */
const MAX_BYTES = 64_000;

/** Part number, manufacturer, brand and confidence; then the large sections, if there are any. */
export type NamesEntry = readonly [string, string | null, string | null, number | null, LargeParts?];
/** As stored: a copy of CORE's text, or names. */
export type EntryValue = string | NamesEntry;

export function namesOf(item: ItemRecord, large: LargeParts): NamesEntry {
  const names = [(item.mpn ?? '').trim(), item.manufacturer, item.brand, item.confidence] as const;
  return Object.keys(large).length > 0 ? [...names, large] : names;
}

export function keyEntries(row: Row | undefined): readonly KeyEntry[] {
  return Object.entries(row ?? {}).flatMap(([name, value]) =>
    isItem(name) ? [readEntry(name, value as EntryValue)] : [],
  );
}

export function readEntry(itemId: string, value: EntryValue): KeyEntry {
  if (typeof value !== 'string') {
    const [mpn, manufacturer, brand, confidence, large = {}] = value;
    return { itemId, identity: { mpn, manufacturer, brand, confidence }, item: undefined, large };
  }
  const item = readCoreJson(itemId, value);
  return { itemId, identity: item satisfies EntryIdentity, item, large: readLargeParts(value) };
}

/** The number of items of the key that have separate rows. */
export function countApart(row: Row | undefined): number {
  return Number(row?.['apart'] ?? 0);
}

/** Whether an item that is not yet in the row needs a separate row. */
export function hasNoRoom(row: Row | undefined, itemId: string): boolean {
  if (row === undefined || itemId in row) return false;
  return Object.keys(row).filter(isItem).length >= MAX_ITEMS || rowBytes(row) >= MAX_BYTES;
}

/** Whether the row stays within 4 kB with this copy of an item in it. */
export function hasRoomForCopy(row: Row | undefined, itemId: string, json: string): boolean {
  const others = Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => name !== itemId));
  return rowBytes(others) + itemId.length + Buffer.byteLength(json) <= COPIES_LIMIT_BYTES;
}

function isItem(name: string): boolean {
  return name.startsWith('itm_');
}

/** Bytes as DynamoDB counts them, with numbers at their largest size. */
function rowBytes(row: Readonly<Record<string, unknown>>): number {
  return Object.entries(row).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + 1 + valueBytes(part), 3);
  return value === null ? 1 : 21;
}
