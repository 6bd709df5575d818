/** A whole search at once; the tool runs its two halves apart, the first beside the question who is asking. */
import type { PostingIndex } from '../../functions/core/products/posting-index.ts';
import {
  beginSearch,
  finishSearch,
  type SearchPage,
  type SearchRequest,
} from '../../functions/core/products/search-items.ts';
import type { SignatureBits } from '../../functions/core/products/term-signature.ts';

export async function searchPage(
  index: PostingIndex,
  request: SearchRequest,
  signatureBits?: SignatureBits,
): Promise<SearchPage> {
  return finishSearch(index, await beginSearch(index, request, signatureBits));
}
