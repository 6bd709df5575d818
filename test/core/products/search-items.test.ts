import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../functions/core/products/item-position.ts';
import type { ItemRecord } from '../../../functions/core/products/item-record.ts';
import { searchItems, type SearchPlace } from '../../../functions/core/products/search-items.ts';
import { termsOf, termsOfSearch, type SearchCriteria } from '../../../functions/core/products/search-terms.ts';
import type { SignatureBits } from '../../../functions/core/products/term-signature.ts';
import { recordOf } from '../../support/item-records.ts';
import { postingLists, type PostingLists } from '../../support/posting-lists.ts';

/** Page by page to the end; the pages that the budget cut short are counted. */
async function searchAll(lists: PostingLists, criteria: SearchCriteria, limit: number, bits: SignatureBits = 16) {
  const terms = termsOfSearch(criteria);
  const pages: ItemRecord[][] = [];
  let after: SearchPlace | undefined;
  let cutShort = 0;
  do {
    const page = await searchItems(lists, { terms, after, limit, sections: [] }, bits);
    pages.push([...page.records]);
    if (page.isCutShort) cutShort += 1;
    else if (page.next !== undefined) expect(page.records).toHaveLength(limit);
    after = page.next;
  } while (after !== undefined && pages.length < 500);
  return { ids: pages.flat().map(({ id }) => id), pages, cutShort };
}

/** What a search means: every record is looked at. */
function plainFilter(records: readonly ItemRecord[], criteria: SearchCriteria): string[] {
  const { words, number, maker, unspsc } = termsOfSearch(criteria);
  const exact = (own: ReadonlySet<string>) => number !== undefined && own.has(number);
  const found = records.flatMap((record) => {
    const own = new Set<string>(termsOf(record));
    const filters = [maker, unspsc].every((term) => term === undefined || own.has(term));
    return filters && (exact(own) || words.every((word) => own.has(word))) ? [{ record, isExact: exact(own) }] : [];
  });
  const key = ({ record, isExact }: (typeof found)[number]) => `${isExact ? 0 : 1}${positionOf(record)}`;
  return found.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ record }) => record.id);
}

const word = fc.constantFrom(
  'diode',
  'zener',
  '3.3V',
  '3.3 V',
  'low-dropout',
  'LM317',
  'AB-12',
  'smd',
  'relais',
  'Größe',
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const maker = fc.constantFrom('Acme Inc.', 'acme', 'Borealis GmbH', 'Cygnus');
const unspsc = fc.constantFrom('32111500', '32111600', '32100000', '31000000', '32');
const record = fc.record({
  manufacturer: fc.option(maker),
  brand: fc.option(maker),
  mpn: fc.option(fc.constantFrom('LM317', 'lm-317', 'AB12', 'smd', 'zener diode')),
  title: fc.option(text),
  keywords: fc.option(fc.array(word, { maxLength: 3 })),
  unspsc_code: fc.option(unspsc),
  confidence: fc.option(fc.integer({ min: 0, max: 4 }).map((step) => step * 24.9)),
});
const records = fc
  .array(record, { maxLength: 60 })
  .map((all) => all.map((fields, serial) => recordOf({ ...fields, id: `itm_${String(serial).padStart(8, '0')}` })));
const criteria = fc
  .record(
    {
      query: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      manufacturer: maker,
      unspsc: fc.constantFrom('32', '321', '3211', '32111', '32110000', '3210', '31000000', '999'),
    },
    { requiredKeys: [] },
  )
  .filter((some) => Object.keys(some).length > 0);

describe.each([16, 8] as const)('with signatures of %i bits', (bits) => {
  it('every page of every search is what a filter over all records gives', async () => {
    await fc.assert(
      fc.asyncProperty(records, criteria, fc.integer({ min: 1, max: 25 }), async (all, asked, limit) => {
        const lists = postingLists(bits);
        all.forEach((one) => lists.add(one));
        lists.settle();
        const { ids } = await searchAll(lists, asked, limit, bits);
        expect(ids).toEqual(plainFilter(all, asked));
      }),
      { numRuns: 400 },
    );
  });
});
