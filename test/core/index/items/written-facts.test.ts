import { describe, expect, test } from 'vitest';
import { areOtherChips, areOtherPackages, factsIn } from '../../../../core/index/items/written-facts.ts';

const valuesIn = (text: string) => factsIn(text).values.map(({ unit, from, to }) => [unit, from, to]);
const packageIn = (text: string) => factsIn(text).packages.map(({ family, pins }) => [family, pins]);

describe('the facts in a text', () => {
  test('are its values in base units, with ranges and their names', () => {
    expect(factsIn('9-36V input, 5,0 V output').values).toMatchObject([
      { unit: 'V', from: 9, to: 36, name: 'input', isTolerance: false },
      { unit: 'V', from: 5, to: 5, name: 'output', isTolerance: false },
    ]);
    expect(valuesIn('RES 10k 1% 0603 1/10W')).toEqual([
      ['Ohm', 10_000, 10_000],
      ['%', 1, 1],
      ['W', 0.1, 0.1],
    ]);
  });

  test('tell a tolerance from a value', () => {
    expect(factsIn('CAP 10p ±0.5pF 0402').values.map(({ isTolerance }) => isTolerance)).toEqual([false, true]);
    expect(factsIn('RES 4R7 5% 1206').values.map(({ isTolerance }) => isTolerance)).toEqual([false, true]);
    expect(factsIn('efficiency 95%').values.map(({ isTolerance }) => isTolerance)).toEqual([false]);
  });

  test.each([
    ['48-LQFP', [['qfp', 48]]],
    ['VQFN-24', [['qfn', 24]]],
    ['SOIC-8 (SO-8)', [['so', 8]]],
    ['SOT-23-5', [['sot23', 5]]],
    ['TO-220AB', [['to220', undefined]]],
    ['DO-214AC', [['sma', undefined]]],
    ['DPAK', [['to252', undefined]]],
    ['3,0 V to 5,5 V', []],
    ['RES 10k 0603', []],
  ])('of %s are the packages %j', (text, packages) => {
    expect(packageIn(text)).toEqual(packages);
  });

  test('call packages other only if they certainly are', () => {
    const of = (text: string) => factsIn(text).packages[0]!;
    expect(areOtherPackages(of('SOT-23-5'), of('SOT-23'))).toBe(false);
    expect(areOtherPackages(of('SOT-23-5'), of('SOT-23-6'))).toBe(true);
    expect(areOtherPackages(of('SOIC-8'), of('TSSOP-8'))).toBe(true);
    expect(areOtherPackages(of('DO-214AC'), of('SMA'))).toBe(false);
  });

  test('call chip sizes other only if they are so in both systems', () => {
    const of = (text: string) => factsIn(text).chips[0]!;
    expect(areOtherChips(of('0805'), of('1206'))).toBe(true);
    expect(areOtherChips(of('0402'), of('1005 metric'))).toBe(false);
    // A metric 0402 is an imperial 01005, and an imperial 0402 is not.
    expect(areOtherChips(of('0402'), of('01005'))).toBe(false);
    expect(areOtherChips(of('0402 imperial'), of('0603 imperial'))).toBe(true);
  });
});
