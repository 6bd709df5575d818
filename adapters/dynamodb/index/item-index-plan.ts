/**
 * Plans what one change of an item writes and deletes: the item's rows, its keys and its postings. It has no side
 * effects; dynamo-item-writer.ts carries it out. A plan is valid while the item's CORE row has the revision it was made
 * from.
 */
import { positionOf } from '../../../core/index/items/item-position.ts';
import { ITEM_SECTIONS, type ItemRecord, type ItemSection } from '../../../core/index/items/item-record.ts';
import { titleTermsOf } from '../../../core/index/search/search-terms.ts';
import type { Term } from '../../../core/index/search/term.ts';
import { bucketTerms } from '../../../core/index/search/quantity-buckets.ts';
import { signatureOf, type SignatureBits } from '../../../core/index/search/term-signature.ts';
import type { WordTable } from '../../../core/index/words/word-table.ts';
import type { TransactItem } from '../client/transact-write.ts';
import { keyUpdates, type KeySettings } from './item-index-key-updates.ts';
import { postingKey, postingName, sectionKey, type PostingName } from './item-index-keys.ts';
import { hasSameContent, hasSameQuantities, type RecordRows, type StoredCore } from './item-index-rows.ts';
import type { Row } from '../client/row-key.ts';

export interface WritePlan {
  readonly itemId: string;
  /** The revision from which the plan was made; undefined if there was no CORE row. */
  readonly from: string | undefined;
  /**
   * The item's CORE row after the change, without its revision and pending postings; undefined if the item is deleted.
   */
  readonly core: Row | undefined;
  /** Sections and keys. */
  readonly body: readonly TransactItem[];
  readonly puts: ReadonlyMap<PostingName, TransactItem>;
  readonly deletes: ReadonlyMap<PostingName, TransactItem>;
}

export interface PlanSettings extends KeySettings {
  readonly signatureBits: SignatureBits;
  /** Abbreviations that operators have added; none when absent. */
  readonly words?: WordTable;
  /** Also writes rows that already seem to exist. */
  readonly rewrite?: boolean;
  /** Further conditions of the transaction. */
  readonly guards?: readonly TransactItem[];
}

/** @returns undefined when everything is in place already */
export function planWrite(
  stored: StoredCore | undefined,
  record: ItemRecord,
  rows: RecordRows,
  settings: PlanSettings,
): WritePlan | undefined {
  const { terms, large, item } = rows;
  if (stored !== undefined && settings.rewrite !== true && hasSameContent(stored, rows)) return undefined;
  const names = new Set(terms.map((term) => postingName(term, positionOf(record))));
  const sig = signatureOf(
    [...terms, ...bucketTerms(rows.quantities)],
    ownTitleTerms(record, terms, settings),
    settings.signatureBits,
  );
  const keepsSignature = hasSameSignature(stored, record, rows);
  const keys = keyUpdates(stored, { item, large }, { ...settings, sig, keepsSignature });
  return {
    itemId: record.id,
    from: stored?.revision,
    // DynamoDB has no empty sets.
    core: keys.apart.length > 0 ? { ...rows.core, apart: new Set(keys.apart) } : rows.core,
    body: [...sectionWrites(record.id, stored, rows, settings), ...keys.items, ...(settings.guards ?? [])],
    puts: postingPuts(stored, names, sig, keepsSignature, settings),
    deletes: postingDeletes(stored, names, settings),
  };
}

/** Removes an item, or what an unfinished write or deletion left of it. */
export function planDelete(itemId: string, stored: StoredCore, settings: PlanSettings): WritePlan {
  return {
    itemId,
    from: stored.revision,
    core: undefined,
    body: [...sectionWrites(itemId, stored, undefined, settings), ...keyUpdates(stored, undefined, settings).items],
    puts: new Map(),
    deletes: postingDeletes(stored, new Set(), settings),
  };
}

function sectionWrites(
  itemId: string,
  stored: StoredCore | undefined,
  rows: RecordRows | undefined,
  { tableName: TableName, rewrite }: PlanSettings,
): readonly TransactItem[] {
  return ITEM_SECTIONS.flatMap((section: ItemSection): TransactItem[] => {
    const row = rows?.sections.get(section);
    const digest = stored?.digests[section];
    if (row === undefined)
      return digest === undefined ? [] : [{ Delete: { TableName, Key: sectionKey(itemId, section) } }];
    return rewrite !== true && digest === rows?.digests[section] ? [] : [{ Put: { TableName, Item: row } }];
  });
}

/**
 * A posting contains the signature of all terms, with the title's separate, so it may stay only if none of them
 * changed.
 */
function postingPuts(
  stored: StoredCore | undefined,
  names: ReadonlySet<PostingName>,
  sig: Uint8Array,
  keepsSignature: boolean,
  { tableName: TableName, rewrite }: PlanSettings,
): ReadonlyMap<PostingName, TransactItem> {
  const inPlace = rewrite !== true && keepsSignature ? committed(stored) : new Set();
  const missing = [...names].filter((name) => !inPlace.has(name) || stored?.pending.has(name) === true);
  return new Map(missing.map((name) => [name, { Put: { TableName, Item: { ...postingKey(name), sig } } }]));
}

function ownTitleTerms(item: ItemRecord, terms: readonly Term[], { words }: PlanSettings): readonly Term[] {
  const own = new Set(terms);
  return titleTermsOf(item, words).filter((term) => own.has(term));
}

function hasSameSignature(stored: StoredCore | undefined, item: ItemRecord, rows: RecordRows): boolean {
  if (stored?.item === undefined || !hasSameQuantities(stored, rows)) return false;
  const signed = (own: readonly Term[], of: ItemRecord) => JSON.stringify([own, titleTermsOf(of).toSorted()]);
  return signed(stored.terms, stored.item) === signed(rows.terms, item);
}

function postingDeletes(
  stored: StoredCore | undefined,
  names: ReadonlySet<PostingName>,
  { tableName: TableName }: PlanSettings,
): ReadonlyMap<PostingName, TransactItem> {
  const stale = [...new Set([...committed(stored), ...(stored?.pending ?? [])])].filter((name) => !names.has(name));
  return new Map(stale.map((name) => [name, { Delete: { TableName, Key: postingKey(name) } }]));
}

/** The postings of the item that the CORE row describes. */
function committed(stored: StoredCore | undefined): ReadonlySet<PostingName> {
  const { item, terms = [] } = stored ?? {};
  return new Set(item === undefined ? [] : terms.map((term) => postingName(term, positionOf(item))));
}
