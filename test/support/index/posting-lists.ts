/**
 * In-memory posting lists for tests of the algorithm alone. They count the cost that each read would have in DynamoDB.
 */
import { postingBytes } from '../../../adapters/dynamodb/index/item-index-keys.ts';
import { positionOf, type ItemPosition } from '../../../core/index/items/item-position.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { Posting, PostingIndex } from '../../../core/index/search/posting-index.ts';
import { termsOf, titleTermsOf } from '../../../core/index/search/search-terms.ts';
import type { Term } from '../../../core/index/search/term.ts';
import { quantitiesOf, type Quantities } from '../../../core/index/items/item-quantities.ts';
import { bucketTerms } from '../../../core/index/search/quantity-buckets.ts';
import { signatureOf, type SignatureBits } from '../../../core/index/search/term-signature.ts';
import {
  isBeginning,
  MAX_BEGINNING_NUMBERS,
  readBeginning,
  type Beginning,
} from '../../../core/index/search/beginning-term.ts';
import { partKeyOf } from '../../../core/index/items/item-identity.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../core/index/manufacturers/built-in-manufacturers.ts';
import type { ManufacturerTable } from '../../../core/index/manufacturers/manufacturer-table.ts';
import { isVocabularyWord, MIN_RECORDS_OF_WORD, Vocabulary } from '../../../core/index/words/vocabulary.ts';
import { NO_WORDS } from '../../../core/index/words/word-table.ts';

interface ReadCosts {
  requests: number;
  /** Eventually consistent reads cost half a unit for each started 4 kB. */
  units: number;
  pages: number;
}

export interface PostingLists extends PostingIndex {
  manufacturers(): Promise<ManufacturerTable>;
  add(record: ItemRecord): void;
  /** Indexes the item again, and removes its old postings. */
  replace(record: ItemRecord): void;
  remove(itemId: string): void;
  /** Sorts the lists; added items are not visible before. */
  settle(): void;
  readonly costs: ReadCosts;
}

export function postingLists(bits: SignatureBits = 16): PostingLists {
  const lists = new Map<Term, Posting[]>();
  const items = new Map<string, { item: ItemRecord; terms: ReadonlySet<Term>; quantities: Quantities }>();
  const unsettled = new Set<Term>();
  const numbers = new Map<string, { readonly part: string; readonly posting: Posting }>();
  let ordered: readonly { readonly part: string; readonly posting: Posting }[] | undefined;
  const begin = (beginning: Beginning) => {
    ordered ??= [...numbers.values()].toSorted((a, b) => (a.part < b.part ? -1 : 1));
    let [low, high] = [0, ordered.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ordered[middle]?.part ?? '') < beginning.part) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (let at = low; ordered[at]?.part.startsWith(beginning.part) === true; at += 1) found.push(ordered[at]!);
    return found;
  };
  const costs: ReadCosts = { requests: 0, units: 0, pages: 0 };
  const file = (record: ItemRecord, terms: readonly Term[], signature: Uint8Array): void => {
    const posting = { position: positionOf(record), signature };
    const part = partKeyOf(record);
    if (part !== undefined) numbers.set(record.id, { part, posting });
    else numbers.delete(record.id);
    ordered = undefined;
    for (const term of terms) {
      const list = lists.get(term) ?? [];
      const written = items.has(record.id) ? list.findIndex(({ position }) => position === posting.position) : -1;
      if (written >= 0) list[written] = posting;
      else if (list.push(posting) === 1) lists.set(term, list);
      unsettled.add(term);
    }
    items.set(record.id, { item: record, terms: new Set(terms), quantities: quantitiesOf(record) });
  };
  const add = (record: ItemRecord): void => {
    const terms = termsOf(record);
    file(record, terms, signatureOf([...terms, ...bucketTerms(quantitiesOf(record))], titleTermsOf(record), bits));
  };
  return {
    costs,
    words: () => NO_WORDS,
    vocabulary: async () => {
      const words = [...lists].map(([term, list]) => [term.slice(2), term.startsWith('w:') ? list.length : 0] as const);
      return new Vocabulary(words.filter(([word, count]) => count >= MIN_RECORDS_OF_WORD && isVocabularyWord(word)));
    },
    manufacturers: () => Promise.resolve(BUILT_IN_MANUFACTURERS),
    add,
    replace(record) {
      const before = items.get(record.id);
      const position = before === undefined ? undefined : positionOf(before.item);
      for (const term of before?.terms ?? []) {
        lists.set(
          term,
          (lists.get(term) ?? []).filter((posting) => posting.position !== position),
        );
      }
      add(record);
    },
    remove: (itemId) => void items.delete(itemId),
    settle() {
      for (const term of unsettled) lists.get(term)?.sort((a, b) => (a.position < b.position ? -1 : 1));
      unsettled.clear();
    },
    async readPostings(term, after, limit) {
      const beginning = readBeginning(term);
      if (beginning !== undefined) {
        const found = begin(beginning).slice(0, MAX_BEGINNING_NUMBERS + 1);
        const read = found.slice(0, MAX_BEGINNING_NUMBERS).filter(({ part }) => isBeginning(part, beginning));
        costs.requests += 1;
        costs.units += Math.max(1, Math.ceil((found.length * 190) / 4096)) / 2;
        const postings = read
          .map(({ posting }) => posting)
          .filter(({ position }) => after === undefined || position > after)
          .sort((a, b) => (a.position < b.position ? -1 : 1));
        return { postings, isLast: true, isCut: found.length > MAX_BEGINNING_NUMBERS, bytes: found.length * 190 };
      }
      const list = lists.get(term) ?? [];
      const start = after === undefined ? 0 : firstAfter(list, after);
      const postings = list.slice(start, start + limit);
      const bytes = postings.reduce((sum, { signature }) => sum + postingBytes(term, signature), 0);
      costs.requests += 1;
      costs.pages += 1;
      costs.units += Math.max(1, Math.ceil(bytes / 4096)) / 2;
      return { postings, isLast: start + limit > list.length, bytes };
    },
    async readIndexedItems(itemIds) {
      costs.requests += 1;
      costs.units += itemIds.length / 2;
      return new Map(itemIds.flatMap((id) => (items.has(id) ? [[id, items.get(id)!]] : [])));
    },
  };
}

/** Reads that start while another one is running belong to the same round trip. */
export function countRoundTrips(index: PostingIndex): { index: PostingIndex; roundTrips(): number } {
  let underWay = 0;
  let roundTrips = 0;
  const within = async <T>(read: () => Promise<T>): Promise<T> => {
    if (underWay++ === 0) roundTrips += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return read().finally(() => (underWay -= 1));
  };
  return {
    index: {
      words: () => index.words(),
      vocabulary: () => within(() => index.vocabulary()),
      readPostings: (...args) => within(() => index.readPostings(...args)),
      readIndexedItems: (...args) => within(() => index.readIndexedItems(...args)),
    },
    roundTrips: () => roundTrips,
  };
}

function firstAfter(list: readonly Posting[], after: ItemPosition): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.position ?? '') > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
