/**
 * Yields the items that seem to match a search, in page order, and reads only as far as needed: first items with the
 * exact part number, then items with every word (within a window, those with all words in the title first), then phase
 * by phase items with the most words.
 *
 * If the read budget ends during the phase of the full matches, or during one that shows nothing, the page is filled
 * with items of later phases from the same leader's list. In this coarse mode the phase and the fill each have a
 * separate place.
 */
import { END, START, type ItemPosition } from '../items/item-position.ts';
import {
  clausesOfExcluded,
  walkLeader,
  listedPlaces,
  numberPlaces,
  type LeaderWalk,
  type WalkCriteria,
  type WalkedItem,
} from './leader-walk.ts';
import type { PostingLists } from './posting-list.ts';
import type { ReadBudget } from './read-budget.ts';
import {
  enoughFullMatches,
  lastLeader,
  NOTHING_NEEDED,
  rarestOf,
  relaxedSets,
  type SearchOrder,
  type WordSet,
} from './search-order.ts';
import { FULL_PHASE, type Place } from './search-place.ts';
import type { Clause, Term } from './term.ts';

/** An item that its posting says matches. Its stored terms decide (finish-search.ts). */
export interface SeemingMatch {
  readonly position: ItemPosition;
  /** How it was found, because partial matches may be limited. */
  readonly found: 'number' | 'full' | 'partial';
  /** Where the search continues after it. */
  readonly place: Place;
  /** Where the matches of its kind began on this page. */
  readonly from: Place;
}

/** Yielded by `seemingMatches` when the budget ended a phase. If resumed, it fills a page that would show nothing. */
interface Pause {
  readonly pausedAt: Place;
}

/**
 * Yielded by `seemingMatches` when there seem to be enough full matches. When it is resumed, `fullMatches` counts the
 * confirmed ones.
 */
interface Check {
  /** Where the search continues if they are not enough. */
  readonly checkedAt: Place;
  /** Where it continues if they are enough; undefined if all full matches were read. */
  readonly enoughAt: Place | undefined;
}

export interface MatchWalk {
  readonly lists: PostingLists;
  readonly criteria: WalkCriteria;
  readonly number: Term | undefined;
  readonly order: SearchOrder;
  /** The clause of the leading filter; undefined if a word leads. */
  readonly leadingFilter: Clause | undefined;
  readonly budget: ReadBudget;
  readonly walks: Map<string, LeaderWalk>;
  /** Whether only an item with the exact part number can match, because the words that items have are not enough. */
  readonly lacksMeaning: boolean;
  /** Counts the full matches found, including those of earlier pages. */
  fullMatches(): number;
  /** Counts how many more matches of a kind are useful. */
  missing(found: SeemingMatch['found']): number;
  /** Whether no match was confirmed so far. */
  isPageEmpty(): boolean;
}

/** Returns the place where the budget ended it, or undefined if nothing is left. */
export type SeemingMatches = AsyncGenerator<SeemingMatch | Pause | Check, Place | undefined, void>;

export async function* seemingMatches(search: MatchWalk, place: Place | undefined): SeemingMatches {
  switch (place?.kind) {
    case undefined:
    case 'number': {
      const stoppedAt = yield* numberPhase(search, place?.last ?? START);
      return stoppedAt ?? (yield* fullPhase(search, { kind: 'full', start: START }));
    }
    case 'full':
    case 'titles':
    case 'rest':
      return yield* fullPhase(search, place);
    case 'relaxed':
      return yield* relaxedPhases(search, place.phase, place.last, place.done);
    case 'coarse':
      return yield* coarsePhase(search, withoutKind(place));
  }
}

type Phase<Result> = AsyncGenerator<SeemingMatch | Pause | Check, Result, void>;

async function* numberPhase(search: MatchWalk, start: ItemPosition): SeemingMatches {
  const { number, criteria } = search;
  if (number === undefined) return undefined;
  const walk = walkLeader(
    search.lists,
    { ...criteria, words: [], otherWords: [], needed: NOTHING_NEEDED, excluded: [] },
    [number],
    start,
  );
  const from: Place = { kind: 'number', last: start };
  const reached = yield* walked(search, walk, 'number', (item) => ({ kind: 'number', last: item.position }), from);
  return reached === END ? undefined : { kind: 'number', last: reached };
}

/**
 * Yields the results of a walk while the budget lasts.
 * @returns the position that the walk reached; {@link END} if it has ended
 */
async function* walked(
  search: MatchWalk,
  walk: LeaderWalk,
  found: SeemingMatch['found'],
  placeOf: (item: WalkedItem) => Place | undefined,
  from: Place,
): Phase<ItemPosition> {
  await walk.open();
  let next = 0;
  let met = 0;
  for (;;) {
    const items = walk.items();
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1;
      const place = placeOf(item);
      if (place === undefined) continue;
      met += 1;
      yield { position: item.position, found, place, from };
    }
    if (walk.reach() === END) return END;
    if (!(await walk.extend(search.missing(found), met, search.budget))) return walk.reach();
  }
}

type FullPlace = Extract<Place, { kind: 'full' | 'titles' | 'rest' }>;

/**
 * Yields items with every word. A window is what one page reads; in it, items with all words in the title come first.
 */
async function* fullPhase(search: MatchWalk, place: FullPlace): SeemingMatches {
  if (!canMatch(search)) return undefined;
  const fullMatch = (item: WalkedItem, at: Place) =>
    ({ position: item.position, found: 'full', place: at, from: place }) as const;
  if (place.kind === 'titles') {
    const { start, end } = place;
    const titles = yield* windowPass(search, leadersWalk(search, FIRST_LEADER, place.last), end, (item) =>
      item.inTitle ? fullMatch(item, { kind: 'titles', start, end, last: item.position }) : undefined,
    );
    if (titles < end) return { ...place, last: titles };
  }
  const walk = leadersWalk(search, FIRST_LEADER, place.kind === 'rest' ? place.last : place.start);
  let start = place.kind === 'full' ? place.start : place.end;
  if (place.kind !== 'full') {
    const { end } = place;
    const rest = yield* windowPass(search, walk, end, (item) =>
      item.isFull && !item.inTitle ? fullMatch(item, { kind: 'rest', end, last: item.position }) : undefined,
    );
    if (rest < end) return { kind: 'rest', end, last: rest };
  }
  await walk.open();
  while (start !== END) {
    const { window, isSpent } = await nextWindow(search, walk, start);
    const end = walk.reach();
    for (const [item, at] of inWindowOrder(window, start, end)) yield fullMatch(item, at);
    start = end;
    if (isSpent) return yield* fill(search, { phase: FULL_PHASE, exact: end, fill: START, done: 0 });
  }
  if (yield* isEnough(search, { checkedAt: { kind: 'relaxed', phase: 0, last: START, done: 0 }, enoughAt: undefined }))
    return undefined;
  return yield* relaxedPhases(search, 0, START, 0);
}

/**
 * Whether there are so many full matches that no partial ones follow. If there seem to be enough, they are confirmed
 * first.
 */
async function* isEnough(search: MatchWalk, check: Check): Phase<boolean> {
  const enough = enoughFullMatches(search.order);
  if (search.fullMatches() < enough) return false;
  yield check;
  return search.fullMatches() >= enough;
}

/** Reads up to the end of a window. @returns how far it came */
async function* windowPass(
  search: MatchWalk,
  walk: LeaderWalk,
  end: ItemPosition,
  matchOf: (item: WalkedItem) => SeemingMatch | undefined,
): Phase<ItemPosition> {
  await walk.open();
  for (let next = 0; ;) {
    const items = walk.items();
    for (let item = items[next]; item !== undefined && item.position <= end; item = items[next]) {
      next += 1;
      const match = matchOf(item);
      if (match !== undefined) yield match;
    }
    if (walk.reach() >= end) return end;
    if (!(await walk.extend(search.missing('full'), next, search.budget))) return walk.reach();
  }
}

/** Reads the full matches after `start` that one page needs. */
async function nextWindow(search: MatchWalk, walk: LeaderWalk, start: ItemPosition) {
  for (;;) {
    const window = walk.items().filter(({ position, isFull }) => isFull && position > start);
    const missing = search.missing('full') - window.length;
    if (walk.reach() === END || (missing <= 0 && walk.reach() > start)) return { window, isSpent: false };
    if (!(await walk.extend(missing, window.length, search.budget))) return { window, isSpent: true };
  }
}

/** Puts items with all words in the title first, and keeps the plain order if that is the same. */
function inWindowOrder(
  window: readonly WalkedItem[],
  start: ItemPosition,
  end: ItemPosition,
): readonly (readonly [WalkedItem, Place])[] {
  const [titles, others] = [window.filter(({ inTitle }) => inTitle), window.filter(({ inTitle }) => !inTitle)];
  if (titles.length === 0 || others.length === 0) {
    return window.map((item) => [item, { kind: 'full', start: item.position }]);
  }
  return [
    ...titles.map((item) => [item, { kind: 'titles', start, end, last: item.position }] as const),
    ...others.map((item) => [item, { kind: 'rest', end, last: item.position }] as const),
  ];
}

/**
 * Yields the items of one set of words after another, best first. The sets of leaders in `done` were already shown by
 * coarse mode.
 */
async function* relaxedPhases(search: MatchWalk, first: number, last: ItemPosition, done: number): SeemingMatches {
  const sets = setsOf(search);
  for (const [phase, set] of sets.entries()) {
    const leader = leaderOf(search, set);
    if (phase < first || (done & (1 << leader)) !== 0) continue;
    const start = phase === first ? last : START;
    // The lists of all leaders are opened together, so that a later phase starts without another round trip.
    if (start === START) await search.lists.open(leadingClauses(search), START);
    const placeOf = ({ held, isFull, position }: WalkedItem): Place | undefined =>
      held === set && !isFull ? { kind: 'relaxed', phase, last: position, done } : undefined;
    const from: Place = { kind: 'relaxed', phase, last: start, done };
    const reached = yield* walked(search, leadersWalk(search, leader, start), 'partial', placeOf, from);
    if (reached === END) continue;
    yield { pausedAt: { kind: 'relaxed', phase, last: reached, done } };
    return yield* fill(search, { phase, exact: reached, fill: START, done });
  }
  return undefined;
}

type CoarsePlace = Omit<Extract<Place, { kind: 'coarse' }>, 'kind'>;

async function* coarsePhase(search: MatchWalk, place: CoarsePlace): SeemingMatches {
  const set = setsOf(search)[place.phase];
  const leader = leaderOf(search, set);
  const isExact = (item: WalkedItem) => (set === undefined ? item.isFull : item.held === set && !item.isFull);
  const placeOf = (item: WalkedItem): Place | undefined =>
    isExact(item) ? { kind: 'coarse', ...place, exact: item.position } : undefined;
  const found = set === undefined ? 'full' : 'partial';
  const exact =
    place.exact === END
      ? END
      : yield* walked(search, leadersWalk(search, leader, place.exact), found, placeOf, { kind: 'coarse', ...place });
  return yield* fill(search, { ...place, exact });
}

/** Yields all items of later phases from the list of a phase's leader, in the order of the list. */
async function* fill(search: MatchWalk, place: CoarsePlace): SeemingMatches {
  if (place.phase === FULL_PHASE) {
    const enoughAt: Place | undefined = place.exact === END ? undefined : { kind: 'full', start: place.exact };
    if (yield* isEnough(search, { checkedAt: { kind: 'coarse', ...place }, enoughAt })) return enoughAt;
  }
  const sets = setsOf(search);
  const leader = leaderOf(search, sets[place.phase]);
  const later = new Set(sets.filter((set, phase) => phase > place.phase && leaderOf(search, set) === leader));
  if (later.size === 0) return ownPlace(place);
  const placeOf = ({ held, isFull, position }: WalkedItem): Place | undefined =>
    later.has(held) && !isFull ? { kind: 'coarse', ...place, fill: position } : undefined;
  if (search.isPageEmpty()) search.budget.allowOneMore();
  const reached =
    place.fill === END
      ? END
      : yield* walked(search, leadersWalk(search, leader, place.fill), 'partial', placeOf, {
          kind: 'coarse',
          ...place,
        });
  const end = { ...place, fill: reached };
  if (end.exact !== END || end.fill !== END) return { kind: 'coarse', ...end };
  return yield* relaxedPhases(search, place.phase + 1, START, place.done | (1 << leader));
}

/** If nothing is left to fill with, only the phase continues. */
function ownPlace({ phase, exact, done }: CoarsePlace): Place {
  return phase === FULL_PHASE ? { kind: 'full', start: exact } : { kind: 'relaxed', phase, last: exact, done };
}

function withoutKind({ phase, exact, fill: filled, done }: CoarsePlace): CoarsePlace {
  return { phase, exact, fill: filled, done };
}

/**
 * Returns the lists that a page reads first: all of them on a first page, those of the place's leader on a later one.
 */
export function firstReads(
  search: Pick<MatchWalk, 'criteria' | 'leadingFilter' | 'order'>,
  place: Place,
): readonly FirstRead[] {
  const leadersLists = (leader: number) => [
    ...(search.leadingFilter === undefined
      ? [...listedPlaces(search.criteria, leader), leader].flatMap((at) => [search.criteria.words[at] ?? []])
      : [search.leadingFilter, ...numberPlaces(search.criteria).map((at) => search.criteria.words[at] ?? [])]),
    ...clausesOfExcluded(search.criteria),
  ];
  switch (place.kind) {
    case 'number':
      return [];
    case 'full':
      return [[leadersLists(FIRST_LEADER), place.start]];
    case 'titles':
      return [place.last, place.start].map((start) => [leadersLists(FIRST_LEADER), start]);
    case 'rest':
      return [[leadersLists(FIRST_LEADER), place.last]];
    case 'relaxed':
      return [[leadersLists(leaderOf(search, setsOf(search)[place.phase])), place.last]];
    case 'coarse': {
      const lists = leadersLists(leaderOf(search, setsOf(search)[place.phase]));
      return [place.exact, place.fill].filter((start) => start !== END).map((start) => [lists, start]);
    }
  }
}

type FirstRead = readonly [clauses: readonly Clause[], start: ItemPosition];

const FIRST_LEADER = 0;

/** A search of which no word is in the index has no results, even if its filters match items. */
function canMatch({ criteria, order, leadingFilter, lacksMeaning }: MatchWalk): boolean {
  if (lacksMeaning) return false;
  // Items that lack a piece of an exact part number are not meant.
  if (order.isNumber && order.held < order.words.length) return false;
  if (criteria.words.length > 0) return true;
  return leadingFilter !== undefined && (order.words.length === 0 || criteria.otherWords.length > 0);
}

function setsOf({ criteria, order }: Pick<MatchWalk, 'criteria' | 'order'>): readonly WordSet[] {
  return order.isNumber ? [] : relaxedSets(criteria.words.length, criteria.needed, criteria.otherWords.length > 0);
}

/**
 * A leading filter leads every phase. Otherwise the rarest word of the set leads, or the rarest of all words for the
 * full matches.
 */
function leaderOf(
  { criteria, leadingFilter }: Pick<MatchWalk, 'criteria' | 'leadingFilter'>,
  set: WordSet | undefined,
): number {
  return leadingFilter === undefined && set !== undefined ? rarestOf(set, criteria.words.length) : FIRST_LEADER;
}

function leadingClauses({ criteria, leadingFilter }: MatchWalk): readonly Clause[] {
  const { words, needed } = criteria;
  return leadingFilter === undefined ? words.slice(0, lastLeader(words.length, needed) + 1) : [leadingFilter];
}

/** Returns the same walk for the same stretch, so that no signature is read twice within a page. */
function leadersWalk(search: MatchWalk, leader: number, start: ItemPosition): LeaderWalk {
  const name = `${leader}|${start}`;
  const walk =
    search.walks.get(name) ?? walkLeader(search.lists, search.criteria, search.leadingFilter ?? leader, start);
  search.walks.set(name, walk);
  return walk;
}
