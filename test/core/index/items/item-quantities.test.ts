import { describe, expect, test } from 'vitest';
import { quantitiesOf } from '../../../../core/index/items/item-quantities.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';

const statedIn = (title: string) => quantitiesOf(recordOf({ id: 'itm_00000001', title, mpn: null, keywords: null }));

describe('the quantities in a text', () => {
  test.each([
    ['4.5V to 36V', { V: [[4.5, 36]] }],
    ['4.5-36V', { V: [[4.5, 36]] }],
    ['2.7V...5.5V', { V: [[2.7, 5.5]] }],
    ['-40 to 125 °C', { C: [[-40, 125]] }],
    ['24V to 5V', { V: [24, 5] }],
    ['290/600mA', { A: [0.29, 0.6] }],
    ['±15V, -5 V', { V: [15, 5] }],
    ['1/4W 10kΩ', { W: [0.25], Ohm: [10_000] }],
    ['1,000 V', { V: [1_000] }],
    ['2,5 V', { V: [2.5] }],
    ['0,125 W', { W: [0.125] }],
    ['3V3, 4k7', { V: [3.3], Ohm: [4_700] }],
    ['4u7 X7R', { F: [0.000_004_7] }],
    ['0,5-5Nm', { Nm: [[0.5, 5]] }],
    ['850nm', { m: [8.5e-7] }],
    ['22-channel', { channel: [22] }],
    ['Quad, SOIC-14', { channel: [4], pin: [14] }],
    ['Seven-key touch sensor, SOT-23-5', { channel: [7], pin: [5] }],
    ['11-Key, 16 GPIO', { channel: [11, 16] }],
  ])('of %s are values and ranges', (text, stated) => {
    expect(statedIn(text)).toEqual(stated);
  });

  test('keep milli and mega apart if both are stated', () => {
    expect(statedIn('5 mOhm 5 MOhm 2.5 mHz 3MHz 500MA')).toEqual({
      Ohm: [0.005, 5_000_000],
      Hz: [2_500_000, 3_000_000],
      A: [0.5],
    });
  });

  test('convert bits to bytes by eight, and kilobytes by 1,024', () => {
    expect(statedIn('512Kb, 64 kB, 1 MB')).toEqual({ B: [65_536, 1_048_576] });
  });

  test.each(['SOT-23', 'TO-220-3', 'seven days', 'SOD-123F', 'SOIC-16W', 'M4x10', 'LM2596T-5V0'])(
    'of %s are none',
    (text) => {
      expect(statedIn(text)).toEqual({});
    },
  );
});

test('quantitiesOf reads keywords and specifications, but not the part number', () => {
  const item = recordOf({
    id: 'itm_00000001',
    title: 'Norvane 4051B switch',
    mpn: '4051B',
    keywords: ['3 A'],
    attributes: { specifications: { voltage: { value: 5, unit: 'V' }, power: ['2 W'] }, physical: { length: '3 m' } },
  });
  expect(quantitiesOf(item)).toEqual({ A: [3], V: [5], W: [2] });
});

describe('an item with several values in a unit', () => {
  test('files them under the words next to each, up to the next comma or value', () => {
    expect(statedIn('Isolated module, 1000 VDC isolation, Dual Output Voltage ±15V, 18-36V input')).toEqual({
      channel: [2],
      V: [1_000, 15, [18, 36]],
      'V isolation': [1_000],
      'V dual output voltage': [15],
      'V input': [[18, 36]],
    });
    expect(statedIn('6A/2A quad regulator, 5 mA quiescent current')).toMatchObject({
      'A quad regulator': [6, 2],
      'A quiescent current': [0.005],
    });
    expect(statedIn('Vce 30V, Viso 2500V 5V supply')).toMatchObject({
      'V vce': [30],
      'V viso': [2_500],
      'V supply': [5],
    });
  });

  test('files those of its specifications by name, and those missing from its title only there', () => {
    const specifications = {
      rated_current: '16 A',
      breakingCapacity: { value: 6, unit: 'kA' },
      insulation: [{ name: 'Test voltage', value: '2 kV' }],
      supply: { voltage: { rated: '230 V' } },
    };
    const item = recordOf({
      id: 'itm_00000001',
      title: 'Breaker, 16 A',
      keywords: null,
      attributes: { specifications },
    });
    expect(quantitiesOf(item)).toEqual({
      A: [16],
      'A rated current': [16],
      'A breaking capacity': [6_000],
      V: [2_000, 230],
      'V insulation test voltage': [2_000],
      'V supply voltage rated': [230],
    });
  });

  test('keeps the beginning of long names', () => {
    const item = recordOf({
      id: 'itm_00000001',
      attributes: { specifications: { a: { ['b'.repeat(2_000)]: '3 A' }, c: '4 A' } },
    });
    expect(Object.keys(quantitiesOf(item)).map((key) => key.length)).toEqual([1, 42, 3]);
  });
});
