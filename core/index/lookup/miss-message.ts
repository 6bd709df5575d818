/**
 * Writes the `message` of a miss (lookup_part, lookup_parts, rows of a catalog): the reason, the candidates and the next step. It appears in
 * the structured content and in the summary, because many assistants show their model only one of the two. The sentence about enrichment comes
 * from enrichment/enrichment-offer.ts.
 */
import { cleanText } from '../../clean-text.ts';
import type { NearNumber } from './similar-part-numbers.ts';

/** A part that was not found. */
export interface Miss {
  readonly askedBy: 'part' | 'gtin';
  /** Part numbers in the index that are written like the requested one, but are not it. Only for callers that may be billed. */
  readonly nearPartNumbers: readonly string[];
  /** A sentence that names the manufacturers of the part number, if the requested one is not among them. For the same callers. */
  readonly madeBy?: string | undefined;
  /** Part numbers that look like the requested one, or of which one begins with the other, as far as they were read. For the same callers. */
  readonly numbersAlike?: readonly NearNumber[];
}

/** The maximum number of candidates in a message. Each is only a manufacturer and part number, because item data is billed. */
export const MAX_NEAR_PARTS = 3;
const NUMBER_LENGTH = 120;
const MANUFACTURER_LENGTH = 60;

/** @param research a sentence about the state of an enrichment request or how to make one; undefined if research would not help */
export function missMessage(miss: Miss, research: string | undefined): string {
  return research === undefined ? whyNotFound(miss) : `${whyNotFound(miss)} ${research}`;
}

function whyNotFound({ askedBy, nearPartNumbers, madeBy, numbersAlike = [] }: Miss): string {
  if (askedBy === 'gtin') return 'No record has this barcode. Try manufacturer and part_number, or search_items.';
  if (madeBy !== undefined) return madeBy;
  if (nearPartNumbers.length === 0) {
    const hints = numbersAlike.slice(0, MAX_NEAR_PARTS);
    const looks = listNumbers(
      'Numbers that look alike',
      hints.filter((one) => one.looksAlike),
    );
    const begin = listNumbers(
      'Numbers that begin alike',
      hints.filter((one) => !one.looksAlike),
    );
    return `Not in the index.${looks}${begin} Check manufacturer and part_number, or try search_items.`;
  }
  const named = nearPartNumbers.slice(0, MAX_NEAR_PARTS).map((number) => cleanText(number, NUMBER_LENGTH));
  const more = nearPartNumbers.length > named.length ? ` and ${nearPartNumbers.length - named.length} more` : '';
  return `Several parts are written alike, and none is the number asked for: ${named.join(', ')}${more}. Ask again with the exact number.`;
}

function listNumbers(what: string, numbers: readonly NearNumber[]): string {
  return numbers.length === 0 ? '' : ` ${what}: ${numbers.map(nameNumber).join(', ')}.`;
}

function nameNumber({ number, madeBy }: NearNumber): string {
  const named = cleanText(number, NUMBER_LENGTH);
  return madeBy === undefined ? named : `${named} of ${cleanText(madeBy, MANUFACTURER_LENGTH)}`;
}
