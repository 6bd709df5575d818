/**
 * Walks the list of a leader: the rarest of the words that an item has, or the manufacturer or UNSPSC code if that is rarer still. Each of
 * its items is classified by the set of words that it seems to have.
 *
 * A signature's "has" can be wrong. Were a record judged by it alone to hold a word rarer than the leader, it would belong to that word's walk,
 * which never meets it. So of words rarer than the leader the lists decide, read over the same stretch; signatures decide only of commoner
 * ones, where every walk of that leader sees the same and the record is shown in the place of what it seems to hold. But a word that no
 * signature tells from a commoner one of the same search (two terms with one hash) would seem to be held by all records of that: its list decides too.
 * So does that of a number, since no signature says with what a record's number begins.
 */
import { END, type ItemPosition } from '../items/item-position.ts';
import { readBeginning } from './beginning-term.ts';
import { FIRST_PAGE_POSTINGS, type PostingLists, type PostingStretch } from './posting-list.ts';
import type { ReadBudget } from './read-budget.ts';
import { allOf, type WordSet } from './search-order.ts';
import type { Clause } from './term.ts';
import { areConfused, termTest, type SignatureBits } from './term-signature.ts';

/** How much more a later page requests than the last one suggests: too short a page costs a round trip, too long a page a few kB. */
const SAFETY = 2;

/** What a walk compares signatures with. */
export interface WalkCriteria {
  /** The words that the index has, rarest first. */
  readonly words: readonly Clause[];
  /** Further words, in a search with many. */
  readonly otherWords: readonly Clause[];
  /** The terms that every item must have. */
  readonly filters: readonly Clause[];
  readonly bits: SignatureBits;
  /** Words that are part numbers: an item without them is not an answer. */
  readonly required: WordSet;
}

export interface WalkedRecord {
  readonly position: ItemPosition;
  readonly held: WordSet;
  /** Whether it seems to have every word of the query. */
  readonly isFull: boolean;
  readonly inTitle: boolean;
}

export interface LedWalk {
  /** What passes the filters, in order, up to the reach. */
  records(): readonly WalkedRecord[];
  reach(): ItemPosition;
  /** Reads the first pages of its lists unless they were read. */
  open(): Promise<void>;
  /** Reads further, far enough to expect this many more items of a kind of which `met` were found so far. Returns false when the budget is spent. */
  extend(wanted: number, met: number, budget: ReadBudget): Promise<boolean>;
}

/** @param leader a place in the words, or the clause of a filter */
export function ledWalk(
  lists: PostingLists,
  criteria: WalkCriteria,
  leader: number | Clause,
  start: ItemPosition,
): LedWalk {
  const places = typeof leader === 'number' ? listedPlaces(criteria, leader) : numberPlaces(criteria);
  const listed = places.flatMap((place) => [criteria.words[place] ?? []]);
  const own = typeof leader === 'number' ? (criteria.words[leader] ?? []) : leader;
  const main = lists.stretch(own, start);
  const listedStretches = listed.map((clause) => lists.stretch(clause, start));
  const all = [main, ...listedStretches];
  const reach = () => all.reduce((least, stretch) => (stretch.reach() < least ? stretch.reach() : least), END);
  const deciding = new Map(places.map((place, at) => [place, listedStretches[at]]));
  const judge = recordJudge(criteria, deciding, typeof leader === 'number' ? leader : undefined);
  const records: WalkedRecord[] = [];
  let scanned = 0;
  const scan = () => {
    const [postings, end] = [main.postings(), reach()];
    for (
      let posting = postings[scanned];
      posting !== undefined && posting.position <= end;
      posting = postings[scanned]
    ) {
      scanned += 1;
      const record = judge(posting.position, posting.signature);
      if (record !== undefined) records.push(record);
    }
    return records;
  };
  return {
    records: scan,
    reach,
    open: () => lists.open([own, ...listed], start),
    async extend(wanted, met, budget) {
      const allowedBytes = budget.take();
      if (allowedBytes === undefined) return false;
      scan();
      const more = Math.ceil((wanted * SAFETY * (scanned + 1)) / (met + 0.5));
      await extendTogether(main, listedStretches, more, allowedBytes);
      return true;
    },
  };
}

/** The words, but for the leader, of which lists decide: those rarer than it, and those that all records of a commoner one would seem to hold. */
export function listedPlaces({ words, bits }: Pick<WalkCriteria, 'words' | 'bits'>, leader: number): readonly number[] {
  return words.flatMap((word, place) => {
    const isConfused = () => words.slice(place + 1).some((commoner) => areConfused(word, commoner, bits));
    return place < leader || (place > leader && (isNumber(word) || isConfused())) ? [place] : [];
  });
}

/** The part numbers among the words: their own lists decide what leads. */
export function numberPlaces({ words }: Pick<WalkCriteria, 'words'>): readonly number[] {
  return words.flatMap((word, place) => (isNumber(word) ? [place] : []));
}

function isNumber(word: Clause): boolean {
  return word.some((term) => readBeginning(term) !== undefined);
}

function recordJudge(
  { words, otherWords, filters, bits, required }: WalkCriteria,
  deciding: ReadonlyMap<number, PostingStretch | undefined>,
  leader?: number,
) {
  const wordTests = words.map((clause) => termTest(clause, bits));
  const otherTests = otherWords.map((clause) => termTest(clause, bits));
  const filterTests = filters.map((clause) => termTest(clause, bits));
  return (position: ItemPosition, signature: Uint8Array): WalkedRecord | undefined => {
    if (!filterTests.every((test) => test.has(signature))) return undefined;
    const holds = (place: number): boolean =>
      deciding.get(place)?.holds(position) ?? (place === leader || wordTests[place]?.has(signature) === true);
    const held = words.reduce((set, _clause, place) => set * 2 + (holds(place) ? 1 : 0), 0);
    if ((held & required) !== required) return undefined;
    const isFull = held === allOf(words.length) && otherTests.every((test) => test.has(signature));
    // An item whose part number begins with the number counts as having it in its title.
    const inTitle =
      isFull &&
      wordTests.every((test, place) => isNumber(words[place] ?? []) || test.titleHas(signature)) &&
      otherTests.every((test) => test.titleHas(signature));
    return { position, held, isFull, inTitle };
  };
}

/** The leader's list and, as far, those of the other words that lists decide, within the bytes that are allowed. One round trip. */
async function extendTogether(
  main: PostingStretch,
  listed: readonly PostingStretch[],
  wanted: number,
  allowedBytes: number,
): Promise<void> {
  const common = listed.reduce((least, stretch) => (stretch.reach() < least ? stretch.reach() : least), main.reach());
  const upTo = (stretch: PostingStretch) => stretch.postings().filter(({ position }) => position <= common).length;
  const mainCount = upTo(main) + 1;
  const shares = [main, ...listed].map((stretch) => ({
    stretch,
    perPosting: stretch.reach() === END ? 0 : (upTo(stretch) + 1) / mainCount,
  }));
  const bytesPerPosting = shares.reduce((sum, { stretch, perPosting }) => sum + perPosting * stretch.bytesEach(), 0);
  const limit = Math.min(wanted, Math.floor(allowedBytes / Math.max(1, bytesPerPosting)));
  const reads = shares.flatMap(({ stretch, perPosting }) => {
    // What a list has beyond the others is read already.
    const missing = Math.ceil(limit * perPosting) - (stretch.postings().length - upTo(stretch));
    const isBehind = stretch.reach() === common;
    return perPosting > 0 && (isBehind || missing > 0)
      ? [{ stretch, limit: Math.max(FIRST_PAGE_POSTINGS, missing) }]
      : [];
  });
  await Promise.all(reads.map(({ stretch, limit: postings }) => stretch.extend(postings)));
}
