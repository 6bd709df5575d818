/**
 * Finds candidates when a search found nothing: parts whose exact part number is in the query, or whose part number
 * shares a prefix with it. They are never items of the result.
 */
import { itemIdAt } from '../items/item-position.ts';
import type { ItemRecord } from '../items/item-record.ts';
import { MAX_CANDIDATES } from '../lookup/candidate.ts';
import type { PostingIndex } from './posting-index.ts';
import type { ItemIndex } from '../items/item-index.ts';
import { partKey } from '../part-keys/part-number.ts';
import { readBeginning } from './beginning-term.ts';
import { termsOfSearch, type AskedWord } from './search-terms.ts';
import type { Term } from './term.ts';

const MAX_NUMBERS = 4;
const MAX_NAMED = MAX_CANDIDATES;
/** Part numbers count as similar if they share a prefix of at least this length. */
const MIN_BEGINNING = 4;
const DIGIT = /\p{N}/u;

type NearPart = Pick<ItemRecord, 'manufacturer' | 'mpn'>;

/**
 * Returns parts with part numbers similar to one that no item has. One round trip.
 * @param missing the words of the query that are part numbers without an item
 */
export async function numbersBeginningAlike(
  index: Pick<ItemIndex, 'readNumbersAlike'>,
  missing: readonly AskedWord[],
): Promise<readonly NearPart[]> {
  const parts = missing.flatMap(({ beginning }) => (beginning && readBeginning(beginning)?.part) ?? []);
  const alike = await Promise.all(
    parts.slice(0, MAX_NAMED).map(async (part) => {
      const around = await index.readNumbersAlike(part, 'around');
      return around
        .map((near) => ({ ...near, shared: sharedLength(partKey(near.number), part) }))
        .filter(({ shared }) => shared >= MIN_BEGINNING);
    }),
  );
  // The numbers that share the most come first; of those, the nearest in the list, which stands at its end.
  const nearest = alike.flatMap((near) => near.toReversed()).toSorted((a, b) => b.shared - a.shared);
  const byNumber = new Map(nearest.map((one) => [partKey(one.number), one]));
  return [...byNumber.values()]
    .slice(0, MAX_NAMED)
    .map(({ number, manufacturer, brand }) => ({ mpn: number, manufacturer: manufacturer ?? brand }));
}

/** Returns how many characters two numbers begin with together. */
function sharedLength(one: string, other: string): number {
  const end = [...one].findIndex((character, place) => character !== other[place]);
  return end === -1 ? one.length : end;
}

/** Makes at most two round trips, and none if the query contains nothing like a part number. */
export async function nearNumbers(index: PostingIndex, query: string): Promise<readonly NearPart[]> {
  const numbers = numbersIn(query);
  const pages = await Promise.all(numbers.map((number) => index.readPostings(number, undefined, MAX_NAMED)));
  const itemIds = pages.flatMap(({ postings }) => postings.map(({ position }) => itemIdAt(position)));
  if (itemIds.length === 0) return [];
  const items = await index.readIndexedItems([...new Set(itemIds)], []);
  const verifiedMatches = [...items.values()].filter(({ terms }) => numbers.some((number) => terms.has(number)));
  return verifiedMatches.slice(0, MAX_NAMED).map(({ item }) => item);
}

/** Returns those of the whole query and its words that contain a digit. */
function numbersIn(query: string): readonly Term[] {
  const written = [query, ...query.split(/\s+/)].filter((text) => DIGIT.test(text)).slice(0, MAX_NUMBERS);
  const terms = written.map((text) => termsOfSearch({ query: text }).number);
  return [...new Set(terms.filter((term) => term !== undefined))];
}
