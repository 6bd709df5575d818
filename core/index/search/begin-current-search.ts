/**
 * Starts a search with operators' words, the aliases under which a manufacturer's items are indexed, and corrections of
 * the query.
 */
import type { ItemIndex } from '../items/item-index.ts';
import { END, START } from '../items/item-position.ts';
import { isEverydayWord } from '../words/significant-words.ts';
import { correctQuery, type CorrectedQuery } from './correct-query.ts';
import type { Correction } from './correction.ts';
import type { PostingIndex } from './posting-index.ts';
import type { PostingLists } from './posting-list.ts';
import { readCursor } from './search-cursor.ts';
import {
  readFirstPostings,
  expectedOf,
  type StartedSearch,
  type SearchRequest,
  type SearchSettings,
} from './search-items.ts';
import { boundOfValue, termsOfSearch, withManufacturerSpellings, type SearchCriteria } from './search-terms.ts';

export type SearchIndex = PostingIndex & Pick<ItemIndex, 'manufacturers'>;

interface CurrentSearchRequest extends Omit<SearchRequest, 'terms' | 'isCorrected'> {
  /** A cursor of the corrected query: it can be read only once the correction is known. */
  readonly correctedCursor?: string | undefined;
}

/**
 * Starts with the cached words and names, because the lists must be chosen before anything is read. Operators' latest
 * words arrive with the first lists. The search starts again if they select other lists, or if the first page shows
 * that the query must be corrected.
 */
export async function beginCurrentSearch(
  index: SearchIndex,
  criteria: SearchCriteria,
  request: CurrentSearchRequest,
  settings?: SearchSettings,
): Promise<StartedSearch> {
  const begin = async () => {
    const terms = termsOfSearch(criteria, index.words());
    return beginManufacturerSearch(index, criteria.manufacturer, { ...request, terms }, settings);
  };
  const cached = index.words();
  const first = await begin();
  const search = index.words() === cached ? first : await begin();
  return request.after === undefined ? beginCorrected(index, criteria, request, search, settings) : search;
}

/** @param after the place of a later page; the search starts with the first item if it is absent */
type StartMeant = (
  meant: SearchCriteria,
  isCorrected?: SearchRequest['isCorrected'],
  after?: SearchRequest['after'],
) => Promise<StartedSearch>;

async function beginCorrected(
  index: SearchIndex,
  criteria: SearchCriteria,
  { correctedCursor, ...request }: CurrentSearchRequest,
  search: StartedSearch,
  settings: SearchSettings | undefined,
): Promise<StartedSearch> {
  const start: StartMeant = (meant, isCorrected = true, after) => {
    const again = { ...request, after, terms: termsOfSearch(meant, index.words()), isCorrected };
    return beginManufacturerSearch(index, criteria.manufacturer, again, settings, search.lists);
  };
  const words = await correctQuery(index, await index.manufacturers(), criteria, search);
  return correctedCursor === undefined
    ? beginFirstPage(criteria, words, search, start)
    : beginLaterPage(criteria, words, search, start, correctedCursor);
}

/** @param words the query with its words corrected */
async function beginFirstPage(
  criteria: SearchCriteria,
  words: CorrectedQuery | undefined,
  search: StartedSearch,
  start: StartMeant,
): Promise<StartedSearch> {
  const started = words === undefined ? search : await start(words.criteria);
  const meant = await meantAgain(criteria, words, started, start);
  if (meant !== undefined) return { ...(await start(meant.criteria, 'again')), corrections: meant.corrections };
  return words === undefined ? search : { ...started, corrections: words.corrections };
}

/** The cursor says which of the two the first page was: of the corrected words, or of what is meant again. */
async function beginLaterPage(
  criteria: SearchCriteria,
  words: CorrectedQuery | undefined,
  search: StartedSearch,
  start: StartMeant,
  cursor: string,
): Promise<StartedSearch> {
  const placeIn = (meant: CorrectedQuery | undefined) =>
    meant && readCursor(cursor, termsOfSearch(criteria), termsOfSearch(meant.criteria));
  const place = placeIn(words);
  if (words !== undefined && place?.order.isCorrected === true)
    return { ...(await start(words.criteria, true, place)), corrections: words.corrections };
  const started = words === undefined ? search : await start(words.criteria);
  const meant = await meantAgain(criteria, words, started, start);
  const after = placeIn(meant);
  if (meant === undefined || after === undefined) return { ...search, isForeign: true };
  return { ...(await start(meant.criteria, 'again', after)), corrections: meant.corrections };
}

/** What the first lists of the corrected words decide: what its values mean, or that its rarest word is meant alone. */
async function meantAgain(
  criteria: SearchCriteria,
  words: CorrectedQuery | undefined,
  search: StartedSearch,
  start: StartMeant,
): Promise<CorrectedQuery | undefined> {
  const asked = words?.criteria ?? criteria;
  const meant =
    (await betweenEnds(asked, search, start)) ??
    (await withinRanges(asked, search, start)) ??
    rarestAlone(asked, search);
  return meant && { ...meant, corrections: [...(words?.corrections ?? []), ...meant.corrections] };
}

/** A word that at most this many items have says by itself which kind of part is meant. */
const RARE = 4;
const MIN_RARE_LENGTH = 4;

/**
 * Where no item has enough of the words of a query, those with its rarest word are meant: "cool with a peltier
 * element". Reads nothing.
 */
function rarestAlone(criteria: SearchCriteria, search: StartedSearch): CorrectedQuery | undefined {
  const { order, listed, lists } = search;
  const words = order.words.flatMap((place) => listed.words[place] ?? []);
  const [rarest] = words.slice(0, order.held);
  if (rarest === undefined || rarest.asked.length < MIN_RARE_LENGTH || isEverydayWord(rarest.asked)) return undefined;
  if (words.length + listed.otherWords.length < 2 || expectedOf(search) !== 'nothing') return undefined;
  // A value or a part number is never left out.
  if ([...words, ...listed.otherWords].some(({ asked }) => /\p{N}/u.test(asked))) return undefined;
  const stretch = lists.stretch(rarest.terms, START);
  if (stretch.reach() !== END || stretch.postings().length > RARE) return undefined;
  return {
    criteria: { ...criteria, query: rarest.asked },
    corrections: [{ written: criteria.query ?? '', meant: rarest.asked, kind: 'rarest' }],
  };
}

/**
 * A value with its unit after the other end of a range: "40-60V", "80..100 V", "3 to 5 W". Where both ends have a unit,
 * "24V to 5V" may well be what goes in and what comes out.
 */
const RANGE =
  /(?<![\p{L}\p{N}.,+-])(?:(?:from|von|de|da) )?(\d+(?:[.,]\d+)?)(?: ?[-–—~…] ?| ?\.{2,3} ?| (?:to|bis|à|até) |(?<=\b(?:de|da) [\d.,]+) a )(\d+(?:[.,]\d+)?)( ?[\p{L}µΩ]{1,8})(?![\p{L}\p{N}])/giu;

/**
 * Where no item states the range of a query beside all its other words, a value between its ends is meant: "mosfet
 * 20-30V". The lists of the other words have been read.
 */
async function betweenEnds(
  criteria: SearchCriteria,
  search: StartedSearch,
  start: StartMeant,
): Promise<CorrectedQuery | undefined> {
  // A word that no item has is left out of what is full.
  if (search.order.held === search.order.words.length && expectedOf(search, 'full') === 'items') return undefined;
  const corrections: Correction[] = [];
  const query = criteria.query?.replaceAll(RANGE, (written, from: string, to: string, unit: string) => {
    if (Number(from.replace(',', '.')) >= Number(to.replace(',', '.'))) return written;
    const meant = `between ${from}${unit} and ${to}${unit}`;
    corrections.push({ written, meant, kind: 'word' });
    return meant;
  });
  if (corrections.length === 0) return undefined;
  const meant = { ...criteria, query };
  const added = termsOfSearch(meant).bounds.length - termsOfSearch(criteria).bounds.length;
  if (added !== corrections.length) return undefined;
  return (await findsMore(search, start, meant)) ? { criteria: meant, corrections } : undefined;
}

/**
 * Where no item has the values of a query beside all its other words, a stated range with a value meets it: 2.5 GHz in
 * "2.4 to 2.6 GHz". The lists of the other words have been read.
 */
async function withinRanges(
  criteria: SearchCriteria,
  search: StartedSearch,
  start: StartMeant,
): Promise<CorrectedQuery | undefined> {
  const held = search.order.words.slice(0, search.order.held).flatMap((place) => search.listed.words[place] ?? []);
  const values = held.filter((word) => boundOfValue(word) !== undefined);
  if (values.length === 0 || values.length === held.length || expectedOf(search, 'full') !== 'nothing')
    return undefined;
  const meant = { ...criteria, isWithinRanges: true };
  if (!(await findsMore(search, start, meant))) return undefined;
  return { criteria: meant, corrections: values.map(({ asked }) => ({ written: asked, meant: '', kind: 'range' })) };
}

/** Whether items have all that is meant now; what is not known yet counts only where the search finds nothing. */
async function findsMore(search: StartedSearch, start: StartMeant, meant: SearchCriteria): Promise<boolean> {
  const again = await start(meant);
  const expected = expectedOf(again, 'full');
  if (expected === 'items' || expectedOf(search) !== 'nothing') return expected === 'items';
  return expected === 'unknown' || expectedOf(again) === 'items';
}

async function beginManufacturerSearch(
  index: SearchIndex,
  manufacturer: string | undefined,
  request: SearchRequest,
  settings: SearchSettings | undefined,
  lists?: PostingLists,
): Promise<StartedSearch> {
  if (manufacturer === undefined) return readFirstPostings(index, request, settings, lists);
  const spelled = async () => withManufacturerSpellings(request.terms, manufacturer, await index.manufacturers());
  const cached = await spelled();
  const search = await readFirstPostings(index, { ...request, terms: cached }, settings, lists);
  const current = await spelled();
  if (String(current.manufacturer) === String(cached.manufacturer)) return search;
  return readFirstPostings(index, { ...request, terms: current }, settings, lists);
}
