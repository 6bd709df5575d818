import { describe, expect, test } from 'vitest';
import {
  describeOtherManufacturers,
  describeSpelling,
  findOtherManufacturers,
} from '../../../../core/index/manufacturers/other-manufacturers.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';

const held = (...names: readonly string[]) => names.map((manufacturer) => ({ manufacturer, brand: null }));
const words = (asked: string, ...names: readonly string[]) => {
  const others = findOtherManufacturers(asked, held(...names), BUILT_IN_MANUFACTURERS);
  return others && describeOtherManufacturers(asked, others);
};

describe('the other manufacturers of a part number', () => {
  test.each([
    [
      'Fairchild',
      ['Nexperia', 'onsemi'],
      'onsemi, Nexperia: ask again with one. onsemi took over Fairchild Semiconductor in 2016.',
    ],
    ['Atmel', ['Microchip'], 'Microchip: ask again with that name. Microchip Technology took over Atmel in 2016.'],
    [
      'NXP',
      ['Nexperia'],
      'Nexperia: ask again with that name. NXP Semiconductors made its parts business Nexperia in 2017.',
    ],
    [
      'Spansion',
      ['Infineon Technologies'],
      'Infineon Technologies: ask again with that name. Cypress Semiconductor took over Spansion in 2015. Infineon Technologies took over Cypress Semiconductor in 2020.',
    ],
    [
      'Analog Devices',
      ['Maxim Integrated'],
      'Maxim Integrated: ask again with that name. Analog Devices took over Maxim Integrated in 2021.',
    ],
    [
      'Avago',
      ['Broadcom'],
      'Broadcom: ask again with that name. Avago Technologies took over Broadcom in 2016 and took its name.',
    ],
    ['Acme', ['Texas Instruments'], 'Texas Instruments: ask again with that name.'],
  ])('for %s names %j and the reason, if it is known', (asked, names, text) => {
    expect(words(asked, ...names)).toBe(`Not under ${asked}; made by ${text}`);
  });

  test('names at most three manufacturers, each once in any spelling', () => {
    const others = findOtherManufacturers(
      'Acme',
      held('TI', 'Texas Instruments', 'onsemi', 'ON Semiconductor', 'Vishay', 'ROHM'),
      BUILT_IN_MANUFACTURERS,
    );
    expect(others?.manufacturers).toEqual(['TI', 'onsemi', 'Vishay']);
  });

  test('is missing if no manufacturer of the part number is known', () => {
    expect(findOtherManufacturers('TI', [], BUILT_IN_MANUFACTURERS)).toBeUndefined();
    expect(findOtherManufacturers('TI', [{ manufacturer: null, brand: '' }], BUILT_IN_MANUFACTURERS)).toBeUndefined();
  });

  test('truncates and cleans the names of others', () => {
    const [name] =
      findOtherManufacturers('Acme', held(`A\u202e\n${'x'.repeat(500)}`), BUILT_IN_MANUFACTURERS)?.manufacturers ?? [];
    expect(name?.length).toBeLessThanOrEqual(81);
    expect(name).not.toMatch(/[\n\u202e]/);
  });
});

describe('an item found under another spelling', () => {
  test('is described by a sentence about the spelling', () => {
    expect(describeSpelling('TI', { manufacturer: 'Texas Instruments', brand: 'TI Burr-Brown' })).toBe(
      'TI is Texas Instruments',
    );
  });

  test('is not described if it was requested as written', () => {
    expect(describeSpelling('texas instruments inc', { manufacturer: 'Texas Instruments', brand: null })).toBeNull();
    expect(describeSpelling('Burr-Brown', { manufacturer: 'Texas Instruments', brand: 'Burr Brown' })).toBeNull();
    expect(describeSpelling('TI', { manufacturer: null, brand: null })).toBeNull();
  });
});
