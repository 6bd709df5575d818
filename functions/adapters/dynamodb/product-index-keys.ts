/** The keys of the ProductIndex table (docs/storage.md). Whatever reads or writes the table finds its rows through these. */
import type { ItemPosition } from '../../core/products/item-position.ts';
import type { ItemSection } from '../../core/products/item-record.ts';
import type { IndexKey } from '../../core/products/product-index.ts';
import type { Term } from '../../core/products/search-terms.ts';
import type { RowKey } from './row-key.ts';

const ITEM_PREFIX = 'ITEM#';
const CORE = 'CORE';
const POSITION_LENGTH = '000#itm_00000000'.length;

export function coreKey(itemId: string): RowKey {
  return { pk: `${ITEM_PREFIX}${itemId}`, sk: CORE };
}

export function sectionKey(itemId: string, section: ItemSection): RowKey {
  return { pk: `${ITEM_PREFIX}${itemId}`, sk: `SECTION#${section}` };
}

/** The item that a record's row belongs to; undefined for other rows. */
export function itemIdOf({ pk }: RowKey): string | undefined {
  return pk.startsWith(ITEM_PREFIX) ? pk.slice(ITEM_PREFIX.length) : undefined;
}

/** A maker key holds no `#`, so the row of a part cannot be read as that of another. */
export function indexKeyRow(key: IndexKey): RowKey {
  return { pk: key.by === 'part' ? `PART#${key.maker}#${key.part}` : `GTIN#${key.gtin}`, sk: 'KEY' };
}

export function postingPartition(term: Term): string {
  return `TERM#${term}`;
}

/** What DynamoDB counts for a posting row: its attributes' names and values. */
export function postingBytes(term: Term, signature: Uint8Array): number {
  return 'pksksig'.length + Buffer.byteLength(postingPartition(term)) + POSITION_LENGTH + signature.length;
}

/** A posting as one string, for the set of those that may exist; positions are all 16 characters long. */
export type PostingName = `${ItemPosition}|${Term}`;

export function postingName(term: Term, position: ItemPosition): PostingName {
  return `${position}|${term}`;
}

export function postingKey(name: PostingName): RowKey {
  const separator = name.indexOf('|');
  return { pk: postingPartition(name.slice(separator + 1) as Term), sk: name.slice(0, separator) };
}
