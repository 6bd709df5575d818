/**
 * Decides what a changed item writes where it is filed: to the rows of its part number and GTINs, and to the ordered
 * list of part numbers. Each item has one attribute, so writers of different items never overwrite each other.
 * `changes` counts what is filed, removed or renamed under a key, which proves that a row contains the same items as
 * when it was read.
 *
 * Whether an entry must be written, and where it goes, is decided only from CORE, which the transaction tests. The key
 * row was read at another moment, so it may only decide the form of an entry and the place of a new one.
 */
import type { StoredItem } from '../../../core/index/items/item-lifecycle.ts';
import { positionOf } from '../../../core/index/items/item-position.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { PartKey } from '../../../core/index/part-keys/part-number.ts';
import type { FiledKey, LargeParts } from '../../../core/index/items/item-index.ts';
import { gtinsOf, manufacturersOf, partKeyOf } from '../../../core/index/items/item-identity.ts';
import type { TransactItem } from '../client/transact-write.ts';
import { hasNoRoom, hasRoomForCopy, namesOf, type EntryValue } from './key-entries.ts';
import { alikeKey, apartKeys, keyRow, numberListKey } from './item-index-keys.ts';
import { coreJson, type StoredCore } from './item-index-rows.ts';
import { rowId, type Row, type RowKey } from '../client/row-key.ts';

/** By row id, how often each key row had been changed when it was read. */
type SeenChanges = ReadonlyMap<string, number | undefined>;

export interface KeySettings {
  readonly tableName: string;
  /** The key rows of the item as they were read, by row id. */
  readonly keyRows: ReadonlyMap<string, Row>;
  readonly rewrite?: boolean;
  readonly seen?: SeenChanges;
  /** The signature of the item's entry in the ordered list, as in its postings. */
  readonly sig?: Uint8Array;
  /** Whether the stored entries already have it. */
  readonly keepsSignature?: boolean;
}

interface KeyUpdates {
  readonly items: readonly TransactItem[];
  /** The partitions of keys with a full row; CORE stores them. */
  readonly apart: readonly string[];
}

/** The keys that an item is filed under. */
export function indexKeysOf(item: ItemRecord): readonly FiledKey[] {
  const part = filedPartOf(item);
  const byBarcode = gtinsOf(item).map((gtin) => ({ by: 'gtin', gtin }) as const);
  return part === undefined ? byBarcode : [{ by: 'part', part }, ...byBarcode];
}

/** A part number without a manufacturer identifies no part. */
function filedPartOf(item: ItemRecord | undefined): PartKey | undefined {
  return item === undefined || manufacturersOf(item).length === 0 ? undefined : partKeyOf(item);
}

/** An item as its entries describe it. */
interface FiledRecord {
  readonly item: StoredItem;
  readonly large: LargeParts;
}

/** One key of an item before or after the change. */
interface Filing extends FiledRecord {
  readonly key: FiledKey;
}

/** The updates that file an item under its keys and remove it from keys it no longer has. */
export function keyUpdates(
  stored: StoredCore | undefined,
  after: FiledRecord | undefined,
  settings: KeySettings,
): KeyUpdates {
  const old = filingsByPartition(filedBefore(stored));
  const now = filingsByPartition(after);
  const apart: string[] = [];
  const filed = [...now].flatMap(([pk, indexKey]) => {
    const before = old.get(pk);
    const standsApart = before === undefined ? isFull(indexKey, settings) : stored?.apart.has(pk) === true;
    if (standsApart) apart.push(pk);
    return standsApart ? fileApart(before, indexKey, settings) : fileInRow(before, indexKey, settings);
  });
  const gone = [...old].flatMap(([pk, indexKey]) => {
    if (now.has(pk)) return [];
    return stored?.apart.has(pk) === true ? takeApart(indexKey, settings) : takeFromRow(indexKey, settings);
  });
  return {
    items: [
      ...filed,
      ...gone,
      ...listUpdates(stored, after?.item, settings),
      ...alikeUpdates(stored, after?.item, settings),
    ],
    apart,
  };
}

function filedBefore({ item, large = {} }: Partial<StoredCore> = {}): FiledRecord | undefined {
  return item === undefined ? undefined : { item, large };
}

function filingsByPartition(filed: FiledRecord | undefined): ReadonlyMap<string, Filing> {
  const keys = filed === undefined ? [] : indexKeysOf(filed.item);
  return new Map(keys.flatMap((key) => (filed === undefined ? [] : [[keyRow(key).pk, { key, ...filed }] as const])));
}

/** Whether the key's row has no room for an item that is newly filed. */
function isFull({ key, item }: Filing, { keyRows }: KeySettings): boolean {
  return hasNoRoom(keyRows.get(rowId(keyRow(key))), item.id);
}

function fileInRow(before: Filing | undefined, indexKey: Filing, settings: KeySettings): readonly TransactItem[] {
  const { key, item, large } = indexKey;
  const json = coreJson(item, large);
  const isSame = before !== undefined && coreJson(before.item, before.large) === json;
  if (isSame && settings.rewrite !== true) return [];
  const row = settings.keyRows.get(rowId(keyRow(key)));
  const entry: EntryValue = hasRoomForCopy(row, item.id, json) ? json : namesOf(item, large);
  const changes = isRenamed(before, indexKey) ? { changes: 1 } : {};
  return [updateRow(key, settings, { set: [item.id, entry], add: changes })];
}

function fileApart(before: Filing | undefined, indexKey: Filing, settings: KeySettings): readonly TransactItem[] {
  const { key, item, large } = indexKey;
  const names = namesOf(item, large);
  const rows = apartKeys(key, manufacturersOf(item), item.id);
  const isSame = before !== undefined && JSON.stringify(namesOf(before.item, before.large)) === JSON.stringify(names);
  const puts = isSame && settings.rewrite !== true ? [] : rows.map((row) => put(row, { names }, settings));
  const oldRows = before === undefined ? [] : apartKeys(key, manufacturersOf(before.item), item.id);
  const left = oldRows.filter((old) => !rows.some(({ sk }) => sk === old.sk)).map((row) => remove(row, settings));
  const add = { ...(isRenamed(before, indexKey) && { changes: 1 }), ...(before === undefined && { apart: 1 }) };
  return [...puts, ...left, ...(Object.keys(add).length > 0 ? [updateRow(key, settings, { add })] : [])];
}

function takeFromRow({ key, item }: Filing, settings: KeySettings): readonly TransactItem[] {
  return [updateRow(key, settings, { remove: item.id, add: { changes: 1 } })];
}

function takeApart({ key, item }: Filing, settings: KeySettings): readonly TransactItem[] {
  const rows = apartKeys(key, manufacturersOf(item), item.id);
  return [...rows.map((row) => remove(row, settings)), updateRow(key, settings, { add: { changes: 1, apart: -1 } })];
}

/** Whether a look-up under the key could return something else than before. */
function isRenamed(before: Filing | undefined, { item }: Filing): boolean {
  return before === undefined || nameText(before.item) !== nameText(item);
}

function nameText(item: ItemRecord): string {
  const [number, manufacturer, brand] = namesOf(item, {});
  return JSON.stringify([number, manufacturer, brand]);
}

/**
 * Updates the item's entry in the ordered list of part numbers: its names for look-ups, rank and signature for a
 * search.
 */
function listUpdates(
  stored: StoredCore | undefined,
  after: ItemRecord | undefined,
  settings: KeySettings,
): readonly TransactItem[] {
  const before = stored?.item;
  const [old, now] = [listKeyOf(before), listKeyOf(after)];
  const isSame =
    old?.sk === now?.sk &&
    settings.keepsSignature === true &&
    before &&
    after &&
    nameText(before) === nameText(after) &&
    positionOf(before) === positionOf(after);
  const gone = old !== undefined && old.sk !== now?.sk ? [remove(old, settings)] : [];
  if (after === undefined || now === undefined || (isSame && settings.rewrite !== true)) return gone;
  const [number, manufacturer, brand] = namesOf(after, {});
  return [
    ...gone,
    put(now, { names: [number, manufacturer, brand], at: positionOf(after), sig: settings.sig }, settings),
  ];
}

/** Updates the item's entry in the list of part numbers by look-alike form. */
function alikeUpdates(
  stored: StoredCore | undefined,
  after: ItemRecord | undefined,
  settings: KeySettings,
): readonly TransactItem[] {
  const before = stored?.item;
  const [old, now] = [alikeKeyOf(before), alikeKeyOf(after)];
  const isSame = old?.sk === now?.sk && before && after && nameText(before) === nameText(after);
  const gone = old !== undefined && old.sk !== now?.sk ? [remove(old, settings)] : [];
  if (after === undefined || now === undefined || (isSame && settings.rewrite !== true)) return gone;
  const [number, manufacturer, brand] = namesOf(after, {});
  return [...gone, put(now, { names: [number, manufacturer, brand] }, settings)];
}

function alikeKeyOf(item: ItemRecord | undefined): RowKey | undefined {
  return item === undefined || filedPartOf(item) === undefined ? undefined : alikeKey(item.mpn ?? '', item.id);
}

function listKeyOf(item: ItemRecord | undefined): RowKey | undefined {
  const part = item && partKeyOf(item);
  return part === undefined || item === undefined ? undefined : numberListKey(part, item.id);
}

interface RowChange {
  readonly set?: readonly [itemId: string, entry: EntryValue];
  readonly remove?: string;
  /** Additions to the row's counts. */
  readonly add: Readonly<Partial<Record<'changes' | 'apart', number>>>;
}

/**
 * Returns a transaction's only write to a key row; if `seen` requires it, on the condition that the row has not
 * changed.
 */
function updateRow(
  key: FiledKey,
  { tableName, seen }: KeySettings,
  { set, remove: gone, add }: RowChange,
): TransactItem {
  const counts = Object.entries(add);
  const expression = [
    set && 'SET #item = :entry',
    gone !== undefined && 'REMOVE #item',
    counts.length > 0 && `ADD ${counts.map(([name]) => `${name} :${name}`).join(', ')}`,
  ];
  const row = keyRow(key);
  const id = rowId(row);
  const expected = seen?.get(id);
  const values = {
    ...(set && { ':entry': set[1] }),
    ...Object.fromEntries(counts.map(([name, value]) => [`:${name}`, value])),
    ...(expected !== undefined && { ':seen': expected }),
  };
  const item = set?.[0] ?? gone;
  return {
    Update: {
      TableName: tableName,
      Key: row,
      UpdateExpression: expression.filter((part) => typeof part === 'string').join(' '),
      ...(item !== undefined && { ExpressionAttributeNames: { '#item': item } }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      ...(seen?.has(id) === true && { ConditionExpression: unchanged(expected) }),
    },
  };
}

/** @param expected the count that was read; undefined: there was none */
function unchanged(expected: number | undefined): string {
  return expected === undefined ? 'attribute_not_exists(changes)' : 'changes = :seen';
}

function put(row: RowKey, content: object, { tableName }: KeySettings): TransactItem {
  return { Put: { TableName: tableName, Item: { ...row, ...content } } };
}

function remove(row: RowKey, { tableName }: KeySettings): TransactItem {
  return { Delete: { TableName: tableName, Key: row } };
}
