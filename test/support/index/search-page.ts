/**
 * Runs a whole search in one step; the tool runs its two halves separately, the first in parallel with
 * authentication.
 */
import type { PostingIndex } from '../../../core/index/search/posting-index.ts';
import { finishSearch, type SearchPage } from '../../../core/index/search/finish-search.ts';
import { startSearch, type SearchRequest, type SearchSettings } from '../../../core/index/search/start-search.ts';
import { readCursor, writeCursor } from '../../../core/index/search/search-cursor.ts';
import type { SearchOrder } from '../../../core/index/search/search-order.ts';

export async function searchPage(
  index: PostingIndex,
  request: SearchRequest,
  settings?: SearchSettings,
): Promise<SearchPage> {
  return finishSearch(index, await startSearch(index, request, settings));
}

/** Returns all pages, each reached through its cursor. */
export async function searchPages(
  index: PostingIndex,
  request: Omit<SearchRequest, 'after'>,
  settings?: SearchSettings,
): Promise<{
  readonly pages: readonly SearchPage[];
  readonly ids: readonly (readonly string[])[];
  readonly order: SearchOrder;
}> {
  const first = await searchPage(index, { ...request, after: undefined }, settings);
  const pages = [first];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    if (pages.length > 3_000) throw new Error(`No end: ${JSON.stringify(next)}`);
    const cursor = writeCursor(next, request.terms);
    if (cursor.length > 40) throw new Error(`A cursor of ${cursor.length} characters`);
    const after = readCursor(cursor, request.terms);
    if (after === undefined) throw new Error(`An unreadable cursor: ${cursor}`);
    pages.push(await searchPage(index, { ...request, after }, settings));
  }
  return { pages, ids: pages.map(({ found }) => found.map(({ item }) => item.id)), order: first.order };
}
