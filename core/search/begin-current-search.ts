/** Beginning a search with what operators have decided: their words, and the spellings that a maker's records are likely filed by. */
import type { PostingIndex } from './posting-index.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { beginSearch, type BegunSearch, type SearchRequest } from './search-items.ts';
import { termsOfSearch, withMakerSpellings, type SearchCriteria } from './search-terms.ts';

type Index = PostingIndex & Pick<ProductIndex, 'makers'>;

/**
 * Begins with the words and names that are remembered, for the lists have to be chosen before anything is read. Operators' latest come with the
 * first lists: where they mean other lists, the search begins again.
 */
export async function beginCurrentSearch(
  index: Index,
  criteria: SearchCriteria,
  request: Omit<SearchRequest, 'terms'>,
): Promise<BegunSearch> {
  const begin = async () => {
    const terms = termsOfSearch(criteria, index.words());
    return beginMakerSearch(index, criteria.manufacturer, { ...request, terms });
  };
  const remembered = index.words();
  const begun = await begin();
  return index.words() === remembered ? begun : begin();
}

async function beginMakerSearch(
  index: Index,
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
