/**
 * Measures how many of the items that a person would accept are among the first five and ten results of a search,
 * compared with plain BM25 (MiniSearch, in memory, over the same titles and keywords) in the same run. `npm run bench
 * -- relevance` measures the real parts next to a checkout; each-query.ts measures any items, query by query.
 */
import MiniSearch, { type SearchOptions } from 'minisearch';
import type { ItemRecord } from '../../core/index/items/item-record.ts';
import { beginCurrentSearch } from '../../core/index/corrections/begin-current-search.ts';
import { finishSearch } from '../../core/index/search/finish-search.ts';
import { postingLists, type PostingLists } from '../../test/support/index/posting-lists.ts';
import { realParts } from '../../test/support/fixtures/real-parts.ts';
import type { RelevanceQuery } from './accepted.ts';
import { QUERY_FAMILIES, type QueryFamily } from './query-sets.ts';

/** Places filled with accepted items, and `possible`: the number of accepted items, at most the page size. */
export interface Places {
  readonly possible: number;
  readonly filled: number;
  readonly filledByBm25: number;
  /** The places filled by BM25 with prefixes and fuzzy words, the two options that most users of MiniSearch turn on. */
  readonly filledByFuzzy: number;
}

/** The items that pages of ten show, and bill, the accepted ones among them, and the number of pages without any. */
export interface ShownPages {
  readonly shown: number;
  readonly meant: number;
  readonly pagesOfNothingMeant: number;
}

export interface RelevanceOf {
  readonly index: string;
  readonly records: number;
  readonly set: string;
  readonly family: string;
  readonly queries: number;
  readonly firstFive: Places;
  readonly firstTen: Places;
  readonly pages: ShownPages;
  /** The same for pages without a limit set by the caller. */
  readonly defaultPages: ShownPages;
}

/** A large index, a small one in which few items contain every word, and two that share no manufacturer. */
const INDEXES: Readonly<Record<string, (records: readonly ItemRecord[]) => readonly ItemRecord[]>> = {
  all: (records) => records,
  'a sixth': (records) => records.filter((_record, place) => place % 6 === 0),
  'half the manufacturers': (records) => ofManufacturers(records, 0),
  'the other half': (records) => ofManufacturers(records, 1),
};

export async function measureRelevance(): Promise<readonly RelevanceOf[]> {
  const parts = realParts();
  const measured: RelevanceOf[] = [];
  for (const [name, recordsOf] of Object.entries(INDEXES)) {
    const records = recordsOf(parts);
    const index = searchedIndex(records);
    for (const family of QUERY_FAMILIES) measured.push(await relevanceOf(family, name, index));
  }
  return measured;
}

/** Assigns manufacturers to the two halves alternately, in the order of their names. */
function ofManufacturers(records: readonly ItemRecord[], half: 0 | 1): readonly ItemRecord[] {
  const manufacturers = [...new Set(records.map(({ manufacturer }) => manufacturer))].toSorted();
  return records.filter(({ manufacturer }) => manufacturers.indexOf(manufacturer) % 2 === half);
}

async function relevanceOf({ set, family, queries }: QueryFamily, name: string, index: SearchedIndex) {
  const answers = await Promise.all(queries.map((asked) => answersTo(asked, index)));
  return {
    index: name,
    records: index.records.length,
    set,
    family,
    queries: queries.length,
    firstFive: answers.map(({ firstFive }) => firstFive).reduce(sumOf),
    firstTen: answers.map(({ firstTen }) => firstTen).reduce(sumOf),
    pages: answers.map(({ pages }) => pages).reduce(sumOfPages),
    defaultPages: answers.map(({ defaultPages }) => defaultPages).reduce(sumOfPages),
  };
}

export function sumOfPages(one: ShownPages, other: ShownPages): ShownPages {
  return {
    shown: one.shown + other.shown,
    meant: one.meant + other.meant,
    pagesOfNothingMeant: one.pagesOfNothingMeant + other.pagesOfNothingMeant,
  };
}

export function sumOf(one: Places, other: Places): Places {
  return {
    possible: one.possible + other.possible,
    filled: one.filled + other.filled,
    filledByBm25: one.filledByBm25 + other.filledByBm25,
    filledByFuzzy: one.filledByFuzzy + other.filledByFuzzy,
  };
}

type Searcher = (asked: RelevanceQuery, limit: number, partialLimit?: number) => Promise<readonly ItemRecord[]>;

/** An index of items, with this search and BM25 over it. */
export interface SearchedIndex {
  readonly records: readonly ItemRecord[];
  readonly ours: Searcher;
  readonly bm25: Searcher;
  readonly fuzzy: Searcher;
}

export function searchedIndex(records: readonly ItemRecord[]): SearchedIndex {
  return { records, ours: ourSearch(records), bm25: bm25(records), fuzzy: bm25(records, { prefix: true, fuzzy: 0.2 }) };
}

export interface Answers {
  readonly firstFive: Places;
  readonly firstTen: Places;
  readonly pages: ShownPages;
  readonly defaultPages: ShownPages;
  /** The first ten results of this search, and whether each is accepted. */
  readonly shown: readonly (readonly [record: ItemRecord, isAccepted: boolean])[];
}

export async function answersTo(
  asked: RelevanceQuery,
  { records, ours, bm25: theirs, fuzzy }: SearchedIndex,
): Promise<Answers> {
  const accepted = new Set(records.filter((record) => isAccepted(record, asked)));
  const [five, ten, byDefault] = [await ours(asked, 5), await ours(asked, 10), await ours(asked, 10, 5)];
  const [other, withOptions] = [await theirs(asked, 10), await fuzzy(asked, 10)];
  const count = (found: readonly ItemRecord[]) => found.filter((record) => accepted.has(record)).length;
  const places = (limit: number, found: readonly ItemRecord[]): Places => ({
    possible: Math.min(limit, accepted.size),
    filled: count(found),
    filledByBm25: count(other.slice(0, limit)),
    filledByFuzzy: count(withOptions.slice(0, limit)),
  });
  const pageOf = (found: readonly ItemRecord[]): ShownPages => ({
    shown: found.length,
    meant: count(found),
    pagesOfNothingMeant: found.length > 0 && count(found) === 0 ? 1 : 0,
  });
  return {
    pages: pageOf(ten),
    defaultPages: pageOf(byDefault),
    firstFive: places(5, five),
    firstTen: places(10, ten),
    shown: ten.map((record) => [record, accepted.has(record)]),
  };
}

function isAccepted(record: ItemRecord, { accept, parts }: RelevanceQuery): boolean {
  if (parts !== undefined) return parts.includes(`${record.manufacturer} ${record.mpn}`);
  const text = `${record.title ?? ''} ; ${keywordsOf(record)} ; ${record.category ?? ''}`;
  return accept.every((pattern) => pattern.test(text));
}

function ourSearch(records: readonly ItemRecord[]): Searcher {
  const lists: PostingLists = postingLists();
  for (const record of records) lists.add(record);
  lists.settle();
  return async ({ query, manufacturer }, limit, partialLimit = limit) => {
    const request = { after: undefined, limit, partialLimit, sections: [] };
    const started = await beginCurrentSearch(lists, { query, manufacturer }, request);
    return (await finishSearch(lists, started)).found.map(({ item }) => item);
  };
}

/** Searches as MiniSearch's documentation begins: any of the words may match; the best result is first. */
function bm25(records: readonly ItemRecord[], searchOptions: SearchOptions = {}): Searcher {
  const index = new MiniSearch({ fields: ['title', 'keywords'], idField: 'id', searchOptions });
  index.addAll(records.map((record) => ({ id: record.id, title: record.title ?? '', keywords: keywordsOf(record) })));
  const byId = new Map(records.map((record) => [record.id, record]));
  return async ({ query, manufacturer }, limit) => {
    const isManufacturers = ({ id }: { id: unknown }) =>
      manufacturer === undefined || byId.get(id as string)?.manufacturer === manufacturer;
    const found = index.search(query, { filter: isManufacturers }).slice(0, limit);
    return found.flatMap(({ id }) => byId.get(id as string) ?? []);
  };
}

function keywordsOf({ keywords }: ItemRecord): string {
  return Array.isArray(keywords) ? keywords.join(' ') : '';
}
