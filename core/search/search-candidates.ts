/**
 * The items that seem to answer a search, in page order, read only as far as needed: first those with the exact part
 * number, then those with every word (within a window, those with all words in the title first), then phase by phase those with the most words.
 *
 * When the budget of reads ends the phase of the full matches, or one that shows nothing, the page is filled with whatever its leader's list
 * holds of the later phases: coarse mode, in which the phase and the fill each keep a place of their own.
 */
import { END, START, type ItemPosition } from '../items/item-position.ts';
import { ledWalk, listedPlaces, numberPlaces, type LedWalk, type WalkCriteria, type WalkedRecord } from './led-walk.ts';
import type { PostingLists } from './posting-list.ts';
import type { ReadBudget } from './read-budget.ts';
import { enoughFullMatches, leastHeld, rarestOf, relaxedSets, type SearchOrder, type WordSet } from './search-order.ts';
import { FULL_PHASE, type Place } from './search-place.ts';
import type { Clause, Term } from './term.ts';

export interface Candidate {
  readonly position: ItemPosition;
  /** How it was found: partial matches may be limited. */
  readonly found: 'number' | 'full' | 'partial';
  /** The place where the search continues after it. */
  readonly place: Place;
  /** The place where the candidates of its kind began on this page. */
  readonly from: Place;
}

/** What `candidates` yields where the budget ended a phase: asked for more, it fills a page that would show nothing. */
export interface Pause {
  readonly pausedAt: Place;
}

/** What it yields where full matches seem enough: asked for more, it knows how many of them bore out. */
export interface Check {
  /** Where the search continues when they are not enough. */
  readonly checkedAt: Place;
  /** Where it continues when they are; undefined where all full matches were met. */
  readonly enoughAt: Place | undefined;
}

export interface CandidateSearch {
  readonly lists: PostingLists;
  readonly criteria: WalkCriteria;
  readonly number: Term | undefined;
  readonly order: SearchOrder;
  /** The clause of the leading filter; undefined when the words lead. */
  readonly leadingFilter: Clause | undefined;
  readonly budget: ReadBudget;
  readonly walks: Map<string, LedWalk>;
  /** Whether only an item with the exact number is meant: the words that items have are not enough. */
  readonly lacksMeaning: boolean;
  /** The number of full matches found, including those of earlier pages. */
  fullMatches(): number;
  /** How many further candidates of a kind are useful. */
  missing(found: Candidate['found']): number;
  /** Whether no candidate was confirmed so far. */
  isPageEmpty(): boolean;
}

/** Its result is the place where the budget ended it; undefined when nothing is left. */
export type Candidates = AsyncGenerator<Candidate | Pause | Check, Place | undefined, void>;

export async function* candidates(search: CandidateSearch, place: Place | undefined): Candidates {
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

type Phase<Result> = AsyncGenerator<Candidate | Pause | Check, Result, void>;

async function* numberPhase(search: CandidateSearch, start: ItemPosition): Candidates {
  const { number, criteria } = search;
  if (number === undefined) return undefined;
  const walk = ledWalk(search.lists, { ...criteria, words: [], otherWords: [], required: 0 }, [number], start);
  const from: Place = { kind: 'number', last: start };
  const reached = yield* walked(search, walk, 'number', (record) => ({ kind: 'number', last: record.position }), from);
  return reached === END ? undefined : { kind: 'number', last: reached };
}

/**
 * Yields the results of a walk while the budget lasts.
 * @returns the position that the walk reached; {@link END} when it has ended
 */
async function* walked(
  search: CandidateSearch,
  walk: LedWalk,
  found: Candidate['found'],
  placeOf: (record: WalkedRecord) => Place | undefined,
  from: Place,
): Phase<ItemPosition> {
  await walk.open();
  let next = 0;
  let met = 0;
  for (;;) {
    const records = walk.records();
    for (let record = records[next]; record !== undefined; record = records[next]) {
      next += 1;
      const place = placeOf(record);
      if (place === undefined) continue;
      met += 1;
      yield { position: record.position, found, place, from };
    }
    if (walk.reach() === END) return END;
    if (!(await walk.extend(search.missing(found), met, search.budget))) return walk.reach();
  }
}

type FullPlace = Extract<Place, { kind: 'full' | 'titles' | 'rest' }>;

/** Every word; window by window, as far as the reads for one page came, those that hold them in their title first. */
async function* fullPhase(search: CandidateSearch, place: FullPlace): Candidates {
  if (!canMatch(search)) return undefined;
  const candidate = (record: WalkedRecord, at: Place) =>
    ({ position: record.position, found: 'full', place: at, from: place }) as const;
  if (place.kind === 'titles') {
    const { start, end } = place;
    const titles = yield* windowPass(search, leadersWalk(search, FIRST_LEADER, place.last), end, (record) =>
      record.inTitle ? candidate(record, { kind: 'titles', start, end, last: record.position }) : undefined,
    );
    if (titles < end) return { ...place, last: titles };
  }
  const walk = leadersWalk(search, FIRST_LEADER, place.kind === 'rest' ? place.last : place.start);
  let start = place.kind === 'full' ? place.start : place.end;
  if (place.kind !== 'full') {
    const { end } = place;
    const rest = yield* windowPass(search, walk, end, (record) =>
      record.isFull && !record.inTitle ? candidate(record, { kind: 'rest', end, last: record.position }) : undefined,
    );
    if (rest < end) return { kind: 'rest', end, last: rest };
  }
  await walk.open();
  while (start !== END) {
    const { window, isSpent } = await nextWindow(search, walk, start);
    const end = walk.reach();
    for (const [record, at] of inWindowOrder(window, start, end)) yield candidate(record, at);
    start = end;
    if (isSpent) return yield* fill(search, { phase: FULL_PHASE, exact: end, fill: START, done: 0 });
  }
  if (yield* isEnough(search, { checkedAt: { kind: 'relaxed', phase: 0, last: START, done: 0 }, enoughAt: undefined }))
    return undefined;
  return yield* relaxedPhases(search, 0, START, 0);
}

/** Whether no partial match follows the full ones. They are checked first where they only seem enough. */
async function* isEnough(search: CandidateSearch, check: Check): Phase<boolean> {
  const enough = enoughFullMatches(search.order);
  if (search.fullMatches() < enough) return false;
  yield check;
  return search.fullMatches() >= enough;
}

/** Reads up to the end of a window. @returns how far it came */
async function* windowPass(
  search: CandidateSearch,
  walk: LedWalk,
  end: ItemPosition,
  candidateOf: (record: WalkedRecord) => Candidate | undefined,
): Phase<ItemPosition> {
  await walk.open();
  for (let next = 0; ;) {
    const records = walk.records();
    for (let record = records[next]; record !== undefined && record.position <= end; record = records[next]) {
      next += 1;
      const candidate = candidateOf(record);
      if (candidate !== undefined) yield candidate;
    }
    if (walk.reach() >= end) return end;
    if (!(await walk.extend(search.missing('full'), next, search.budget))) return walk.reach();
  }
}

/** What the reads for one page bring after a place. */
async function nextWindow(search: CandidateSearch, walk: LedWalk, start: ItemPosition) {
  for (;;) {
    const window = walk.records().filter(({ position, isFull }) => isFull && position > start);
    const missing = search.missing('full') - window.length;
    if (walk.reach() === END || (missing <= 0 && walk.reach() > start)) return { window, isSpent: false };
    if (!(await walk.extend(missing, window.length, search.budget))) return { window, isSpent: true };
  }
}

/** Titles first; in plain order where that is the same. */
function inWindowOrder(
  window: readonly WalkedRecord[],
  start: ItemPosition,
  end: ItemPosition,
): readonly (readonly [WalkedRecord, Place])[] {
  const [titles, others] = [window.filter(({ inTitle }) => inTitle), window.filter(({ inTitle }) => !inTitle)];
  if (titles.length === 0 || others.length === 0) {
    return window.map((record) => [record, { kind: 'full', start: record.position }]);
  }
  return [
    ...titles.map((record) => [record, { kind: 'titles', start, end, last: record.position }] as const),
    ...others.map((record) => [record, { kind: 'rest', end, last: record.position }] as const),
  ];
}

/** Exactly one set of words after another, the best first; the sets of leaders that are `done` were filled in before. */
async function* relaxedPhases(search: CandidateSearch, first: number, last: ItemPosition, done: number): Candidates {
  const sets = setsOf(search);
  for (const [phase, set] of sets.entries()) {
    const leader = leaderOf(search, set);
    if (phase < first || (done & (1 << leader)) !== 0) continue;
    const start = phase === first ? last : START;
    // All leaders' lists together: a later phase then starts without another round trip.
    if (start === START) await search.lists.open(leadingClauses(search), START);
    const placeOf = ({ held, isFull, position }: WalkedRecord): Place | undefined =>
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

async function* coarsePhase(search: CandidateSearch, place: CoarsePlace): Candidates {
  const set = setsOf(search)[place.phase];
  const leader = leaderOf(search, set);
  const isExact = (record: WalkedRecord) => (set === undefined ? record.isFull : record.held === set && !record.isFull);
  const placeOf = (record: WalkedRecord): Place | undefined =>
    isExact(record) ? { kind: 'coarse', ...place, exact: record.position } : undefined;
  const found = set === undefined ? 'full' : 'partial';
  const exact =
    place.exact === END
      ? END
      : yield* walked(search, leadersWalk(search, leader, place.exact), found, placeOf, { kind: 'coarse', ...place });
  return yield* fill(search, { ...place, exact });
}

/** All that the leader of a phase has of the later ones, in the order of its list. */
async function* fill(search: CandidateSearch, place: CoarsePlace): Candidates {
  if (place.phase === FULL_PHASE) {
    const enoughAt: Place | undefined = place.exact === END ? undefined : { kind: 'full', start: place.exact };
    if (yield* isEnough(search, { checkedAt: { kind: 'coarse', ...place }, enoughAt })) return enoughAt;
  }
  const sets = setsOf(search);
  const leader = leaderOf(search, sets[place.phase]);
  const later = new Set(sets.filter((set, phase) => phase > place.phase && leaderOf(search, set) === leader));
  if (later.size === 0) return ownPlace(place);
  const placeOf = ({ held, isFull, position }: WalkedRecord): Place | undefined =>
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

/** Where nothing is left to fill with, only the phase continues. */
function ownPlace({ phase, exact, done }: CoarsePlace): Place {
  return phase === FULL_PHASE ? { kind: 'full', start: exact } : { kind: 'relaxed', phase, last: exact, done };
}

function withoutKind({ phase, exact, fill: filled, done }: CoarsePlace): CoarsePlace {
  return { phase, exact, fill: filled, done };
}

/** The lists that a page begins with: on a first one all of them, on a later one those of the leader of its place. */
export function firstReads(
  search: Pick<CandidateSearch, 'criteria' | 'leadingFilter' | 'order'>,
  place: Place,
): readonly FirstRead[] {
  const leadersLists = (leader: number) =>
    search.leadingFilter === undefined
      ? [...listedPlaces(search.criteria, leader), leader].flatMap((at) => [search.criteria.words[at] ?? []])
      : [search.leadingFilter, ...numberPlaces(search.criteria).map((at) => search.criteria.words[at] ?? [])];
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

export type FirstRead = readonly [clauses: readonly Clause[], start: ItemPosition];

const FIRST_LEADER = 0;

/** A search whose words are all unknown to the index has no answers, even if its filters match items. */
function canMatch({ criteria, order, leadingFilter, lacksMeaning }: CandidateSearch): boolean {
  if (lacksMeaning) return false;
  // A query for an exact part number does not mean items that lack a piece of it.
  if (order.isNumber && order.held < order.words.length) return false;
  if (criteria.words.length > 0) return true;
  return leadingFilter !== undefined && (order.words.length === 0 || criteria.otherWords.length > 0);
}

function setsOf({ criteria, order }: Pick<CandidateSearch, 'criteria' | 'order'>): readonly WordSet[] {
  return order.isNumber ? [] : relaxedSets(criteria.words.length, criteria.required, criteria.otherWords.length > 0);
}

/** A filter leads every phase; of the words the rarest held does, which of no set, for the full matches, is the rarest of all. */
function leaderOf(
  { criteria, leadingFilter }: Pick<CandidateSearch, 'criteria' | 'leadingFilter'>,
  set: WordSet | undefined,
): number {
  return leadingFilter === undefined && set !== undefined ? rarestOf(set, criteria.words.length) : FIRST_LEADER;
}

function leadingClauses({ criteria, leadingFilter }: CandidateSearch): readonly Clause[] {
  const { words, required } = criteria;
  if (leadingFilter !== undefined) return [leadingFilter];
  const last = required > 0 ? rarestOf(required, words.length) : words.length - leastHeld(words.length);
  return words.slice(0, last + 1);
}

/** The same walk for the same stretch: no signature is read twice within a page. */
function leadersWalk(search: CandidateSearch, leader: number, start: ItemPosition): LedWalk {
  const name = `${leader}|${start}`;
  const walk = search.walks.get(name) ?? ledWalk(search.lists, search.criteria, search.leadingFilter ?? leader, start);
  search.walks.set(name, walk);
  return walk;
}
