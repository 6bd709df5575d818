/**
 * Reads the product index in DynamoDB. Reads are eventually consistent; rows of two different versions
 * are detected by their digests and read again consistently. item-index-rows.ts decides what a row means.
 */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ItemPosition } from '../../../core/index/items/item-position.ts';
import type { StoredItem } from '../../../core/index/items/item-lifecycle.ts';
import type { ItemSection } from '../../../core/index/items/item-record.ts';
import {
  BUILT_IN_TABLE_STORE,
  type ManufacturerTableStore,
} from '../../../core/index/manufacturers/manufacturer-table-store.ts';
import type { ManufacturerTable } from '../../../core/index/manufacturers/manufacturer-table.ts';
import { spellingsOfKey } from '../../../core/index/manufacturers/search-spellings.ts';
import type { ManufacturerKey } from '../../../core/index/part-keys/manufacturer-name.ts';
import type { IndexedItem, PostingIndex, PostingPage } from '../../../core/index/search/posting-index.ts';
import type {
  IndexKey,
  KeyEntry,
  NumberAlike,
  NumberReach,
  ItemIndex,
  SeenNumbers,
} from '../../../core/index/items/item-index.ts';
import { readBeginning } from '../../../core/index/search/beginning-term.ts';
import { isManufacturerTerm, type Term } from '../../../core/index/search/term.ts';
import { NO_ADDED_WORDS, type WordTableStore } from '../../../core/index/words/word-table-store.ts';
import type { Clock } from '../../../core/time.ts';
import type { Vocabulary } from '../../../core/index/words/vocabulary.ts';
import type { WordTable } from '../../../core/index/words/word-table.ts';
import { batchGet } from '../client/batch-get.ts';
import { waitWithFullJitter } from '../client/full-jitter.ts';
import { KeyReader } from './key-reader.ts';
import { readNumbersAlike } from './number-list.ts';
import { readNumbersBeginning } from './numbers-beginning.ts';
import { postingBytes, postingPartition } from './item-index-keys.ts';
import { readStoredItem, storedItemKeys } from './item-index-rows.ts';

/** A write is one transaction, and a read that overlaps two consecutive writes very rarely overlaps a third. */
const CONSISTENT_READS = 3;

/** Operators' decisions; where one is absent, the data of this release applies. */
export interface TableStores {
  readonly manufacturers?: ManufacturerTableStore | undefined;
  readonly words?: WordTableStore | undefined;
  readonly clock?: Clock;
}

const SYSTEM_CLOCK: Clock = { nowMs: () => Date.now() };
const VOCABULARY_FRESH_MS = 60 * 60_000;
/** How long the vocabulary is used without asking whether it has changed. */
const VOCABULARY_UNASKED_MS = 60_000;

interface RememberedVocabulary {
  readonly words: Promise<Vocabulary>;
  /** Read before the words, so that a change during the read is seen with the next question. */
  readonly stamp: unknown;
  readonly askedMs: number;
  readonly readMs: number;
}

interface ReadOptions {
  readonly consistent: boolean;
}

export class DynamoItemIndex implements ItemIndex, PostingIndex {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #keys: KeyReader;
  readonly #manufacturers: ManufacturerTableStore;
  readonly #words: WordTableStore;
  readonly #clock: Clock;
  #vocabulary: RememberedVocabulary | undefined;

  constructor(
    client: DynamoDBDocumentClient,
    tableName: string,
    { manufacturers = BUILT_IN_TABLE_STORE, words = NO_ADDED_WORDS, clock = SYSTEM_CLOCK }: TableStores = {},
  ) {
    this.#client = client;
    this.#tableName = tableName;
    this.#manufacturers = manufacturers;
    this.#words = words;
    this.#clock = clock;
    this.#keys = new KeyReader(client, tableName);
  }

  async readKeys(
    keys: readonly IndexKey[],
    options: ReadOptions = { consistent: false },
  ): Promise<readonly (readonly KeyEntry[])[]> {
    const [rows, manufacturers] = await Promise.all([
      batchGet(this.#client, this.#tableName, this.#keys.rowsOf(keys), options),
      this.#manufacturers.current(),
    ]);
    const spellings = (manufacturer: ManufacturerKey) => spellingsOfKey(manufacturer, manufacturers);
    return this.#keys.entriesOf(keys, rows, { ...options, spellings });
  }

  manufacturers(): Promise<ManufacturerTable> {
    return this.#manufacturers.cached();
  }

  async vocabulary(): Promise<Vocabulary> {
    const nowMs = this.#clock.nowMs();
    const known = this.#vocabulary;
    if (known !== undefined && nowMs < known.askedMs + VOCABULARY_UNASKED_MS) return known.words;
    const { readVocabulary, readVocabularyStamp } = await import('./vocabulary-rows.ts');
    const stamp = await readVocabularyStamp(this.#client, this.#tableName);
    if (known !== undefined && nowMs < known.readMs + VOCABULARY_FRESH_MS && known.stamp === stamp) {
      this.#vocabulary = { ...known, askedMs: nowMs };
      return known.words;
    }
    const words = readVocabulary(this.#client, this.#tableName);
    this.#vocabulary = { words, stamp, askedMs: nowMs, readMs: nowMs };
    // A failed read is not cached.
    words.catch(() => (this.#vocabulary = undefined));
    return words;
  }

  words(): WordTable {
    return this.#words.cached();
  }

  async readNumbersAlike(number: string, reach: NumberReach, seen?: SeenNumbers): Promise<readonly NumberAlike[]> {
    return readNumbersAlike(this.#client, this.#tableName, number, reach, seen);
  }

  async readItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
    options: ReadOptions = { consistent: false },
  ): Promise<ReadonlyMap<string, StoredItem>> {
    const items = await this.#readSettled(itemIds, sections, options);
    return new Map([...items].map(([itemId, { item }]) => [itemId, item]));
  }

  async readIndexedItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
  ): Promise<ReadonlyMap<string, IndexedItem>> {
    return this.#readSettled(itemIds, sections, { consistent: false });
  }

  async readPostings(term: Term, after: ItemPosition | undefined, limit: number): Promise<PostingPage> {
    const beginning = readBeginning(term);
    if (beginning !== undefined) return readNumbersBeginning(this.#client, this.#tableName, beginning, after);
    const query = new QueryCommand({
      TableName: this.#tableName,
      KeyConditionExpression: after === undefined ? 'pk = :list' : 'pk = :list AND sk > :after',
      ExpressionAttributeValues: { ':list': postingPartition(term), ...(after !== undefined && { ':after': after }) },
      Limit: limit,
    });
    // Reads the current names, because the search chose this list by the cached ones.
    const [answer] = await Promise.all([
      this.#client.send(query),
      ...(isManufacturerTerm(term) ? [this.#manufacturers.current()] : []),
      this.#words.current(),
    ]);
    const postings = (answer.Items ?? []).map((row) => ({
      position: row['sk'] as ItemPosition,
      signature: row['sig'] as Uint8Array,
    }));
    const bytes = postings.reduce((sum, { signature }) => sum + postingBytes(term, signature), 0);
    return { postings, isLast: answer.LastEvaluatedKey === undefined, bytes };
  }

  async #readSettled(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
    { consistent }: ReadOptions,
  ): Promise<Map<string, IndexedItem>> {
    const items = new Map<string, IndexedItem>();
    let torn = await this.#readInto(items, itemIds, sections, consistent);
    for (let attempt = 1; torn.length > 0 && attempt <= CONSISTENT_READS; attempt += 1) {
      if (attempt > 1) await waitWithFullJitter(attempt - 1);
      torn = await this.#readInto(items, torn, sections, true);
    }
    if (torn.length > 0) throw new TornRecordError(torn.length);
    return items;
  }

  /** @returns the ids of items with rows of different versions */
  async #readInto(
    items: Map<string, IndexedItem>,
    itemIds: readonly string[],
    sections: readonly ItemSection[],
    consistent: boolean,
  ): Promise<readonly string[]> {
    const keys = itemIds.flatMap((id) => storedItemKeys(id, sections));
    const rows = await batchGet(this.#client, this.#tableName, keys, { consistent });
    return itemIds.filter((itemId) => {
      const { stored, item } = readStoredItem(itemId, sections, rows);
      if (item === 'torn') return true;
      if (item !== undefined && stored !== undefined)
        items.set(itemId, { item, terms: new Set(stored.terms), quantities: stored.quantities });
      return false;
    });
  }
}

/** Thrown when items were rewritten faster than they could be read. The message does not name them. */
class TornRecordError extends Error {
  override readonly name = 'TornRecordError';

  constructor(count: number) {
    super(`${count} records did not settle in ${CONSISTENT_READS} consistent reads`);
  }
}
