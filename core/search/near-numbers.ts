/**
 * Parts to name when a search found nothing: those whose very number stands in the query, whatever else was asked for.
 * A hint for the message; it never becomes part of the result.
 */
import { itemIdAt } from '../items/item-position.ts';
import type { ItemRecord } from '../items/item-record.ts';
import { MAX_NEAR_PARTS } from '../lookup/miss-message.ts';
import type { PostingIndex } from './posting-index.ts';
import { termsOfSearch, type Term } from './search-terms.ts';

const MAX_NUMBERS = 4;
const MAX_NAMED = MAX_NEAR_PARTS;
const DIGIT = /\p{N}/u;

/** Two round trips at most, and none when the query holds nothing like a number. */
export async function nearNumbers(index: PostingIndex, query: string): Promise<readonly ItemRecord[]> {
  const numbers = numbersIn(query);
  const pages = await Promise.all(numbers.map((number) => index.readPostings(number, undefined, MAX_NAMED)));
  const itemIds = pages.flatMap(({ postings }) => postings.map(({ position }) => itemIdAt(position)));
  if (itemIds.length === 0) return [];
  const items = await index.readIndexedItems([...new Set(itemIds)], []);
  const verifiedHits = [...items.values()].filter(({ terms }) => numbers.some((number) => terms.has(number)));
  return verifiedHits.slice(0, MAX_NAMED).map(({ record }) => record);
}

/** The whole query, and each of its words with a digit. */
function numbersIn(query: string): readonly Term[] {
  const written = [query, ...query.split(/\s+/)].filter((text) => DIGIT.test(text)).slice(0, MAX_NUMBERS);
  const terms = written.map((text) => termsOfSearch({ query: text }).number);
  return [...new Set(terms.filter((term) => term !== undefined))];
}
