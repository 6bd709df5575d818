/** Which search a query begins: with operators' words, a manufacturer's aliases, and what is meant if none matches. */
import { describe, expect, test } from 'vitest';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { beginCurrentSearch, type SearchIndex } from '../../../../core/index/corrections/begin-current-search.ts';
import { isCursorOfCorrected, readCursor, writeCursor } from '../../../../core/index/search/search-cursor.ts';
import { finishSearch } from '../../../../core/index/search/finish-search.ts';
import { termsOfSearch, type SearchCriteria } from '../../../../core/index/search/search-terms.ts';
import { WordTable } from '../../../../core/index/words/word-table.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { postingLists, type PostingLists } from '../../../support/index/posting-lists.ts';

type Row = readonly [mpn: string, title: string, manufacturer?: string];

function listsOf(rows: readonly Row[], first = 0): PostingLists {
  const lists = postingLists();
  for (const [place, [mpn, title, manufacturer = null]] of rows.entries()) {
    const id = `itm_${String(first + place).padStart(8, '0')}`;
    lists.add(recordOf({ id, mpn, title, manufacturer, keywords: null }));
  }
  lists.settle();
  return lists;
}

const PARTS = listsOf([
  ['LM350', 'Adjustable voltage regulator'],
  ['LM358', 'Dual operational amplifier'],
  ['TL071', 'Single operational amplifier, low noise'],
  ['TL072', 'Dual operational amplifier, low noise'],
  ['TMP100', 'Temperature sensor, I2C'],
  ['LM61', 'Temperature sensor, analog'],
  ['74HC595', 'Shift register'],
  ['M24C02', 'EEPROM, I2C, 1.6-5.5V'],
  ['MAX1968', 'Driver for peltier modules'],
  ['LD1117', 'Regulator, 1.65V'],
  ['BZX5', 'Zener diode 15V, 5%'],
  ['BZX2', 'Zener diode 15V, 2%'],
]);
const FIRST_PAGE = { after: undefined, limit: 10, partialLimit: 10, sections: [] };

async function found(criteria: SearchCriteria, index: SearchIndex & PostingLists = PARTS) {
  const search = await beginCurrentSearch(index, criteria, FIRST_PAGE);
  const page = await finishSearch(index, search);
  const corrections = (search.corrections ?? []).map(({ meant, kind }) => `${kind}: ${meant}`);
  return { numbers: page.found.map(({ item }) => item.mpn).toSorted(), corrections };
}

/** The index as a process knows it before its first read of postings brings what an operator has changed. */
function changedBy(index: PostingLists, changes: Partial<SearchIndex>): PostingLists & { reads: () => number } {
  let reads = 0;
  const changed: PostingLists = { ...index, ...changes };
  return {
    ...index,
    reads: () => reads,
    readPostings: (...args) => ((reads += 1), index.readPostings(...args)),
    words: () => (reads > 0 ? changed : index).words(),
    manufacturers: () => (reads > 0 ? changed : index).manufacturers(),
  };
}

describe('a query', () => {
  test('that items have begins as it is written', async () => {
    expect(await found({ query: 'shift register' })).toEqual({ numbers: ['74HC595'], corrections: [] });
  });

  test('is read with the operators’ words that its own first read brings', async () => {
    const words = new WordTable([{ short: 'peltier', equivalents: ['thermocooler'] }]);
    const index = changedBy(PARTS, { words: () => words });
    expect((await found({ query: 'thermocooler' }, index)).numbers).toEqual(['MAX1968']);
  });

  test('is begun again only if operators have changed words', async () => {
    const readsOf = async (changes: Partial<SearchIndex>) => {
      const index = changedBy(PARTS, changes);
      await beginCurrentSearch(index, { query: 'register' }, FIRST_PAGE);
      return index.reads();
    };
    expect(await readsOf({ words: () => new WordTable([]) })).toBe(2 * (await readsOf({})));
  });
});

describe('a manufacturer', () => {
  const lists = listsOf([
    ['R-100', 'Relay', 'Norvane'],
    ['R-200', 'Relay', 'Kestrel'],
  ]);

  test('leaves only its items', async () => {
    expect((await found({ query: 'relay', manufacturer: 'Norvane' }, lists)).numbers).toEqual(['R-100']);
  });

  test('is found by the operators’ alias that the first read brings', async () => {
    const table = BUILT_IN_MANUFACTURERS.with([{ spelling: 'Norvn', manufacturer: 'Norvane' }]);
    const index = changedBy(lists, { manufacturers: async () => table });
    expect((await found({ manufacturer: 'Norvn' }, index)).numbers).toEqual(['R-100']);
    expect((await found({ manufacturer: 'Norvn' }, lists)).numbers).toEqual([]);
  });
});

describe('a query that no item meets as it is written', () => {
  test.each([
    ['a word of another language', 'Schieberegister', ['74HC595']],
    ['a typing error', 'registor shift', ['74HC595']],
  ])('with %s is searched for as it is meant, and says so', async (_what, query, numbers) => {
    const result = await found({ query });
    expect(result.numbers).toEqual(numbers);
    expect(result.corrections).toHaveLength(1);
  });

  test.each(['diodo zener da 12 a 20 V', 'Zenerdiode 12 bis 20V', 'zener 12-20V diode'])(
    'means the values between the ends of the range in %j',
    async (query) => {
      expect((await found({ query })).numbers).toEqual(['BZX2', 'BZX5']);
    },
  );

  test('does not mean what is between two ends if the first is the greater', async () => {
    expect((await found({ query: 'zener diode 20-12V' })).corrections).toEqual([]);
  });

  test('means a stated range for a value in it', async () => {
    expect(await found({ query: 'EEPROM 1,65V I2C' })).toEqual({ numbers: ['M24C02'], corrections: ['range: '] });
  });

  test('means its rarest word alone', async () => {
    expect(await found({ query: 'peltier amplifier sensor' })).toEqual({
      numbers: ['MAX1968'],
      corrections: ['rarest: peltier'],
    });
  });

  test.each([
    ['it has a value', 'peltier 12V isolated register'],
    ['it has a number', 'peltier amplifier LM350'],
  ])('does not mean its rarest word alone if %s', async (_why, query) => {
    expect((await found({ query })).corrections).not.toContain('rarest: peltier');
  });

  test('does not mean a word that more than four items have alone', async () => {
    const titled = (count: number, title: string) =>
      Array.from({ length: count }, (_, place): Row => [`${title.charAt(0)}${place}`, title]);
    const others = [...titled(6, 'Operational amplifier'), ...titled(6, 'Temperature sensor')];
    const corrections = async (count: number) =>
      (
        await found(
          { query: 'peltier amplifier sensor' },
          listsOf([...titled(count, 'Driver for peltier modules'), ...others]),
        )
      ).corrections;
    expect([await corrections(4), await corrections(5)]).toEqual([['rarest: peltier'], []]);
  });
});

describe('the pages of a corrected query', () => {
  const many = postingLists();
  const titled = (from: number, count: number, title: string) => {
    for (let place = from; place < from + count; place += 1)
      many.add(recordOf({ id: `itm_${String(place).padStart(8, '0')}`, mpn: `P${place}`, title, keywords: null }));
  };
  titled(0, 90, 'Voltage regulator');
  titled(100, 3, 'Driver for peltier modules');
  titled(200, 30, 'Zener diode 15V');
  many.settle();

  /** Begins the page that a cursor leads to, as the tool does. */
  async function beginPage(query: string, limit: number, cursor: string | undefined) {
    const terms = termsOfSearch({ query });
    const isCorrected = cursor !== undefined && isCursorOfCorrected(cursor, terms) === true;
    const after = cursor === undefined || isCorrected ? undefined : readCursor(cursor, terms);
    const correctedCursor = isCorrected ? cursor : undefined;
    const request = { after, correctedCursor, limit, partialLimit: limit, sections: [] };
    return beginCurrentSearch(many, { query }, request);
  }

  /** Returns the items of each page, and the lists that it reads. */
  async function pagesOf(query: string, limit: number) {
    const pages: { readonly ids: readonly string[]; readonly lists: number }[] = [];
    let cursor: string | undefined;
    do {
      many.costs.pages = 0;
      const search = await beginPage(query, limit, cursor);
      expect(search.isForeign).not.toBe(true);
      const page = await finishSearch(many, search);
      pages.push({ ids: page.found.map(({ item }) => item.id), lists: many.costs.pages });
      cursor = page.next === undefined ? undefined : writeCursor(page.next, termsOfSearch({ query }));
    } while (cursor !== undefined && pages.length < 50);
    return pages;
  }

  test('are each item once, and a later one does not read its first lists again', async () => {
    const pages = await pagesOf('Spannungsregler', 20);
    const ids = pages.flatMap((page) => page.ids);
    expect([ids.length, new Set(ids).size]).toEqual([90, 90]);
    // One list of the word that no item has, and two of the words that it means.
    expect(pages.slice(1).map((page) => page.lists)).toEqual([3, 3, 3, 3]);
  });

  test('of a range that no item states are all items that are meant, each once', async () => {
    const ids = (await pagesOf('diodo zener da 12 a 20 V', 4)).flatMap((page) => page.ids);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });

  test('are those of the rarest word, if that is meant alone', async () => {
    const pages = await pagesOf('Spannungswandler peltier amplifier', 2);
    expect(pages.flatMap(({ ids }) => ids).toSorted()).toEqual(['itm_00000100', 'itm_00000101', 'itm_00000102']);
  });

  test('are foreign if the query is no longer corrected like that', async () => {
    const query = 'Spannungsregler';
    const page = await finishSearch(many, await beginPage(query, 20, undefined));
    const terms = termsOfSearch({ query });
    const cursor = writeCursor(page.next!, terms);
    const titledSince = listsOf(Array.from({ length: 30 }, (_, place): Row => [`Q${place}`, 'Spannungsregler']));
    const request = { after: undefined, correctedCursor: cursor, limit: 20, partialLimit: 20, sections: [] };
    const search = await beginCurrentSearch(titledSince, { query }, request);
    expect(search.isForeign).toBe(true);
  });
});
