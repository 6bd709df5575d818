import { expect, test } from 'vitest';
import { beginCurrentSearch } from '../../../../core/index/corrections/begin-current-search.ts';
import { finishSearch } from '../../../../core/index/search/finish-search.ts';
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
  ['INA219AxDCN', 'Current monitor'],
  ['74HC595', 'Shift register'],
  ['MCP23017', 'Port expander'],
  ['M24C02', 'EEPROM, I2C, 1.6-5.5V'],
  ['MAX1968', 'Driver for peltier modules'],
  ['LD1117', 'Regulator, 1.65V'],
  ['CSD175', 'MOSFET 30V, 1.8mOhm'],
  ['BZX5', 'Zener diode 15V, 5%'],
  ['BZX2', 'Zener diode 15V, 2%, Vz(5mA)'],
].entries())
  lists.add(
    recordOf({ id: `itm_${String(place).padStart(8, '0')}`, mpn: mpn ?? null, title: title ?? null, keywords: null }),
  );
lists.settle();

async function found(query: string) {
  const request = { after: undefined, limit: 10, partialLimit: 10, sections: [] };
  const search = await beginCurrentSearch(lists, { query }, request);
  const page = await finishSearch(lists, search);
  return { numbers: page.found.map(({ item }) => item.mpn).toSorted(), corrections: search.corrections ?? [] };
}

test.each([
  ['IRF', ['IRF540']],
  ['irf mosfet', ['IRF540']],
  ['TL07', ['TL071', 'TL072']],
])('the beginning of part numbers %s finds those that begin with it, and no others', async (query, numbers) => {
  expect((await found(query)).numbers).toEqual(numbers);
});

test.each([
  ['INA*DCN', ['INA219AxDCN']],
  ['TL0?2', ['TL072']],
  ['74HC*95', ['74HC595']],
  ['LM3?8', ['LM358']],
  ['IRF*4', []],
  ['LM3*-0', []],
])('a number with a wildcard in it, %s, finds what it stands for, and nothing else', async (query, numbers) => {
  expect((await found(query)).numbers).toEqual(numbers);
});

test('an ordering number finds the part that it begins with, and says so', async () => {
  expect(await found('LM358DR')).toMatchObject({ numbers: ['LM358'], corrections: [{ meant: 'LM358' }] });
  expect((await found('LM3581')).numbers).toEqual([]);
});

test('what follows an ordering number after a space, and each of two such numbers, stays in the query', async () => {
  expect((await found('LM358DR/NOPB dual amplifier')).corrections).toMatchObject([{ written: 'LM358DR/NOPB' }]);
  expect((await found('LM358DR dual amplifier')).corrections).toMatchObject([{ written: 'LM358DR' }]);
  const both = await found('LM358DR/LM350T');
  expect(both.numbers).toEqual(['LM350', 'LM358']);
  expect(both.corrections.map(({ written }) => written)).toEqual(['LM358DR', 'LM350T']);
});

test('of two alternatives the one that no item has is corrected too', async () => {
  expect(await found('Spannungsregler oder mosfet')).toMatchObject({
    numbers: ['CSD175', 'IRF540', 'LM350'],
    corrections: [{ written: 'Spannungsregler' }],
  });
});

test.each([
  ['INA219AIDCNR', 'INA219AxDCN', 'a placeholder'],
  ['SN74HC595N', '74HC595', 'letters of a manufacturer before it'],
  ['MCP23O17', 'MCP23017', 'a letter of the look of a digit'],
])('the ordering number %s finds %s, which has %s', async (query, number) => {
  expect((await found(query)).numbers).toEqual([number]);
});

test.each(['Zenerdiode 15V nicht 5%', 'zener diode 15V, without 5 %'])(
  'the share in %j is excluded, and the number in it is not',
  async (query) => {
    expect((await found(query)).numbers).toEqual(['BZX2']);
  },
);

test('a resistance is read from its code in a query for a switch', async () => {
  expect((await found('MOSFET 30V 1m8')).numbers).toEqual(['CSD175']);
});

test.each([
  ['Operationsverstärker', 3],
  ['capteur de température', 2],
  ['温度传感器', 2],
])('the foreign term %s finds what it means', async (query, count) => {
  expect((await found(query)).numbers).toHaveLength(count);
});

test.each([
  'temperature sensor not I2C',
  'Temperatursensor ohne I2C',
  'temperature sensor -I2C',
  '温度传感器 不要I2C',
  '除了I2C以外的温度传感器',
  '温度センサ I2C以外',
  'I2Cなしの温度センサ',
])('the query %s finds what lacks the excluded word', async (query) => {
  expect((await found(query)).numbers).toEqual(['LM61']);
});

test('an excluded word of another language is translated', async () => {
  expect((await found('regulador no ajustable')).numbers).toEqual(['LD1117']);
});
