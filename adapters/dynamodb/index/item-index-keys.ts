/**
 * The keys of the ItemIndex table (docs/reference/storage.md). All code that reads or writes the table finds its rows
 * by these keys.
 */
import type { ItemPosition } from '../../../core/index/items/item-position.ts';
import type { ItemSection } from '../../../core/index/items/item-record.ts';
import type { ManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import { lookAlikeForm } from '../../../core/index/part-keys/look-alike.ts';
import type { PartKey } from '../../../core/index/part-keys/part-number.ts';
import type { FiledKey } from '../../../core/index/items/item-index.ts';
import type { Term } from '../../../core/index/search/term.ts';
import type { RowKey } from '../client/row-key.ts';

const ITEM_PREFIX = 'ITEM#';
const CORE = 'CORE';
const POSITION_LENGTH = '000#itm_00000000'.length;

export function coreKey(itemId: string): RowKey {
  return { pk: `${ITEM_PREFIX}${itemId}`, sk: CORE };
}

export function sectionKey(itemId: string, section: ItemSection): RowKey {
  return { pk: `${ITEM_PREFIX}${itemId}`, sk: `SECTION#${section}` };
}

/** The item that a row belongs to; undefined for other rows. */
export function itemIdOf({ pk }: RowKey): string | undefined {
  return pk.startsWith(ITEM_PREFIX) ? pk.slice(ITEM_PREFIX.length) : undefined;
}

/** The row of a part number or GTIN, which lists the items filed under it. */
export function keyRow(key: FiledKey): RowKey {
  return { pk: keyPartition(key), sk: 'KEY' };
}

function keyPartition(key: FiledKey): string {
  return key.by === 'part' ? `NUMBER#${key.part}` : `GTIN#${key.gtin}`;
}

/**
 * Prefix of the rows of items that do not fit into a key row; one for each manufacturer, so that they can be read
 * separately.
 */
export function apartPrefix(manufacturer?: ManufacturerKey): string {
  // A manufacturer key contains no `#`, so the rows of one manufacturer cannot be read as those of another.
  return manufacturer === undefined ? 'ITEM#' : `ITEM#${manufacturer}#`;
}

/** The row of an item that does not fit into the key row, in the same partition. */
export function apartKeys(key: FiledKey, manufacturers: readonly ManufacturerKey[], itemId: string): readonly RowKey[] {
  const pk = keyPartition(key);
  if (key.by === 'gtin') return [{ pk, sk: `${apartPrefix()}${itemId}` }];
  return manufacturers.map((manufacturer) => ({ pk, sk: `${apartPrefix(manufacturer)}${itemId}` }));
}

/** The ordered list of part numbers is split into one list for each prefix of this many characters. */
export const NUMBER_LIST_CHARACTERS = 3;

export function numberListPartition(part: PartKey): string {
  return `NUMBERS#${[...part].slice(0, NUMBER_LIST_CHARACTERS).join('')}`;
}

/**
 * An item in the ordered list. The space sorts before every character of a part key, so a part number precedes longer
 * ones that begin with it.
 */
export function numberListKey(part: PartKey, itemId: string): RowKey {
  return { pk: numberListPartition(part), sk: `${part} ${itemId}` };
}

/** The partition in which a miss finds part numbers that look alike: one list for each prefix of a look-alike form. */
export function alikePartition(form: string): string {
  return `ALIKE#${[...form].slice(0, NUMBER_LIST_CHARACTERS).join('')}`;
}

/** An item in that list, ordered by its part number. */
export function alikeKey(number: string, itemId: string): RowKey {
  const form = lookAlikeForm(number);
  return { pk: alikePartition(form), sk: `${form} ${itemId}` };
}

export function postingPartition(term: Term): string {
  return `TERM#${term}`;
}

/** The bytes that DynamoDB counts for a posting row: attribute names and values. */
export function postingBytes(term: Term, signature: Uint8Array): number {
  return 'pksksig'.length + Buffer.byteLength(postingPartition(term)) + POSITION_LENGTH + signature.length;
}

/** A posting as one string, for the set of pending postings; every position is 16 characters long. */
export type PostingName = `${ItemPosition}|${Term}`;

export function postingName(term: Term, position: ItemPosition): PostingName {
  return `${position}|${term}`;
}

export function postingKey(name: PostingName): RowKey {
  const separator = name.indexOf('|');
  return { pk: postingPartition(name.slice(separator + 1) as Term), sk: name.slice(0, separator) };
}
