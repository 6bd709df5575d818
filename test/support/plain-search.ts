/** What a search means: every record is looked at, and those that answer are put in order. */
import { positionOf } from '../../functions/core/products/item-position.ts';
import type { ItemRecord } from '../../functions/core/products/item-record.ts';
import { termsOf, termsOfSearch, type SearchCriteria } from '../../functions/core/products/search-terms.ts';

const known = new WeakMap<ItemRecord, ReadonlySet<string>>();

/** The ids of the records that answer, in the order of the pages. */
export function plainSearch(records: Iterable<ItemRecord>, criteria: SearchCriteria): string[] {
  const { words, number, maker, unspsc } = termsOfSearch(criteria);
  const found = [...records].flatMap((record) => {
    const own = ownTerms(record);
    const isExact = number !== undefined && own.has(number);
    const passes = [maker, unspsc].every((term) => term === undefined || own.has(term));
    return passes && (isExact || words.every((word) => own.has(word)))
      ? [{ id: record.id, key: `${isExact ? 0 : 1}${positionOf(record)}` }]
      : [];
  });
  return found.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ id }) => id);
}

/** Kept, since a test looks at every record again and again. */
function ownTerms(record: ItemRecord): ReadonlySet<string> {
  const terms = known.get(record) ?? new Set<string>(termsOf(record));
  known.set(record, terms);
  return terms;
}
