/**
 * Reads one page of a started search: the items that match all criteria, then those that match most, in order. Pure
 * except for the port.
 *
 * All lists of postings share one order, and each posting contains the signature of all terms of its item. The list of
 * one word can therefore be checked for all criteria. seeming-matches.ts decides which items seem to match, and their
 * order. This file reads the items and checks their terms and rank, so that stale postings, incomplete writes and hash
 * collisions never affect the result.
 */
import { END, itemIdAt, positionOf, START } from '../items/item-position.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import type { QuantityUnit } from '../items/item-quantities.ts';
import { hasOneOf } from './beginning-term.ts';
import type { IndexedItem, PostingIndex } from './posting-index.ts';
import { seemingMatches, type SeemingMatch, type MatchWalk, type SeemingMatches } from './seeming-matches.ts';
import {
  isAnswer,
  isEmpty,
  setOf,
  type Leader,
  type SearchOrder,
  ENOUGH_FULL_MATCHES,
  enoughFullMatches,
} from './search-order.ts';
import type { Place, SearchPlace } from './search-place.ts';
import type { AskedWord, ExcludedWords } from './search-terms.ts';
import {
  filtersOf,
  knownWords,
  lacksMeaning,
  loneWord,
  type SearchRequest,
  type StartedSearch,
} from './start-search.ts';
import type { Clause } from './term.ts';
import { meetsBound } from './quantity-buckets.ts';

export interface FoundItem {
  readonly item: StoredItem;
  /** The words that other items have and this one lacks; empty for a full match. */
  readonly lacking: readonly AskedWord[];
}

export interface SearchPage {
  /** The items that lack the fewest words come first. */
  readonly found: readonly FoundItem[];
  /** The order of the page; its cursor keeps it. */
  readonly order: SearchOrder;
  /** Undefined only if nothing follows. */
  readonly next: SearchPlace | undefined;
  /**
   * Whether an item that follows was confirmed. If not, and `next` is set, the read budget ended the page before that
   * was known.
   */
  readonly hasMore: boolean;
  /** True when the read budget ended the page before it was full or fully decided. */
  readonly isCutShort: boolean;
  /** Words that no item has. */
  readonly unknownWords: readonly AskedWord[];
  /** The only word of the query that items have, if the page is empty for that reason. */
  readonly loneWord: AskedWord | undefined;
  /** Prefixes that so many part numbers share that only the first of those were searched. */
  readonly cutNumbers: readonly AskedWord[];
  /** Filters that no item matches; only reported by a first page. */
  readonly unmatchedFilters: readonly Leader[];
}

/** Consecutive reads of items. The second is needed only if postings were stale, or values not within a bound. */
const MAX_ITEM_READS = 2;
/** How many items the second read takes for each match that is missing. */
const ITEMS_PER_MATCH = 2;
/** Several counts share a bucket, and no list says what share an item states: few items of the first read match. */
const COUNTED_PER_MATCH = 4;
/** At most so many, so that the costliest searches read no more than with two for each match. */
const MAX_COUNTED_READS = 18;
const COUNTS: ReadonlySet<QuantityUnit> = new Set(['bit', 'pin', 'channel']);

interface Match extends FoundItem {
  readonly seeming: SeemingMatch;
}

/** The state of a page while it is read. */
interface PageState {
  readonly matches: Match[];
  /** Those whose items are not read yet. */
  batch: SeemingMatch[];
  reads: number;
}

/** Makes one or two round trips for items, usually one, and those of the read budget for lists. */
export async function finishSearch(
  index: Pick<PostingIndex, 'readIndexedItems'>,
  search: StartedSearch,
): Promise<SearchPage> {
  const page = await readPage(index, search);
  const { order, request } = search;
  const isNothing = page.found.length === 0 && page.next === undefined;
  // The item that seemed to have the exact part number is gone, so the query is searched by its words.
  if (!isNothing || !order.isNumber || request.after !== undefined) return page;
  return readPage(index, { ...search, order: { ...order, isNumber: false } });
}

async function readPage(index: Pick<PostingIndex, 'readIndexedItems'>, search: StartedSearch): Promise<SearchPage> {
  const state: PageState = { matches: [], batch: [], reads: 0 };
  const source = seemingMatches(matchWalk(search, state), search.request.after?.place);
  for (;;) {
    const pulled = await pull(source, search.request, state);
    const checked = state.batch;
    if (checked.length > 0) {
      state.matches.push(...(await verifyMatches(index, checked, search, state.matches)));
      state.batch = [];
      state.reads += 1;
    }
    const end = pageEnd(pulled, {
      lastPlace: checked.at(-1)?.place,
      mayReadMore: state.reads < MAX_ITEM_READS,
      isEmpty: state.matches.length === 0,
      isFull: shownOf(state.matches, search.request).length < state.matches.length,
      hasEnoughFull: fullMatchesOf(search, state) >= enoughFullMatches(search.order),
    });
    if (end !== undefined) return pageOf(search, state.matches, end.follows);
  }
}

interface PageSoFar {
  /** Where the search continues after the last match that was read. */
  readonly lastPlace: Place | undefined;
  readonly mayReadMore: boolean;
  readonly isEmpty: boolean;
  readonly isFull: boolean;
  readonly hasEnoughFull: boolean;
}

/** Decides whether a page ends with what was pulled and read, and what follows it then; undefined if it goes on. */
export function pageEnd(
  pulled: Pulled,
  { lastPlace, mayReadMore, isEmpty, isFull, hasEnoughFull }: PageSoFar,
): { readonly follows: Place | undefined } | undefined {
  switch (pulled.why) {
    case 'ended':
      return { follows: pulled.at };
    case 'paused':
      return mayReadMore && isEmpty ? undefined : { follows: pulled.at };
    case 'checked':
      return mayReadMore ? undefined : { follows: hasEnoughFull ? pulled.enoughAt : pulled.at };
    case 'enough':
      return mayReadMore && !isFull ? undefined : { follows: lastPlace };
  }
}

function matchWalk(search: StartedSearch, state: PageState): MatchWalk {
  return {
    ...search,
    number: search.request.terms.number,
    walks: new Map(),
    lacksMeaning: lacksMeaning(search),
    fullMatches: () => fullMatchesOf(search, state),
    missing: (found) => missing(found, search.request, state),
    isPageEmpty: () => state.matches.length + state.batch.length === 0,
  };
}

function fullMatchesOf({ request: { after } }: StartedSearch, { matches, batch }: PageState): number {
  const unread = batch.filter(({ found }) => found !== 'partial');
  return (after?.fullMatches ?? 0) + matches.filter(isFullMatch).length + unread.length;
}

/** Asks for one match more than the page's limit, which proves that more follow. */
function missing(found: SeemingMatch['found'], request: SearchRequest, { matches, batch, reads }: PageState): number {
  const { limit, partialLimit = limit } = request;
  const surest = [...matches.map(({ seeming }) => seeming), ...batch].filter((one) => one.found !== 'partial').length;
  const wanted = found === 'partial' ? Math.max(partialLimit, surest) + 1 : limit + 1;
  const { bounds, excluded } = request.terms;
  const isCounted = bounds.some(({ unit }) => COUNTS.has(unit)) || excluded.some(({ value }) => value !== undefined);
  const left = wanted - matches.length;
  if (reads === 0) return left - batch.length;
  const next = isCounted ? Math.min(left * COUNTED_PER_MATCH, MAX_COUNTED_READS) : left * ITEMS_PER_MATCH;
  return next - batch.length;
}

type Pulled =
  | { readonly why: 'enough' }
  | { readonly why: 'paused'; readonly at: Place }
  | { readonly why: 'checked'; readonly at: Place; readonly enoughAt: Place | undefined }
  | { readonly why: 'ended'; readonly at: Place | undefined };

/** Adds seeming matches to the batch until there are enough for the page. */
async function pull(source: SeemingMatches, request: SearchRequest, state: PageState): Promise<Pulled> {
  let found: SeemingMatch['found'] = 'number';
  while (missing(found, request, state) > 0) {
    const next = await source.next();
    if (next.done === true) return { why: 'ended', at: next.value };
    if ('checkedAt' in next.value) return { why: 'checked', at: next.value.checkedAt, enoughAt: next.value.enoughAt };
    if ('pausedAt' in next.value) return { why: 'paused', at: next.value.pausedAt };
    state.batch.push(next.value);
    ({ found } = next.value);
  }
  return { why: 'enough' };
}

/** Returns the matches that their items confirm, each item once. */
async function verifyMatches(
  index: Pick<PostingIndex, 'readIndexedItems'>,
  checked: readonly SeemingMatch[],
  search: StartedSearch,
  before: readonly Match[],
): Promise<readonly Match[]> {
  const itemIds = new Set(checked.map(({ position }) => itemIdAt(position)));
  const items = await index.readIndexedItems([...itemIds], search.request.sections);
  const shown = new Set(before.map(({ item }) => item.id));
  return checked.flatMap((seeming) => {
    const indexed = items.get(itemIdAt(seeming.position));
    if (indexed === undefined || positionOf(indexed.item) !== seeming.position || shown.has(indexed.item.id)) return [];
    const lacking = lackingWords(indexed, seeming, search);
    if (lacking === undefined) return [];
    shown.add(indexed.item.id);
    return [{ seeming, item: indexed.item, lacking }];
  });
}

/** Returns the words that an item lacks, or undefined if it does not match at all. */
function lackingWords(
  { terms: own, quantities }: IndexedItem,
  { found }: SeemingMatch,
  { request: { terms }, listed, order, criteria: { needed } }: StartedSearch,
): readonly AskedWord[] | undefined {
  const has = (clause: Clause) => hasOneOf(own, clause);
  if (!filtersOf(terms).every(has)) return undefined;
  if (!terms.bounds.every((bound) => meetsBound(quantities, bound))) return undefined;
  const isExact = terms.number !== undefined && own.has(terms.number);
  // Items with the exact part number were shown before all others.
  if (isExact !== (found === 'number')) return undefined;
  if (isExact) return [];
  const isExcluded = ({ clauses, unless, value }: ExcludedWords) =>
    clauses.every(has) && !has(unless) && (value === undefined || meetsBound(quantities, value));
  if (terms.excluded.some(isExcluded)) return undefined;
  const words = knownWords(listed, order);
  const lacking = words.filter((word) => !has(word.terms));
  if (
    !isAnswer(
      setOf(words, (word) => !lacking.includes(word)),
      needed,
    )
  )
    return undefined;
  // A false positive of the signature: the item must have the part number or all of its words.
  if (order.isNumber && lacking.length > 0) return undefined;
  return [...lacking, ...listed.otherWords.filter((word) => !has(word.terms))];
}

function unmatchedFilters({ listed, lists }: StartedSearch): readonly Leader[] {
  return listed.filters.filter(({ clause }) => isEmpty(lists.stretch(clause, START))).map(({ leader }) => leader);
}

/** Returns the first matches, up to the limits for all and for partial ones. */
function shownOf(matches: readonly Match[], { limit, partialLimit = limit }: SearchRequest): readonly Match[] {
  const end = matches.findIndex(({ seeming }, place) => place >= (seeming.found === 'partial' ? partialLimit : limit));
  return end === -1 ? matches : matches.slice(0, end);
}

function fullMatchesAfter({ request: { after } }: StartedSearch, shown: readonly Match[]): number {
  return Math.min(ENOUGH_FULL_MATCHES, (after?.fullMatches ?? 0) + shown.filter(isFullMatch).length);
}

function isFullMatch({ lacking }: Match): boolean {
  return lacking.length === 0;
}

function pageOf(search: StartedSearch, matches: readonly Match[], follows: Place | undefined): SearchPage {
  const { request, listed, order } = search;
  const shown = shownOf(matches, request);
  const [last, beyond] = [shown.at(-1)?.seeming, matches[shown.length]?.seeming];
  // If this page shows no partial match, they begin with the next page.
  const isBeforePartial = beyond?.found === 'partial' && last?.found !== 'partial';
  const place = beyond === undefined ? follows : isBeforePartial ? beyond.from : last?.place;
  return {
    found: shown
      .toSorted((a, b) => a.lacking.length - b.lacking.length)
      .map(({ item, lacking }) => ({ item, lacking })),
    order,
    next: place === undefined ? undefined : { place, order, fullMatches: fullMatchesAfter(search, shown) },
    hasMore: beyond !== undefined,
    isCutShort: place !== undefined && (beyond === undefined || (place.kind === 'coarse' && place.exact !== END)),
    unknownWords: order.isNumber ? [] : order.words.slice(order.held).flatMap((at) => listed.words[at] ?? []),
    loneWord: loneWord(search),
    cutNumbers: listed.words.filter((word) => word.beginning !== undefined && search.lists.isCut(word.beginning)),
    unmatchedFilters: request.after === undefined ? unmatchedFilters(search) : [],
  };
}
