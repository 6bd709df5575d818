import { describe, expect, it } from 'vitest';
import { quantitiesOf } from '../../../core/items/item-quantities.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';

const statedIn = (title: string) => quantitiesOf(recordOf({ id: 'itm_00000001', title, mpn: null, keywords: null }));

describe('a text', () => {
  it.each([
    ['4.5V to 36V', { V: [[4.5, 36]] }],
    ['4.5-36V', { V: [[4.5, 36]] }],
    ['2.7V...5.5V', { V: [[2.7, 5.5]] }],
    ['-40 to 125 °C', { C: [[-40, 125]] }],
    ['input 24V to 5V', { V: [24, 5] }],
    ['290/600mA', { A: [0.29, 0.6] }],
    ['±15V, -5 V', { V: [15, 5] }],
    ['1/4W 10kΩ', { W: [0.25], Ohm: [10_000] }],
    ['1,000 V', { V: [1_000] }],
  ])('%s states values and ranges', (text, stated) => {
    expect(statedIn(text)).toEqual(stated);
  });

  it('keeps milli and mega apart where both are stated', () => {
    expect(statedIn('5 mOhm 5 MOhm 2.5 mHz 3MHz 500MA')).toEqual({
      Ohm: [0.005, 5_000_000],
      Hz: [2_500_000, 3_000_000],
      A: [0.5],
    });
  });

  it('counts bits by eight and a thousand bytes by 1,024', () => {
    expect(statedIn('512Kb, 64 kB, 1 MB')).toEqual({ B: [65_536, 1_048_576] });
  });

  it.each(['SOT-23-5', 'SOD-123F', 'SOIC-16W', '22-bit', '4Ch', 'M4x10', 'LM2596T-5V0'])(
    '%s states nothing',
    (text) => {
      expect(statedIn(text)).toEqual({});
    },
  );
});

it('values of keywords and specifications count, and the part number states none', () => {
  const record = recordOf({
    id: 'itm_00000001',
    title: 'Norvane 4051B switch',
    mpn: '4051B',
    keywords: ['3 A'],
    attributes: { specifications: { voltage: { value: 5, unit: 'V' }, power: ['2 W'] }, physical: { length: '3 m' } },
  });
  expect(quantitiesOf(record)).toEqual({ A: [3], V: [5], W: [2] });
});
