/**
 * `npm run bench -- relevance`: how much of what a person would accept stands among the first five and ten records of a search, over the real
 * parts that lie beside a checkout, and how much plain BM25 (MiniSearch, in memory, over the same titles and keywords) puts there in the same run.
 */
import MiniSearch from 'minisearch';
import type { ItemRecord } from '../../functions/core/products/item-record.ts';
import { termsOfSearch } from '../../functions/core/products/search-terms.ts';
import { postingLists, type PostingLists } from '../../testing/harness/posting-lists.ts';
import { realParts } from '../../testing/harness/real-parts.ts';
import { searchPage } from '../../testing/harness/search-page.ts';
import type { RelevanceQuery } from './accepted.ts';
import { RELEVANCE_FAMILIES } from './relevance-queries.ts';

/** Places filled with what is accepted, of the places that could be: as many as are accepted, at most the page. */
export interface Places {
  readonly possible: number;
  readonly filled: number;
  readonly filledByBm25: number;
}

export interface RelevanceOf {
  readonly records: number;
  readonly family: string;
  readonly queries: number;
  readonly half: 'tuning' | 'held out' | 'blind';
  readonly firstFive: Places;
  readonly firstTen: Places;
}

/** A large index, and a small one where few records hold every word: every sixth part. */
const SHARES = [1, 6];

type Searcher = (asked: RelevanceQuery, limit: number) => Promise<readonly ItemRecord[]>;

export async function measureRelevance(): Promise<readonly RelevanceOf[]> {
  const parts = realParts();
  const measured: RelevanceOf[] = [];
  for (const share of SHARES) {
    const records = parts.filter((_part, place) => place % share === 0);
    const searchers = [ourSearch(records), bm25(records)] as const;
    for (const family of RELEVANCE_FAMILIES) {
      for (const half of ['tuning', 'heldOut', 'blind'] as const) {
        const queries = family[half];
        const [firstFive, firstTen] = [
          await placesFilled(records, queries, 5, searchers),
          await placesFilled(records, queries, 10, searchers),
        ];
        const halfName = half === 'heldOut' ? 'held out' : half;
        measured.push({ records: records.length, family: family.name, queries: queries.length, half: halfName, firstFive, firstTen }); // prettier-ignore
      }
    }
  }
  return measured;
}

async function placesFilled(
  records: readonly ItemRecord[],
  queries: readonly RelevanceQuery[],
  limit: number,
  [ours, theirs]: readonly [Searcher, Searcher],
): Promise<Places> {
  const places = { possible: 0, filled: 0, filledByBm25: 0 };
  for (const asked of queries) {
    const accepted = new Set(records.filter((record) => isAccepted(record, asked)));
    const filled = async (search: Searcher) =>
      (await search(asked, limit)).filter((record) => accepted.has(record)).length;
    const [own, other] = [await filled(ours), await filled(theirs)];
    places.possible += Math.min(limit, accepted.size);
    places.filled += own;
    places.filledByBm25 += other;
  }
  return places;
}

function isAccepted(record: ItemRecord, { accept }: RelevanceQuery): boolean {
  const text = `${record.title ?? ''} ; ${keywordsOf(record)} ; ${record.category ?? ''}`;
  return accept.every((pattern) => pattern.test(text));
}

function ourSearch(records: readonly ItemRecord[]): Searcher {
  const lists: PostingLists = postingLists();
  for (const record of records) lists.add(record);
  lists.settle();
  return async ({ query, manufacturer }, limit) => {
    const request = { terms: termsOfSearch({ query, manufacturer }), after: undefined, limit, sections: [] };
    return (await searchPage(lists, request)).found.map(({ record }) => record);
  };
}

/** As its own documentation begins: any of the words may match, the best first. */
function bm25(records: readonly ItemRecord[]): Searcher {
  const index = new MiniSearch({ fields: ['title', 'keywords'], idField: 'id' });
  index.addAll(records.map((record) => ({ id: record.id, title: record.title ?? '', keywords: keywordsOf(record) })));
  const byId = new Map(records.map((record) => [record.id, record]));
  return async ({ query, manufacturer }, limit) => {
    const isMakers = ({ id }: { id: unknown }) =>
      manufacturer === undefined || byId.get(id as string)?.manufacturer === manufacturer;
    const found = index.search(query, { filter: isMakers }).slice(0, limit);
    return found.flatMap(({ id }) => byId.get(id as string) ?? []);
  };
}

function keywordsOf({ keywords }: ItemRecord): string {
  return Array.isArray(keywords) ? keywords.join(' ') : '';
}
