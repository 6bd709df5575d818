/**
 * Walks the list of a leader: the rarest of the words that an item has, or the manufacturer or UNSPSC code if that is
 * rarer. Each item on it is classified by the set of words that it seems to have.
 *
 * A signature can have false positives. If one wrongly said that an item has a word rarer than the leader, the item
 * would belong to that word's walk, which never finds it. Words rarer than the leader are therefore checked in their
 * lists, read over the same stretch. Signatures decide only about more common words: every walk of that leader sees the
 * same, and the item is shown in the place of what it seems to have. Two exceptions are also checked in their lists: a
 * word with the same hash as a more common word of the search, which all items of that word would seem to have, and a
 * part number, because no signature says what an item's part number begins with.
 *
 * An excluded word is also checked in its list, so that no false positive hides an item, and in the signature, so that
 * no stale posting does. Where the signature lacks it, its list is not needed: the walk stops only before an item that
 * may be excluded and lies beyond what was read of that list, and reads on in the list from there. What passes is
 * compared with the item before it is shown.
 */
import { END, type ItemPosition } from '../items/item-position.ts';
import { readBeginning } from './beginning-term.ts';
import { FIRST_PAGE_POSTINGS, type PostingLists, type PostingStretch } from './posting-list.ts';
import type { ReadBudget } from './read-budget.ts';
import { allOf, isAnswer, type NeededWords, type WordSet } from './search-order.ts';
import type { ExcludedWords } from './search-terms.ts';
import type { Clause } from './term.ts';
import { areConfused, termTest, type SignatureBits } from './term-signature.ts';

/**
 * A later page requests this many times what the last one suggests: a short page costs a round trip, a long page only a
 * few kB.
 */
const SAFETY = 2;
/**
 * The share of the budget that the lists of excluded words may take, because their first pages were read beside those
 * of the words.
 */
const SHARE_OF_EXCLUDED = 0.85;
/** Of a list of which nothing was read yet. */
const POSTING_BYTES = 110;

export interface WalkCriteria {
  /** The words that the index has, rarest first. */
  readonly words: readonly Clause[];
  /** Words without lists, in a search with many words. */
  readonly otherWords: readonly Clause[];
  /** The terms that every item must have. */
  readonly filters: readonly Clause[];
  readonly bits: SignatureBits;
  readonly needed: NeededWords;
  /** An item with all words of one of these does not match. */
  readonly excluded: readonly ExcludedWords[];
}

export interface WalkedItem {
  readonly position: ItemPosition;
  readonly held: WordSet;
  /** Whether it seems to have every word of the query. */
  readonly isFull: boolean;
  readonly inTitle: boolean;
}

export interface LeaderWalk {
  /** Returns the items that pass the filters, in order, up to the reach. */
  items(): readonly WalkedItem[];
  reach(): ItemPosition;
  /** Reads the first pages of its lists, unless they were read before. */
  open(): Promise<void>;
  /**
   * Reads enough to expect `wanted` more items of a kind of which `met` were found so far. Returns false if the budget
   * is spent.
   */
  extend(wanted: number, met: number, budget: ReadBudget): Promise<boolean>;
}

/** @param leader an index into the words, or the clause of a filter */
export function walkLeader(
  lists: PostingLists,
  criteria: WalkCriteria,
  leader: number | Clause,
  start: ItemPosition,
): LeaderWalk {
  const places = typeof leader === 'number' ? listedPlaces(criteria, leader) : numberPlaces(criteria);
  const listed = places.flatMap((place) => [criteria.words[place] ?? []]);
  const own = typeof leader === 'number' ? (criteria.words[leader] ?? []) : leader;
  const main = lists.stretch(own, start);
  const listedStretches = listed.map((clause) => lists.stretch(clause, start));
  const reachOf = (all: readonly PostingStretch[]) =>
    all.reduce((least, stretch) => (stretch.reach() < least ? stretch.reach() : least), END);
  const without = clausesOfExcluded(criteria);
  let excluding = without.map((clause) => lists.stretch(clause, start));
  let decidedFrom = start;
  const excluded = excludedTest(criteria, (clause) => excluding[without.indexOf(clause)]);
  const deciding = new Map(places.map((place, at) => [place, listedStretches[at]]));
  const judge = itemJudge(criteria, deciding, typeof leader === 'number' ? leader : undefined);
  const items: WalkedItem[] = [];
  let scanned = 0;
  /** Up to where it is known what is excluded; undefined if that is not what ends the walk. */
  let stoppedAt: ItemPosition | undefined;
  const scan = () => {
    const [postings, end, decided] = [main.postings(), reachOf([main, ...listedStretches]), reachOf(excluding)];
    stoppedAt = undefined;
    for (
      let posting = postings[scanned];
      posting !== undefined && posting.position <= end;
      posting = postings[scanned]
    ) {
      const { position, signature } = posting;
      const item = judge(position, signature);
      if (item !== undefined && (item.isFull || isAnswer(item.held, criteria.needed))) {
        const seemsExcluded = excluded.seems(signature);
        if (seemsExcluded && position > decided) {
          const before = postings[scanned - 1]?.position ?? start;
          stoppedAt = before > decided ? before : decided;
          break;
        }
        if (!seemsExcluded || !excluded.is(position, signature)) items.push(item);
      }
      scanned += 1;
    }
    return items;
  };
  return {
    items: scan,
    reach() {
      scan();
      return stoppedAt ?? reachOf([main, ...listedStretches]);
    },
    open: () => lists.open([own, ...listed, ...without], start),
    async extend(wanted, met, budget) {
      const allowedBytes = budget.take();
      if (allowedBytes === undefined) return false;
      scan();
      const more = Math.ceil((wanted * SAFETY * (scanned + 1)) / (met + 0.5));
      if (stoppedAt === undefined) {
        await extendTogether(main, listedStretches, more, allowedBytes);
        return true;
      }
      const from = stoppedAt;
      // Where the leader's list ends soon, it is read on in the same round trip.
      const unscanned = main.postings().length - scanned;
      const isShort = unscanned < wanted * SAFETY && main.reach() !== END;
      const covered = isShort ? more : Math.min(more, unscanned);
      const densities = excluding.map((stretch) => densityBeside(main, stretch, decidedFrom));
      excluding = without.map((clause) => lists.stretch(clause, from));
      decidedFrom = from;
      await Promise.all([
        extendEach(
          excluding.map((stretch, place) => ({ stretch, wanted: covered * SAFETY * (densities[place] ?? 1) })),
          (isShort ? allowedBytes / 2 : allowedBytes) * SHARE_OF_EXCLUDED,
        ),
        ...(isShort ? [extendTogether(main, listedStretches, more, allowedBytes / 2)] : []),
      ]);
      return true;
    },
  };
}

/** Returns the clauses whose lists decide what is excluded. */
export function clausesOfExcluded({ excluded }: Pick<WalkCriteria, 'excluded'>): readonly Clause[] {
  return excluded.flatMap(({ clauses }) => clauses);
}

function excludedTest({ excluded, bits }: WalkCriteria, stretchOf: (clause: Clause) => PostingStretch | undefined) {
  const tests = excluded.map(({ clauses, unless }) => ({
    unless: termTest(unless, bits),
    words: clauses.map((clause) => ({ clause, test: termTest(clause, bits) })),
  }));
  const seeming = (signature: Uint8Array) =>
    tests.filter(({ unless, words }) => words.every(({ test }) => test.has(signature)) && !unless.has(signature));
  return {
    seems: (signature: Uint8Array) => seeming(signature).length > 0,
    is: (position: ItemPosition, signature: Uint8Array) =>
      seeming(signature).some(({ words }) => words.every(({ clause }) => stretchOf(clause)?.has(position) === true)),
  };
}

/**
 * Returns the words that are checked in their lists: the rarer ones, part numbers, and those with the hash of a more
 * common word.
 */
export function listedPlaces({ words, bits }: Pick<WalkCriteria, 'words' | 'bits'>, leader: number): readonly number[] {
  return words.flatMap((word, place) => {
    const isConfused = () => words.slice(place + 1).some((commoner) => areConfused(word, commoner, bits));
    return place < leader || (place > leader && (isNumber(word) || isConfused())) ? [place] : [];
  });
}

/** Returns the part numbers among the words, which are always checked in their lists. */
export function numberPlaces({ words }: Pick<WalkCriteria, 'words'>): readonly number[] {
  return words.flatMap((word, place) => (isNumber(word) ? [place] : []));
}

function isNumber(word: Clause): boolean {
  return word.some((term) => readBeginning(term) !== undefined);
}

function itemJudge(
  { words, otherWords, filters, bits }: WalkCriteria,
  deciding: ReadonlyMap<number, PostingStretch | undefined>,
  leader?: number,
) {
  const wordTests = words.map((clause) => termTest(clause, bits));
  const otherTests = otherWords.map((clause) => termTest(clause, bits));
  const filterTests = filters.map((clause) => termTest(clause, bits));
  return (position: ItemPosition, signature: Uint8Array): WalkedItem | undefined => {
    if (!filterTests.every((test) => test.has(signature))) return undefined;
    const has = (place: number): boolean =>
      deciding.get(place)?.has(position) ?? (place === leader || wordTests[place]?.has(signature) === true);
    const held = words.reduce((set, _clause, place) => set * 2 + (has(place) ? 1 : 0), 0);
    const isFull = held === allOf(words.length) && otherTests.every((test) => test.has(signature));
    // An item whose part number has the prefix counts as having it in its title.
    const inTitle =
      isFull &&
      wordTests.every((test, place) => isNumber(words[place] ?? []) || test.titleHas(signature)) &&
      otherTests.every((test) => test.titleHas(signature));
    return { position, held, isFull, inTitle };
  };
}

/** Returns how many postings another list has for each of the leader's, where both were read. */
function densityBeside(main: PostingStretch, other: PostingStretch, from: ItemPosition): number {
  const end = other.reach();
  const beside = main.postings().filter(({ position }) => position > from && position <= end).length;
  return (other.postings().length + 1) / (beside + 1);
}

/** Reads on in lists of excluded words, as far as is wanted and within the allowed bytes. One round trip. */
async function extendEach(
  lists: readonly { readonly stretch: PostingStretch; readonly wanted: number }[],
  allowedBytes: number,
): Promise<void> {
  const each = allowedBytes / Math.max(1, lists.length);
  await Promise.all(
    lists.map(({ stretch, wanted }) => {
      const allowed = Math.floor(each / Math.max(POSTING_BYTES, stretch.bytesEach()));
      return stretch.extend(Math.min(allowed, Math.ceil(wanted)));
    }),
  );
}

/** Reads on in the leader's list and, equally far, in the other lists, within the allowed bytes. One round trip. */
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
    // Postings that a list has beyond the common reach are already read.
    const missing = Math.ceil(limit * perPosting) - (stretch.postings().length - upTo(stretch));
    const isBehind = stretch.reach() === common;
    return perPosting > 0 && (isBehind || missing > 0)
      ? [{ stretch, limit: Math.max(FIRST_PAGE_POSTINGS, missing) }]
      : [];
  });
  await Promise.all(reads.map(({ stretch, limit: postings }) => stretch.extend(postings)));
}
