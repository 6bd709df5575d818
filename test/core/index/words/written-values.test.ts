import { describe, expect, test } from 'vitest';
import { joinedSizes, plainValues } from '../../../../core/index/words/written-values.ts';

describe('a value that is not written plainly', () => {
  test.each([
    ['2,5V reference', '2.5V reference'],
    ['1,5', '1.5'],
    ['0,125 W', '0.125 W'],
    ['±0,1%', '±0.1%'],
    ['0,5-5Nm', '0.5-5Nm'],
    ['2.4-2,5GHz', '2.4-2.5GHz'],
    ['1,000 V', '1000 V'],
    ["1'000 V", '1000 V'],
    ['3,300 pF', '3300 pF'],
    ['4k7', '4.7kohm'],
    ['2R2', '2.2ohm'],
    ['0R05 shunt', '0.05ohm shunt'],
    ['R47 resistor', '0.47ohm resistor'],
    ['1M5 resistor', '1.5Mohm resistor'],
    ['4u7 X7R', '4.7uF X7R'],
    ['inductor 4R7', 'inductor 4.7uH'],
    ['choke 4u7', 'choke 4.7uH'],
    ['3V3', '3.3V'],
    ['10k 1% 0603', '10kohm 1% 0603'],
    ['100n 50V X7R', '100nF 50V X7R'],
  ])('such as %s is %s', (written, plain) => {
    expect(plainValues(written)).toBe(plain);
  });

  test.each([
    '3,5,12V',
    '4N25',
    '2N7002',
    'BZX84C4V7',
    'SRN6045-4R7M',
    'LM317,5',
    'K3 relay',
    'R1',
    '10k EEPROM',
    'pins 3,5 of it',
  ])('is not in %s, which stays as it is', (text) => {
    expect(plainValues(text)).toBe(text);
  });

  test.each([
    ['600 x 600 mm', '600x600 mm'],
    ['M8 x 40', 'M8x40'],
    ['2.5 mm²', '2.5 sqmm'],
    ['DN 25', 'DN25'],
    ['24 AWG', 'awg24'],
  ])('such as the size %s is one word, %s', (written, joined) => {
    expect(joinedSizes(written)).toBe(joined);
  });

  test('is read in time that grows with the length of the text', () => {
    for (const text of [
      '1,'.repeat(50_000),
      '4k'.repeat(50_000),
      '1 x '.repeat(25_000),
      '1 - '.repeat(25_000),
      ' '.repeat(100_000),
    ])
      expect(joinedSizes(plainValues(text)).length).toBeGreaterThan(0);
  });
});
