import { expect, test } from 'vitest';
import { termsOf, termsOfSearch, titleTermsOf } from '../../../../core/index/search/search-terms.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';

test.each([
  ['32', 'u:32'],
  ['321', 'u:321'],
  ['3211', 'u:3211'],
  ['32110', 'u:32110'],
  ['32110000', 'u:3211'],
  ['321100', 'u:3211'],
  ['32000000', 'u:32'],
  ['00000000', 'u:00'],
  ['32111500', 'u:321115'],
  ['32111501', 'u:32111501'],
])('UNSPSC %s looks for %s', (code, term) => {
  expect(termsOfSearch({ unspsc: code }).unspsc).toBe(term);
});

test('an item has every prefix of its code, its manufacturers, its part number and its words as terms', () => {
  const item = recordOf({
    manufacturer: 'Acme Inc.',
    brand: 'ACME',
    mpn: 'AB-1',
    title: 'Washer',
    keywords: ['M4', 'washer'],
    unspsc_code: '31161807',
  });
  expect(termsOf(item)).toEqual([
    'm:acme', 'n:AB1', 'u:31', 'u:311', 'u:3116', 'u:31161', 'u:311618', 'u:3116180', 'u:31161807',
    'w:1', 'w:ab', 'w:ab1', 'w:m4', 'w:washer',
  ]); // prettier-ignore
});

test('an item without any of them has no terms', () => {
  expect(termsOf(recordOf({ unspsc_code: 'unknown', manufacturer: ' ', mpn: '' }))).toEqual([]);
});

test.each([
  ['Schottky, SOD-323F', false],
  ['Schottky, SOD-323', true],
  ['Schottky, SOD-323F/SOD-323', true],
])('%j is found as SOD-323; its title counts as saying so: %j', (title, isSaid) => {
  const item = recordOf({ title });
  expect(termsOf(item)).toContain('w:sod323');
  expect(titleTermsOf(item).some((term) => term === 'w:sod323')).toBe(isSaid);
});

test.each([
  ['Regulator, fixed -12V', false],
  ['Supply, \u00b112V', false],
  ['Supply, \u00b112V and 12V', true],
  ['P-channel MOSFET, -12V', true],
])('%j is found as 12V; its title counts as saying so: %j', (title, isSaid) => {
  const item = recordOf({ title });
  expect(termsOf(item)).toContain('w:12v');
  expect(titleTermsOf(item).some((term) => term === 'w:12v')).toBe(isSaid);
});

test.each([
  ['Optocoupler, Phototransistor Output', 'phototransistor', false],
  ['Silicon NPN Phototransistor', 'phototransistor', true],
  ['Phototransistor, Transistor-Outputs', 'phototransistor', true],
  ['Comparator, Open Collector Output', 'collector', true],
])('%j is found as %j; its title counts as naming it: %j', (title, word, isSaid) => {
  const item = recordOf({ title });
  expect(termsOf(item)).toContain(`w:${word}`);
  expect(titleTermsOf(item).some((term) => term === `w:${word}`)).toBe(isSaid);
});

test.each([
  ['buck or boost converter', ['buck or boost', 'converter']],
  ['Relais oder Schütz', ['relais or schutz']],
  ['relay / optocoupler', ['relay or optocoupler']],
  ['humidity sensor or pressure sensor', ['humidity or pressure', 'sensor']],
  ['opto triac or relay', ['opto or relay', 'triac or relay']],
  ['5V or 3.3V regulator', ['5v or 3.3v', 'regulator']],
  ['BC547/BC557', ['bc547 or bc557']],
  ['LM324, LM339 and LM358', ['lm324 or lm339 or lm358']],
  ['5V or better', ['5v', 'better']],
  ['quad or gate', ['quad', 'or', 'gate']],
  ['LM317 or equivalent', ['lm317', 'equivalent']],
  ['RS485/RS422 transceiver', ['rs485', 'rs422', 'transceiver']],
  ['I2C/SPI', ['i2c', 'spi']],
  ['5V / 12V', ['5v', '12v']],
  ['74HC595D,118', ['74hc595d']],
  ['LM358,D', ['lm358']],
])('%j asks for %j', (query, words) => {
  expect(
    termsOfSearch({ query })
      .words.map(({ asked }) => asked)
      .toSorted(),
  ).toEqual([...words].toSorted());
});
