/**
 * Starts a search: reads the first pages of its lists, decides the order of its results, and says what they lead to
 * expect. finish-search.ts reads the items and makes the page. Pure except for the port.
 */
import { END, START } from '../items/item-position.ts';
import type { ItemSection } from '../items/item-record.ts';
import { clausesOfExcluded, walkLeader, type LeaderWalk, type WalkCriteria, type WalkedItem } from './leader-walk.ts';
import { postingLists, type PostingLists } from './posting-list.ts';
import type { PostingIndex } from './posting-index.ts';
import { LATER_PAGE_BYTES, startReadBudget, type ReadBudget } from './read-budget.ts';
import { firstReads } from './seeming-matches.ts';
import {
  decideOrder,
  isAnswer,
  lastLeader,
  neededWords,
  NOTHING_NEEDED,
  listedCriteria,
  withOtherForms,
  type ListedCriteria,
  type SearchOrder,
} from './search-order.ts';
import type { SearchPlace } from './search-place.ts';
import type { AskedWord, ExcludedWords, SearchTerms } from './search-terms.ts';
import type { Clause } from './term.ts';
import { bucketsOfBound } from './quantity-buckets.ts';
import { SIGNATURE_BITS, type SignatureBits } from './term-signature.ts';

/** A text in a query, and the text that replaces it in the search. */
export interface Correction {
  readonly written: string;
  readonly meant: string;
  readonly kind: 'word' | 'manufacturer' | 'short name' | 'range' | 'rarest';
}

export interface SearchRequest {
  readonly terms: SearchTerms;
  readonly after: SearchPlace | undefined;
  readonly limit: number;
  /** The most items of a page with partial matches; `limit` if absent. */
  readonly partialLimit?: number;
  readonly sections: readonly ItemSection[];
  /** Whether the terms are those of a corrected query. */
  readonly isCorrected?: SearchOrder['isCorrected'];
}

/** Limits that tests reduce. */
export interface SearchSettings {
  readonly bits?: SignatureBits;
  readonly laterPageBytes?: readonly number[];
}

/** A search whose first pages of postings have been read. */
export interface StartedSearch {
  readonly request: SearchRequest;
  readonly listed: ListedCriteria;
  readonly order: SearchOrder;
  readonly lists: PostingLists;
  readonly criteria: WalkCriteria;
  readonly leadingFilter: Clause | undefined;
  readonly budget: ReadBudget;
  /** The corrections of the query. */
  readonly corrections?: readonly Correction[];
  /** Whether the request's cursor belongs to another search. */
  readonly isForeign?: boolean;
}

/** Makes the reads that need no permission, so that they can run in parallel with authentication. One round trip. */
export async function startSearch(
  index: PostingIndex,
  request: SearchRequest,
  { bits = SIGNATURE_BITS, laterPageBytes = LATER_PAGE_BYTES }: SearchSettings = {},
  lists: PostingLists = postingLists(index),
): Promise<StartedSearch> {
  const { terms, after } = request;
  const budget = startReadBudget(laterPageBytes);
  const listed = withOtherForms(listedCriteria(terms));
  if (after !== undefined && after.place.kind !== 'number') {
    const search = { ...orderSearch(request, listed, after.order, bits), lists, budget };
    await Promise.all(firstReads(search, after.place).map(([clauses, start]) => lists.open(clauses, start)));
    return search;
  }
  const everything = [
    ...listed.words.map((word) => word.terms),
    ...listed.filters.map(({ clause }) => clause),
    ...clausesOfExcluded({ excluded: listedExclusions(terms) }),
  ];
  await Promise.all([
    lists.open(everything, START),
    terms.number !== undefined &&
      lists.open([[terms.number]], after?.place.kind === 'number' ? after.place.last : START),
  ]);
  const decided = (): SearchOrder => ({
    ...decideOrder(listed, (clause) => lists.stretch(clause, START)),
    isNumber: numberWalk(lists, request, bits).items().length > 0,
    isCorrected: request.isCorrected ?? false,
  });
  const order = after?.order ?? decided();
  return { ...orderSearch(request, listed, order, bits), lists, budget };
}

/** Walks the items with exactly the part number, from the start. */
function numberWalk(lists: PostingLists, { terms }: SearchRequest, bits: SignatureBits): LeaderWalk {
  const number = terms.number === undefined ? [] : [terms.number];
  return walkLeader(
    lists,
    { words: [], otherWords: [], filters: walkedFilters(terms), bits, needed: NOTHING_NEEDED, excluded: [] },
    number,
    START,
  );
}

function orderSearch(
  request: SearchRequest,
  listed: ListedCriteria,
  order: SearchOrder,
  bits: SignatureBits,
): Omit<StartedSearch, 'lists' | 'budget'> {
  const known = knownWords(listed, order);
  const otherWords = listed.otherWords.map(({ terms }) => terms);
  const needed = neededWords(known, known.length < order.words.length);
  const words = known.map(({ terms }) => terms);
  const excluded = listedExclusions(request.terms);
  const criteria = { words, otherWords, filters: walkedFilters(request.terms), bits, needed, excluded };
  const leadingFilter = listed.filters.find(({ leader }) => leader === order.leader)?.clause;
  // One known word of several says little: its items fill no page that has no limit.
  const { limit, partialLimit = limit } = request;
  const isVague = order.held === 1 && order.words.length > 2 && needed.least > 0;
  return {
    request: isVague ? { ...request, limit: Math.min(limit, partialLimit) } : request,
    listed,
    order,
    criteria,
    leadingFilter,
  };
}

/** Returns the words that the index has, rarest first. */
export function knownWords({ words }: ListedCriteria, { words: places, held }: SearchOrder): readonly AskedWord[] {
  return places.slice(0, held).flatMap((place) => words[place] ?? []);
}

export function filtersOf({ manufacturer, unspsc }: SearchTerms): readonly Clause[] {
  return [...(manufacturer === undefined ? [] : [manufacturer]), ...(unspsc === undefined ? [] : [[unspsc]])];
}

/** Returns the exclusions that lists decide; of a value only the items say whether they state it. */
function listedExclusions({ excluded }: SearchTerms): readonly ExcludedWords[] {
  return excluded.filter(({ value }) => value === undefined);
}

/** Returns the filters as signatures can check them: a bound by its buckets. */
function walkedFilters(terms: SearchTerms): readonly Clause[] {
  return [...filtersOf(terms), ...terms.bounds.map(bucketsOfBound)];
}

/** Whether no item has a word that can only be a part number. */
function lacksNumber({ listed, order }: Pick<StartedSearch, 'listed' | 'order'>): boolean {
  return order.words.slice(order.held).some((place) => listed.words[place]?.isSureNumber === true);
}

/**
 * Returns the only word that items have, beside one other word or a value, if it is too common to search alone, such as
 * "driver" in "peltir driver". A word is common if its list does not end with its first page. Only a first page needs
 * this, because an empty one has no cursor.
 */
export function loneWord({ request, listed, order, lists }: StartedSearch): AskedWord | undefined {
  const [word] = knownWords(listed, order);
  if (request.after !== undefined || order.isNumber || order.held !== 1 || listed.otherWords.length > 0)
    return undefined;
  const hasValue = order.words.slice(1).some((place) => /\p{N}/u.test(listed.words[place]?.asked ?? ''));
  if (word === undefined || word.beginning !== undefined || !(order.words.length === 2 || hasValue)) return undefined;
  return lists.stretch(word.terms, START).reach() === END ? undefined : word;
}

/** Whether the words that items have are not enough for a result. */
export function lacksMeaning(search: StartedSearch): boolean {
  return lacksNumber(search) || loneWord(search) !== undefined;
}

/**
 * Decides from the first pages of postings whether the search finds nothing, finds items, or cannot be decided yet.
 * @param kind `full` for items with every word
 */
export function expectedOf(search: StartedSearch, kind: 'any' | 'full' = 'any'): Expected {
  const { request, listed, order, criteria, leadingFilter, lists } = search;
  if (request.after !== undefined) return 'unknown';
  const { number } = request.terms;
  // Every answer has one of the rarest words: the lists of the others need not have ended.
  const last = kind === 'full' ? 0 : lastLeader(criteria.words.length, criteria.needed);
  const leaders =
    leadingFilter === undefined ? criteria.words.slice(0, last + 1).map((_clause, place) => place) : [leadingFilter];
  const canMatch =
    !lacksMeaning(search) && (criteria.words.length > 0 || order.words.length + listed.otherWords.length === 0);
  const walks = [
    ...(canMatch ? leaders.map((leader) => walkLeader(lists, criteria, leader, START)) : []),
    ...(number === undefined ? [] : [numberWalk(lists, request, criteria.bits)]),
  ];
  const answers = ({ held, isFull }: WalkedItem) => isFull || (kind === 'any' && isAnswer(held, criteria.needed));
  if (walks.some((walk) => walk.items().some(answers))) return 'items';
  const isUndecided = listed.otherWords.length > 0 && criteria.words.length === 0;
  return walks.every((walk) => walk.reach() === END) && !isUndecided ? 'nothing' : 'unknown';
}

type Expected = 'nothing' | 'items' | 'unknown';
