/**
 * search_items: the records that answer all criteria, in order, a page at a time (design.md section 4). Pure but for the port.
 *
 * All lists of postings share one order, and each posting carries the signature of all its record's terms: so the page of any one
 * list answers for the whole conjunction, as far as that page reaches. Records are read for those that pass, and believed only by
 * their own terms and rank: stale postings, half writes and hash collisions never show.
 *
 * What is searched for is two walks, one after the other: the records with the very part number, then those with all the words.
 */
import { itemIdAt, positionOf, type ItemPosition } from './item-position.ts';
import type { ItemRecord, ItemSection } from './item-record.ts';
import { postingWalk, type PostingWalk } from './posting-walk.ts';
import type { IndexedItem, PostingIndex } from './posting-index.ts';
import type { SearchTerms } from './search-terms.ts';
import { SIGNATURE_BITS, type SignatureBits } from './term-signature.ts';

/** Which of the two walks, in their order. */
export type SearchPhase = 'number' | 'words';

/** Where a page ended; the next one begins after it. */
export interface SearchPlace {
  readonly phase: SearchPhase;
  readonly position: ItemPosition;
}

export interface SearchRequest {
  readonly terms: SearchTerms;
  readonly after: SearchPlace | undefined;
  readonly limit: number;
  readonly sections: readonly ItemSection[];
}

export interface SearchPage {
  readonly records: readonly ItemRecord[];
  /** Undefined exactly when nothing follows. */
  readonly next: SearchPlace | undefined;
  /** True when the budget of reads ended the page before it was full. */
  readonly isCutShort: boolean;
}

interface Hit {
  readonly place: SearchPlace;
  readonly record: ItemRecord;
}

type Belief = (item: IndexedItem) => boolean;

interface Phase {
  readonly phase: SearchPhase;
  readonly walk: PostingWalk;
  readonly believes: Belief;
}

interface Candidate {
  readonly place: SearchPlace;
  readonly believes: Belief;
}

/** Record reads after one another; the second is needed only where candidates proved stale, and reads twice as many. */
const MAX_RECORD_READS = 2;
/** Reads of lists after the first pages, over both walks. */
const MAX_LATER_PAGES = 2;

/** A search whose first pages of postings have been read. */
export interface BegunSearch {
  readonly request: SearchRequest;
  readonly phases: readonly Phase[];
}

/** Reads what needs nobody's leave, so that it can run beside the question who is asking. One round trip. */
export async function beginSearch(
  index: PostingIndex,
  request: SearchRequest,
  signatureBits: SignatureBits = SIGNATURE_BITS,
): Promise<BegunSearch> {
  const phases = phasesOf(index, request, signatureBits);
  await Promise.all(phases.map(({ walk }) => walk.begin()));
  return { request, phases };
}

/** One round trip for the records as a rule; never more than two for them and {@link MAX_LATER_PAGES} for lists. */
export async function finishSearch(index: PostingIndex, { request, phases }: BegunSearch): Promise<SearchPage> {
  // One hit more than the page holds proves that something follows.
  const needed = request.limit + 1;
  const budget = { laterPages: MAX_LATER_PAGES };
  const hits: Hit[] = [];
  let checked: SearchPlace | undefined;
  for (let read = 0; read < MAX_RECORD_READS && hits.length < needed; read += 1) {
    const candidates = await takeCandidates(phases, (needed - hits.length) * 2 ** read, budget);
    if (candidates.length === 0) break;
    hits.push(...(await believed(index, candidates, request.sections)));
    checked = candidates.at(-1)?.place;
  }
  return pageOf(hits, request.limit, whatFollows(phases, checked));
}

/** The next `wanted` candidates, in order; fewer only where the lists, or the budget for them, end. */
async function takeCandidates(
  phases: readonly Phase[],
  wanted: number,
  budget: { laterPages: number },
): Promise<readonly Candidate[]> {
  const taken: Candidate[] = [];
  for (const { phase, walk, believes } of phases) {
    const missing = () => wanted - taken.length - walk.candidates.length;
    while (missing() > 0 && walk.canExtend() && budget.laterPages > 0) {
      budget.laterPages -= 1;
      await walk.extend(missing());
    }
    const positions = walk.candidates.splice(0, wanted - taken.length);
    taken.push(...positions.map((position) => ({ place: { phase, position }, believes })));
    if (taken.length === wanted || !walk.isComplete()) break;
  }
  return taken;
}

/** The candidates whose own record bears them out. */
async function believed(
  index: PostingIndex,
  candidates: readonly Candidate[],
  sections: readonly ItemSection[],
): Promise<readonly Hit[]> {
  const itemIds = candidates.map(({ place }) => itemIdAt(place.position));
  const items = await index.readIndexedItems([...new Set(itemIds)], sections);
  return candidates.flatMap(({ place, believes }) => {
    const item = items.get(itemIdAt(place.position));
    if (item === undefined || positionOf(item.record) !== place.position || !believes(item)) return [];
    return [{ place, record: item.record }];
  });
}

/** Where to read on when every hit so far is shown; undefined when nothing is left. */
function whatFollows(phases: readonly Phase[], checked: SearchPlace | undefined): SearchPlace | undefined {
  const unfinished = phases.find(({ walk }) => walk.candidates.length > 0 || !walk.isComplete());
  if (unfinished === undefined) return undefined;
  const { phase, walk } = unfinished;
  if (walk.candidates.length > 0) return checked;
  const position = walk.reach();
  return position === undefined ? checked : { phase, position };
}

function pageOf(hits: readonly Hit[], limit: number, follows: SearchPlace | undefined): SearchPage {
  const shown = hits.slice(0, limit);
  const isFull = hits.length > limit;
  return {
    records: shown.map(({ record }) => record),
    next: isFull ? shown.at(-1)?.place : follows,
    isCutShort: !isFull && follows !== undefined,
  };
}

function phasesOf(index: PostingIndex, { terms, after }: SearchRequest, bits: SignatureBits): readonly Phase[] {
  const { number, words } = terms;
  const filters = [terms.maker, terms.unspsc].filter((term) => term !== undefined);
  const startOf = (phase: SearchPhase) => (after?.phase === phase ? after.position : undefined);
  const all = [...words, ...filters];
  const byWords: Phase = {
    phase: 'words',
    walk: postingWalk(index, all, startOf('words'), bits),
    believes: ({ terms: own }) => all.every((term) => own.has(term)) && !(number !== undefined && own.has(number)),
  };
  if (number === undefined || after?.phase === 'words') return [byWords];
  const wanted = [number, ...filters];
  // The list of one number is short: the others could only cost reads.
  const walk = postingWalk(index, wanted, startOf('number'), bits, [number]);
  return [{ phase: 'number', walk, believes: ({ terms: own }) => wanted.every((term) => own.has(term)) }, byWords];
}
