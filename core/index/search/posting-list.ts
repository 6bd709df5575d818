/**
 * Reads the lists of postings for one page of a search: each from a start on, without gaps, and further on request. A
 * clause is a set of alternative terms, and its stretch is their merged lists. Lists are shared, so that no posting is
 * read twice within a page.
 */
import { END, START, type ItemPosition } from '../items/item-position.ts';
import type { Posting, PostingIndex } from './posting-index.ts';
import type { Clause, Term } from './term.ts';

/**
 * With postings of about 110 bytes, a first page is the 4 kB that the smallest read costs. Later pages are never
 * shorter.
 */
export const FIRST_PAGE_POSTINGS = 36;

/** The part of one term's list that was read so far. */
interface PostingList {
  readonly term: Term;
  readonly start: ItemPosition;
  readonly postings: Posting[];
  reach: ItemPosition;
  bytes: number;
  isRead: boolean;
  isCut: boolean;
}

export interface PostingStretch {
  /** Returns all postings up to the reach, in order, each item once. */
  postings(): readonly Posting[];
  /** Whether the list has the item; valid only for positions up to the reach. */
  has(position: ItemPosition): boolean;
  /** The position up to which all lists were read; {@link END} if they ended. */
  reach(): ItemPosition;
  /** The mean size of its postings, in bytes. */
  bytesEach(): number;
  /** Reads about `limit` postings more in total, in the lists that limit the reach. Does nothing if all lists ended. */
  extend(limit: number): Promise<void>;
}

export interface PostingLists {
  /** Returns the stretch of a clause from a start; reads nothing yet. */
  stretch(clause: Clause, start: ItemPosition): PostingStretch;
  /** Whether the term's list was cut: the index has more of it, but it cannot be read further. */
  isCut(term: Term): boolean;
  /** Reads the first page of each list of these clauses, unless it was read before. At most one round trip. */
  open(clauses: readonly Clause[], start: ItemPosition): Promise<void>;
}

export function postingLists(index: PostingIndex): PostingLists {
  const lists = new Map<string, PostingList>();
  const listOf = (term: Term, start: ItemPosition): PostingList => {
    const name = `${start}|${term}`;
    const list = lists.get(name) ?? { term, start, postings: [], reach: start, bytes: 0, isRead: false, isCut: false };
    lists.set(name, list);
    return list;
  };
  const stretches = new Map<string, PostingStretch>();
  return {
    stretch(clause, start) {
      const name = `${start}|${clause.join('|')}`;
      const stretch =
        stretches.get(name) ??
        stretchOf(
          index,
          clause.map((term) => listOf(term, start)),
        );
      stretches.set(name, stretch);
      return stretch;
    },
    isCut: (term) => [...lists.values()].some((list) => list.term === term && list.isCut),
    async open(clauses, start) {
      const unread = new Set(clauses.flat().map((term) => listOf(term, start)));
      await Promise.all(
        [...unread].filter(({ isRead }) => !isRead).map((list) => readOn(index, list, FIRST_PAGE_POSTINGS)),
      );
    },
  };
}

async function readOn(index: PostingIndex, list: PostingList, limit: number): Promise<void> {
  const page = await index.readPostings(list.term, list.reach === START ? undefined : list.reach, limit);
  list.postings.push(...page.postings);
  list.reach = page.isLast ? END : (page.postings.at(-1)?.position ?? list.reach);
  list.bytes += page.bytes;
  list.isRead = true;
  list.isCut ||= page.isCut === true;
}

function stretchOf(index: PostingIndex, lists: readonly PostingList[]): PostingStretch {
  const merged: Posting[] = [];
  const positions = new Set<ItemPosition>();
  const taken = lists.map(() => 0);
  const reach = () => lists.reduce((least, list) => (list.reach < least ? list.reach : least), END);
  const merge = () => {
    const end = reach();
    const fresh = lists.flatMap((list, place) => {
      const from = taken[place] ?? 0;
      let to = from;
      while (to < list.postings.length && (list.postings[to]?.position ?? END) <= end) to += 1;
      taken[place] = to;
      return list.postings.slice(from, to);
    });
    if (lists.length > 1) fresh.sort((a, b) => (a.position < b.position ? -1 : 1));
    for (const posting of fresh) {
      if (positions.has(posting.position)) continue;
      positions.add(posting.position);
      merged.push(posting);
    }
    return merged;
  };
  return {
    postings: merge,
    has: (position) => {
      merge();
      return positions.has(position);
    },
    reach,
    bytesEach: () => {
      const count = lists.reduce((sum, { postings }) => sum + postings.length, 0);
      return lists.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, count);
    },
    async extend(limit) {
      const unfinished = lists.filter((list) => list.reach !== END);
      const share = Math.max(FIRST_PAGE_POSTINGS, Math.ceil(limit / Math.max(1, unfinished.length)));
      // A list that is far ahead of the others does not limit the stretch.
      const end = reach();
      const behind = unfinished.filter(
        ({ postings, reach: own }) =>
          own === end || postings.filter(({ position }) => position > end).length < share / 2,
      );
      await Promise.all(behind.map((list) => readOn(index, list, share)));
    },
  };
}
