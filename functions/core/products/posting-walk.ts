/**
 * A walk down several lists of postings at once, for the records that seem to have all of some terms. It decides which lists to read
 * and how far (docs/decisions/0031-the-read-budget.md); which of its candidates are believed is decided in search-items.ts.
 */
import type { ItemPosition } from './item-position.ts';
import type { PostingIndex, PostingPage } from './posting-index.ts';
import type { Term } from './search-terms.ts';
import { signatureFilter, type SignatureBits } from './term-signature.ts';

/** The longest terms are the rarest as a rule; the signature answers for the rest. */
const MAX_FIRST_LISTS = 8;
/** Postings of some 110 bytes: a first page is the 4 kB that the least read costs. Later pages are never shorter. */
const FIRST_PAGE_POSTINGS = 36;
/** What a later page may weigh, in the order of the pages: 3.5 read units, which end a usual search within 12, then 24. */
const LATER_PAGE_BYTES = [3.5 * 8_192, 24 * 8_192];
/** How much more a later page asks for than the last one lets expect: too short a page costs a round trip, too long a few kB. */
const SAFETY = 2;

export interface PostingWalk {
  /** What passed the signatures, in order; whoever uses them takes them out. */
  readonly candidates: ItemPosition[];
  /** Every record up to here that has all terms has been a candidate. */
  reach(): ItemPosition | undefined;
  /** Whether the lists were read to their end. */
  isComplete(): boolean;
  /** Reads the first page of each list that matters, all at once. */
  begin(): Promise<void>;
  /** Whether `extend` would read on. */
  canExtend(): boolean;
  /** Reads on where it helps most, far enough to expect so many candidates more, but never beyond its budget. One round trip. */
  extend(wanted: number): Promise<void>;
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
  const state = { reach: after, isComplete: false, laterPages: 0, furthest: [] as readonly ListPage[], passed: 0 };
  const read = async (pages: readonly PageRequest[]) => {
    const furthest = await readPages(index, pages, state.reach);
    const [page] = furthest;
    if (page === undefined) throw new Error('A walk needs a list');
    const passing = page.postings.filter(({ signature }) => passes(signature));
    candidates.push(...passing.map(({ position }) => position));
    state.reach = page.postings.at(-1)?.position ?? state.reach;
    Object.assign(state, { isComplete: page.isLast, furthest, passed: passing.length });
  };
  return {
    candidates,
    reach: () => state.reach,
    isComplete: () => state.isComplete,
    begin: () => read(lists.map((term) => ({ term, limit: FIRST_PAGE_POSTINGS }))),
    canExtend: () => !state.isComplete && state.laterPages < LATER_PAGE_BYTES.length,
    async extend(wanted) {
      const [main, probe] = state.furthest;
      if (main === undefined) throw new Error('A walk begins before it is extended');
      const limit = laterPageSize(main, state.passed, wanted, LATER_PAGE_BYTES[state.laterPages] ?? 0);
      state.laterPages += 1;
      // The list that came second is watched: should it reach further with its few postings, it is the one to follow.
      const watched = probe === undefined ? [] : [{ term: probe.term, limit: FIRST_PAGE_POSTINGS }];
      await read([{ term: main.term, limit }, ...watched]);
    },
  };
}

function firstLists(terms: readonly Term[]): readonly Term[] {
  return terms.toSorted((a, b) => b.length - a.length).slice(0, MAX_FIRST_LISTS);
}

/** Postings to ask for: what the last page lets expect of the list, within the bytes that are allowed. */
function laterPageSize({ postings, bytes }: PostingPage, passed: number, wanted: number, allowedBytes: number): number {
  const allowed = Math.floor((allowedBytes * postings.length) / Math.max(1, bytes));
  const expected = Math.ceil((wanted * SAFETY * (postings.length + 1)) / (passed + 0.5));
  return Math.max(FIRST_PAGE_POSTINGS, Math.min(allowed, expected));
}

interface PageRequest {
  readonly term: Term;
  readonly limit: number;
}

interface ListPage extends PostingPage {
  readonly term: Term;
}

/** The next page of each list, the one that reached furthest first: it answers for all the others. */
async function readPages(
  index: PostingIndex,
  requests: readonly PageRequest[],
  after: ItemPosition | undefined,
): Promise<readonly ListPage[]> {
  const pages = await Promise.all(
    requests.map(async ({ term, limit }) => ({ term, ...(await index.readPostings(term, after, limit)) })),
  );
  return pages.toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1));
}

/** How far a page reached; a list that ended reached further than any position. */
function endOf({ isLast, postings }: PostingPage): string {
  return isLast ? '~' : (postings.at(-1)?.position ?? '');
}
