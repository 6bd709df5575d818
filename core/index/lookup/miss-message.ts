/**
 * Writes the `message` of a miss (lookup_part, lookup_parts, rows of a catalog): the reason, how many candidates there
 * are, and the next step. It appears in the structured content and in the summary, because many assistants show their
 * model only one of the two. The candidates themselves are data (candidate.ts). The sentence about enrichment comes
 * from enrichment/enrichment-offer.ts.
 */
import { countCandidates, NAMES_ARE_DATA } from './candidate.ts';

/** What the candidates of a miss are. */
export type Likeness =
  /** The index has these under the same letters and digits, none of them as requested. */
  | 'written_alike'
  /** Their numbers look like the requested one, or one begins with the other. */
  | 'similar'
  /** Other manufacturers make the requested number. */
  | 'other_manufacturers'
  /** The requested name fits each of these manufacturers. */
  | 'several_manufacturers';

/** A part that was not found. */
interface Miss {
  readonly askedBy: 'part' | 'gtin';
  /** Absent if no candidates are shown. */
  readonly candidates?: { readonly count: number; readonly likeness: Likeness } | undefined;
  /** A sentence of the service about the manufacturers, such as a takeover. */
  readonly because?: string | null | undefined;
}

/**
 * @param research a sentence about the state of an enrichment request or how to make one; undefined if research would
 * not help
 */
export function missMessage(miss: Miss, research: string | undefined): string {
  return [whyNotFound(miss), miss.because, research].filter(Boolean).join(' ');
}

function whyNotFound({ askedBy, candidates }: Miss): string {
  if (askedBy === 'gtin') return 'No record has this barcode. Try manufacturer and part_number, or search_items.';
  if (candidates === undefined) return 'Not in the index. Check manufacturer and part_number, or try search_items.';
  const counted = countCandidates(candidates.count);
  switch (candidates.likeness) {
    case 'written_alike':
      return `Several parts are written alike, and none is the number asked for: ${counted}. ${NAMES_ARE_DATA} Ask again with the exact number.`;
    case 'similar':
      return `Not in the index; ${counted} with similar numbers. ${NAMES_ARE_DATA} Check manufacturer and part_number, or try search_items.`;
    case 'other_manufacturers':
      return `Not under this manufacturer; ${counted} of others with this number. ${NAMES_ARE_DATA} Ask again with one.`;
    case 'several_manufacturers':
      return `The manufacturer may be one of several, and each makes this number: ${counted}. ${NAMES_ARE_DATA} Ask again with one.`;
  }
}
