/**
 * The key rows of a record: by part under each of its makers, and by barcode. One attribute an item, so writers of different items
 * never overwrite each other; `changes` counts every update, so that a row can be proven unchanged.
 */
import type { ItemRecord } from '../../core/products/item-record.ts';
import type { IndexKey } from '../../core/products/product-index.ts';
import { barcodesOf, makersOf, partKeyOf } from '../../core/products/record-identity.ts';
import type { TransactItem } from './guarded-transaction.ts';
import { indexKeyRow } from './product-index-keys.ts';
import { rowId } from './row-key.ts';

/** By row id, how often each key row had been changed when it was read. */
export type SeenChanges = ReadonlyMap<string, number | undefined>;

interface KeySettings {
  readonly tableName: string;
  readonly rewrite?: boolean;
  readonly seen?: SeenChanges;
}

/** The keys that a record is filed under, with the number as the row shows it. */
export function filingsOf(record: ItemRecord): readonly { readonly key: IndexKey; readonly verbatim: string }[] {
  const part = partKeyOf(record);
  const byBarcode = barcodesOf(record).map((gtin) => ({ key: { by: 'gtin', gtin } as const, verbatim: gtin }));
  if (part === undefined) return byBarcode;
  const verbatim = (record.mpn ?? '').trim();
  return [...makersOf(record).map((maker) => ({ key: { by: 'part', maker, part } as const, verbatim })), ...byBarcode];
}

/** The updates that file a record under its keys, and take it from those it no longer has. */
export function keyUpdates(
  before: ItemRecord | undefined,
  after: ItemRecord | undefined,
  settings: KeySettings,
): readonly TransactItem[] {
  const old = numbersByKey(before);
  const now = numbersByKey(after);
  const filed = [...now].filter(
    ([id, { verbatim }]) => settings.rewrite === true || old.get(id)?.verbatim !== verbatim,
  );
  const gone = [...old].filter(([id]) => !now.has(id));
  return [
    ...filed.map(([id, { key, verbatim }]) => fileItem(after?.id ?? '', key, verbatim, settings, id)),
    ...gone.map(([, { key }]) => unfileItem(before?.id ?? '', key, settings)),
  ];
}

function numbersByKey(record: ItemRecord | undefined) {
  const filings = record === undefined ? [] : filingsOf(record);
  return new Map(filings.map((filing) => [rowId(indexKeyRow(filing.key)), filing]));
}

function fileItem(
  itemId: string,
  key: IndexKey,
  verbatim: string,
  { tableName, seen }: KeySettings,
  id: string,
): TransactItem {
  const expected = seen?.get(id);
  return {
    Update: {
      TableName: tableName,
      Key: indexKeyRow(key),
      UpdateExpression: 'SET #item = :number ADD changes :one',
      ExpressionAttributeNames: { '#item': itemId },
      ExpressionAttributeValues: {
        ':number': verbatim,
        ':one': 1,
        ...(expected !== undefined && { ':seen': expected }),
      },
      ...(seen?.has(id) === true && {
        ConditionExpression: expected === undefined ? 'attribute_not_exists(changes)' : 'changes = :seen',
      }),
    },
  };
}

function unfileItem(itemId: string, key: IndexKey, { tableName }: KeySettings): TransactItem {
  return {
    Update: {
      TableName: tableName,
      Key: indexKeyRow(key),
      UpdateExpression: 'REMOVE #item ADD changes :one',
      ExpressionAttributeNames: { '#item': itemId },
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}
