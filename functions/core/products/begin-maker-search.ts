/** Beginning a search that may name a maker: under the spellings that the maker's records are likely filed by. */
import type { PostingIndex } from './posting-index.ts';
import type { ProductIndex } from './product-index.ts';
import { beginSearch, type BegunSearch, type SearchRequest } from './search-items.ts';
import { withMakerSpellings } from './search-terms.ts';

/**
 * Begins with the names that are remembered, for the lists have to be chosen before anything is read. Operators' latest spellings come with the
 * first lists: where they mean other lists, the search begins again.
 */
export async function beginMakerSearch(
  index: PostingIndex & Pick<ProductIndex, 'makers'>,
  manufacturer: string | undefined,
  request: SearchRequest,
): Promise<BegunSearch> {
  if (manufacturer === undefined) return beginSearch(index, request);
  const spelled = async () => withMakerSpellings(request.terms, manufacturer, await index.makers());
  const remembered = await spelled();
  const begun = await beginSearch(index, { ...request, terms: remembered });
  const current = await spelled();
  if (String(current.maker) === String(remembered.maker)) return begun;
  return beginSearch(index, { ...request, terms: current });
}
