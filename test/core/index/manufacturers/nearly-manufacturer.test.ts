/** Decides which manufacturers' names are nearly others. */
import { describe, expect, test } from 'vitest';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { likenessOfNames } from '../../../../core/index/manufacturers/nearly-manufacturer.ts';
import { findOtherManufacturers } from '../../../../core/index/manufacturers/other-manufacturers.ts';

describe('a name', () => {
  test.each([
    ['Brenhold', 'Brenholt Fastenings Inc.', 'misspelt'],
    ['Brenhold Fastening', 'Brenholt Fastenings', undefined],
    ['Brenhold Fastenings', 'Brenholt', 'misspelt'],
    ['Qellmar', 'Quellmar Pumpen GmbH', 'misspelt'],
    ['Quelmlar', 'Quellmar Pumpen GmbH', 'misspelt'],
    ['Lumia', 'Lumiya', 'misspelt'],
    ['Kestmor Bearings', 'Kestmoor Bearings', 'misspelt'],
    ['Halvorin', 'Halvorine Controls', 'misspelt'],
    ['Halvorine', 'Halvorine Controls', 'shorter'],
    ['PINDLE', 'Pindle Safety', 'shorter'],
    ['Oss & Pryde', 'Oss & Pryde Electric Ltd', 'shorter'],
    ['ABB', 'ABB Motors', 'shorter'],
    ['Tarnvik AB', 'TARNVIK', 'same'],
    ['SKF', 'Kestmoor Bearings', undefined],
    ['Bosch', 'Tarnvik Tools AB', undefined],
    ['Controls', 'Halvorine Controls', undefined],
    ['TDK', 'TDI', undefined],
    ['Delta', 'Della Robbia Srl', undefined],
    ['Norvane', 'Torvene Norvane', undefined],
  ] as const)('%s is to %s: %s', (stated, meant, likeness) => {
    expect(likenessOfNames(stated, meant)).toBe(likeness);
  });
});

describe('of the other manufacturers of a number', () => {
  const nearly = (asked: string, ...held: readonly { manufacturer: string | null; brand: string | null }[]) =>
    findOtherManufacturers(asked, held, BUILT_IN_MANUFACTURERS)?.nearly;
  const yarrowby = { manufacturer: 'Yarrowby Lighting Co.', brand: 'Lumiya' };

  test('the only one is nearly named, by its brand too', () => {
    expect(nearly('Lumia', yarrowby)).toEqual({ name: 'Lumiya', how: 'misspelt' });
    expect(nearly('Yarrowby', yarrowby)).toEqual({ name: 'Yarrowby Lighting Co.', how: 'shorter' });
    expect(nearly('Lumia', { manufacturer: null, brand: 'Lumiya' })).toEqual({ name: 'Lumiya', how: 'misspelt' });
  });

  test('none is nearly named by the name of a known other one, nor are two', () => {
    expect(nearly('Vishay', { manufacturer: 'Vishey Tools', brand: null })).toBeUndefined();
    expect(nearly('Lumia', yarrowby, { manufacturer: 'Kestmoor Bearings', brand: null })).toBeUndefined();
    expect(nearly('SKF', yarrowby)).toBeUndefined();
  });
});
