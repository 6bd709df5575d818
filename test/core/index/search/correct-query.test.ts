import { expect, it } from 'vitest';
import { beginCurrentSearch } from '../../../../core/index/search/begin-current-search.ts';
import { finishSearch } from '../../../../core/index/search/search-items.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { postingLists } from '../../../support/index/posting-lists.ts';

const lists = postingLists();
for (const [place, [mpn, title]] of [
  ['LM358', 'Dual operational amplifier'],
  ['LM350', 'Adjustable voltage regulator'],
  ['TL071', 'Single operational amplifier, low noise'],
  ['TL072', 'Dual operational amplifier, low noise'],
  ['IRF540', 'N-channel MOSFET'],
  ['TMP100', 'Temperature sensor, I2C'],
  ['LM61', 'Temperature sensor, analog'],
].entries())
  lists.add(recordOf({ id: `itm_0000000${place}`, mpn: mpn ?? null, title: title ?? null, keywords: null }));
lists.settle();

async function found(query: string) {
  const request = { after: undefined, limit: 10, partialLimit: 10, sections: [] };
  const search = await beginCurrentSearch(lists, { query }, request);
  const page = await finishSearch(lists, search);
  return { numbers: page.found.map(({ record }) => record.mpn).toSorted(), corrections: search.corrections ?? [] };
}

it.each([
  ['IRF', ['IRF540']],
  ['irf mosfet', ['IRF540']],
  ['TL07', ['TL071', 'TL072']],
])('the beginning of part numbers %s finds those that begin with it, and no others', async (query, numbers) => {
  expect((await found(query)).numbers).toEqual(numbers);
});

it('an ordering number finds the part that it begins with, and says so', async () => {
  expect(await found('LM358DR')).toMatchObject({ numbers: ['LM358'], corrections: [{ meant: 'LM358' }] });
  expect((await found('LM3581')).numbers).toEqual([]);
});

it.each([
  ['Operationsverstärker', 3],
  ['capteur de température', 2],
  ['温度传感器', 2],
])('the foreign term %s finds what it means', async (query, count) => {
  expect((await found(query)).numbers).toHaveLength(count);
});

it.each(['temperature sensor not I2C', 'Temperatursensor ohne I2C', 'temperature sensor -I2C'])(
  'the query %s finds what lacks the excluded word',
  async (query) => {
    expect((await found(query)).numbers).toEqual(['LM61']);
  },
);
