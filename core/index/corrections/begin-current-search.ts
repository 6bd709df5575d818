/**
 * Starts a search with operators' words, the aliases under which a manufacturer's items are indexed, and corrections of
 * the query. What the query is taken to mean is a value; every start of the search is one of such a value.
 */
import type { ItemIndex } from '../items/item-index.ts';
import { correctQuery, type CorrectedQuery } from './correct-query.ts';
import { betweenEnds, findsMore, rarestAlone, withinRanges } from './meant-by-lists.ts';
import type { PostingIndex } from '../search/posting-index.ts';
import type { PostingLists } from '../search/posting-list.ts';
import { readCursor } from '../search/search-cursor.ts';
import type { SearchOrder } from '../search/search-order.ts';
import type { SearchPlace } from '../search/search-place.ts';
import { termsOfSearch, withManufacturerSpellings, type SearchCriteria } from '../search/search-terms.ts';
import { startSearch, type StartedSearch, type SearchRequest, type SearchSettings } from '../search/start-search.ts';

export type SearchIndex = PostingIndex & Pick<ItemIndex, 'manufacturers'>;

interface CurrentSearchRequest extends Omit<SearchRequest, 'terms' | 'isCorrected'> {
  /** A cursor of the corrected query: it can be read only once the correction is known. */
  readonly correctedCursor?: string | undefined;
}

/** What all starts of one search have in common. */
interface SearchSource {
  readonly index: SearchIndex;
  readonly request: Omit<SearchRequest, 'terms' | 'isCorrected' | 'after'>;
  readonly settings: SearchSettings | undefined;
  /** What was read before; absent for the first start. */
  readonly lists?: PostingLists;
}

/** What a query is taken to mean. */
interface QueryMeaning extends CorrectedQuery {
  /** False as it was asked, true with its words corrected, `again` as the lists of those words decide. */
  readonly isCorrected: SearchOrder['isCorrected'];
}

/**
 * Starts with the cached words and names, because the lists must be chosen before anything is read. Operators' latest
 * words arrive with the first lists. The search starts again if they select other lists, or if the first page shows
 * that the query must be corrected.
 */
export async function beginCurrentSearch(
  index: SearchIndex,
  criteria: SearchCriteria,
  { correctedCursor, after, ...request }: CurrentSearchRequest,
  settings?: SearchSettings,
): Promise<StartedSearch> {
  const source = { index, request, settings };
  const asked: QueryMeaning = { criteria, corrections: [], isCorrected: false };
  const cached = index.words();
  const first = await startMeaning(source, asked, after);
  const search = index.words() === cached ? first : await startMeaning(source, asked, after);
  if (after !== undefined) return search;
  return beginCorrected({ ...source, lists: search.lists }, asked, search, correctedCursor);
}

/**
 * The first lists show which words no item has, and the first lists of the corrected words whether they are meant again
 * otherwise. The cursor of a later page says which of the two its first page was.
 */
async function beginCorrected(
  source: SearchSource,
  asked: QueryMeaning,
  search: StartedSearch,
  cursor: string | undefined,
): Promise<StartedSearch> {
  const { index } = source;
  const corrected = await correctQuery(index, await index.manufacturers(), asked.criteria, search);
  const worded: QueryMeaning = corrected === undefined ? asked : { ...corrected, isCorrected: true };
  const wordedPlace = placeIn(worded, asked, cursor);
  if (wordedPlace?.order.isCorrected === true) return startMeaning(source, worded, wordedPlace);
  const started = worded === asked ? search : await startMeaning(source, worded);
  const again = await meaningAgain(source, worded, started);
  if (cursor === undefined) return again === undefined ? started : startMeaning(source, again);
  const place = placeIn(again, asked, cursor);
  return again === undefined || place === undefined
    ? { ...search, isForeign: true }
    : startMeaning(source, again, place);
}

/** Returns the place where the cursor's page begins if the query means this; undefined for a first page. */
function placeIn(
  meaning: QueryMeaning | undefined,
  asked: QueryMeaning,
  cursor: string | undefined,
): SearchPlace | undefined {
  if (meaning === undefined || meaning === asked || cursor === undefined) return undefined;
  return readCursor(cursor, termsOfSearch(asked.criteria), termsOfSearch(meaning.criteria));
}

/** @param after the place of a later page; the search starts with the first item if it is absent */
async function startMeaning(
  { index, request, settings, lists }: SearchSource,
  { criteria, corrections, isCorrected }: QueryMeaning,
  after?: SearchPlace,
): Promise<StartedSearch> {
  const terms = termsOfSearch(criteria, index.words());
  const meant = { ...request, after, terms, isCorrected };
  const search = await beginManufacturerSearch(index, criteria.manufacturer, meant, settings, lists);
  return { ...search, corrections };
}

/**
 * Returns what the query means by the first lists of its corrected words: what its values mean, or that its rarest word
 * is meant alone; undefined if it means no more than its words.
 */
async function meaningAgain(
  source: SearchSource,
  worded: QueryMeaning,
  search: StartedSearch,
): Promise<QueryMeaning | undefined> {
  for (const meantBy of [betweenEnds, withinRanges]) {
    const meaning = withCorrections(worded, meantBy(worded.criteria, search));
    if (meaning !== undefined && findsMore(search, await startMeaning(source, meaning))) return meaning;
  }
  return withCorrections(worded, rarestAlone(worded.criteria, search));
}

function withCorrections({ corrections }: QueryMeaning, meant: CorrectedQuery | undefined): QueryMeaning | undefined {
  return meant && { ...meant, corrections: [...corrections, ...meant.corrections], isCorrected: 'again' };
}

async function beginManufacturerSearch(
  index: SearchIndex,
  manufacturer: string | undefined,
  request: SearchRequest,
  settings: SearchSettings | undefined,
  lists?: PostingLists,
): Promise<StartedSearch> {
  if (manufacturer === undefined) return startSearch(index, request, settings, lists);
  const spelled = async () => withManufacturerSpellings(request.terms, manufacturer, await index.manufacturers());
  const cached = await spelled();
  const search = await startSearch(index, { ...request, terms: cached }, settings, lists);
  const current = await spelled();
  if (String(current.manufacturer) === String(cached.manufacturer)) return search;
  return startSearch(index, { ...request, terms: current }, settings, lists);
}
