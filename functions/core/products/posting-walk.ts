/**
 * A walk down several lists of postings at once, for the records that seem to have all of some terms. It decides which lists to read,
 * how far, and when the budget is used up; which of its candidates are believed is decided in search-items.ts.
 */
import type { ItemPosition } from './item-position.ts';
import type { PostingIndex, PostingPage } from './posting-index.ts';
import type { Term } from './search-terms.ts';
import { signatureFilter, type SignatureBits } from './term-signature.ts';

/** The longest terms are the rarest as a rule; the signature answers for the rest. */
const MAX_FIRST_LISTS = 8;
/** The two lists that reached furthest go on: one of them may be the longest after all. */
const MAX_NEXT_LISTS = 2;
/** Postings a list is asked for, page after page: some 100 bytes each, so the first page is the 4 kB that the least read costs. */
const PAGE_SIZES = [36, 110, 360, 1_080];

export interface PostingWalk {
  /** What passed the signatures, in order; whoever uses them takes them out. */
  readonly candidates: ItemPosition[];
  /** Every record up to here that has all terms has been a candidate. */
  reach(): ItemPosition | undefined;
  /** Whether the lists were read to their end. */
  isComplete(): boolean;
  /** Whether `extend` would read on. */
  canExtend(): boolean;
  /** Reads the next page of the lists that matter, all at once. */
  extend(): Promise<void>;
}

/** @param lists the lists to begin with, when it is known which are short */
export function postingWalk(
  index: PostingIndex,
  terms: readonly Term[],
  after: ItemPosition | undefined,
  bits: SignatureBits,
  lists: readonly Term[] = firstLists(terms),
): PostingWalk {
  const passes = signatureFilter(terms, bits);
  const candidates: ItemPosition[] = [];
  const state = { lists, reach: after, round: 0, isComplete: false };
  const canExtend = () => !state.isComplete && state.round < PAGE_SIZES.length;
  return {
    candidates,
    reach: () => state.reach,
    isComplete: () => state.isComplete,
    canExtend,
    async extend() {
      if (!canExtend()) return;
      const pages = await readPages(index, state.lists, state.reach, PAGE_SIZES[state.round] ?? 0);
      const [furthest] = pages;
      if (furthest === undefined) throw new Error('A walk needs a list');
      candidates.push(
        ...furthest.postings.filter(({ signature }) => passes(signature)).map(({ position }) => position),
      );
      state.reach = furthest.postings.at(-1)?.position ?? state.reach;
      state.isComplete = furthest.isLast;
      state.lists = pages.slice(0, MAX_NEXT_LISTS).map(({ term }) => term);
      state.round += 1;
    },
  };
}

function firstLists(terms: readonly Term[]): readonly Term[] {
  return terms.toSorted((a, b) => b.length - a.length).slice(0, MAX_FIRST_LISTS);
}

interface ListPage extends PostingPage {
  readonly term: Term;
}

/** The next page of each list, the one that reached furthest first: it answers for all the others. */
async function readPages(
  index: PostingIndex,
  lists: readonly Term[],
  after: ItemPosition | undefined,
  size: number,
): Promise<readonly ListPage[]> {
  const pages = await Promise.all(
    lists.map(async (term) => ({ term, ...(await index.readPostings(term, after, size)) })),
  );
  return pages.toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1));
}

/** How far a page reached; a list that ended reached further than any position. */
function endOf({ isLast, postings }: PostingPage): string {
  return isLast ? '~' : (postings.at(-1)?.position ?? '');
}
