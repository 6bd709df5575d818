import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import {
  resolveManufacturer,
  type ItemManufacturer,
} from '../../../../core/index/manufacturers/resolve-manufacturer.ts';
import { cases } from '../../../support/cases.ts';

const held = (...names: readonly string[]): readonly ItemManufacturer[] =>
  names.map((manufacturer) => ({ manufacturer, brand: manufacturer }));

const resolve = (asked: string, ...names: readonly string[]) =>
  resolveManufacturer(asked, held(...names), BUILT_IN_MANUFACTURERS);

const fits = (step: string, ...places: readonly number[]) => ({ kind: 'fits', step, places });

describe('resolveManufacturer', () => {
  it.each([
    ['texas instruments inc', 'Texas Instruments', 'key'],
    ['STMicroelectronics N.V.', 'STMicroelectronics', 'key'],
    ['TI', 'Texas Instruments', 'spelling'],
    ['T.I.', 'Texas Instruments', 'spelling'],
    ['ST', 'STMicroelectronics', 'spelling'],
    ['SGS-Thomson', 'STMicroelectronics', 'spelling'],
    ['ON Semiconductor', 'onsemi', 'spelling'],
    ['onsemi', 'ON Semiconductor', 'spelling'],
    ['HRS', 'Hirose Electric', 'spelling'],
    ['德州仪器', 'Texas Instruments', 'spelling'],
    ['Tyco Electronics', 'TE Connectivity', 'spelling'],
    ['Acme Electronics Europe', 'Acme', 'trade_words'],
    ['Acme Corporation of America', 'Acme Semiconductors GmbH', 'trade_words'],
    ['Acme Inc USA', 'Acme', 'trade_words'],
    ['STMicro Europe', 'STMicroelectronics', 'trade_words'],
    ['TI(德州仪器)', 'Texas Instruments', 'compound'],
    ['ON Semiconductor / Fairchild', 'onsemi', 'compound'],
    ['Acme/Maxim', 'Maxim Integrated', 'compound'],
    ['Dallas/Maxim', 'Maxim Integrated', 'spelling'],
    ['CYPRESS - INFINEON TECHNOLOGIES', 'Cypress Semiconductor', 'compound'],
    ['Acme Parts (formerly Wile)', 'Wile', 'compound'],
    ['Linear Technology (now part of Analog Devices)', 'Analog Devices', 'compound'],
    ['Texas Instrum.', 'Texas Instruments', 'abbreviation'],
    ['Acme Rocket Pow.', 'Acme Rocket Powder', 'abbreviation'],
  ])('finds %s under %s, by %s', (asked, manufacturer, step) => {
    expect(resolve(asked, manufacturer)).toEqual(fits(step, 0));
  });

  it('finds a manufacturer among others of the same part number', () => {
    expect(resolve('TI', 'onsemi', 'Texas Instruments', 'STMicroelectronics')).toEqual(fits('spelling', 1));
  });

  it('finds every item of a manufacturer under any spelling of the name', () => {
    expect(resolve('Hirose Electric', 'HRS', 'Molex', 'Hirose')).toEqual(fits('spelling', 0, 2));
  });

  it('finds by the brand as well as by the manufacturer', () => {
    const records = [
      { manufacturer: 'Analog Devices', brand: 'Maxim Integrated' },
      { manufacturer: null, brand: 'Vishay' },
    ];
    expect(resolveManufacturer('Maxim', records, BUILT_IN_MANUFACTURERS)).toEqual(fits('spelling', 0));
    expect(resolveManufacturer('Vishay Dale', records, BUILT_IN_MANUFACTURERS)).toEqual(fits('spelling', 1));
  });

  it('stops at the most certain step: an equal name precedes one with the same meaning', () => {
    expect(resolve('Acme Electronics', 'Acme', 'Acme Electronics')).toEqual(fits('key', 1));
  });
});

describe('an ambiguous manufacturer', () => {
  it.each([
    ['ST', ['STMicroelectronics', 'Sensata Technologies']],
    ['Acme', ['Acme Electronics', 'Acme Semiconductor']],
    ['Analog Devices Inc./Maxim Integrated', ['Analog Devices', 'Maxim Integrated']],
    ['Acme Roc Pow', ['Acme Rocket Powder', 'Acme Rocking Power']],
  ])('is not guessed: %s fits %j', (asked, names) => {
    expect(resolve(asked, ...names)).toMatchObject({ kind: 'several', places: [0, 1] });
  });

  it.each([
    ['Atmel', 'Microchip Technology'],
    ['Maxim', 'Analog Devices'],
    ['Linear Technology', 'Analog Devices'],
    ['Fairchild', 'onsemi'],
    ['Freescale', 'NXP Semiconductors'],
    ['NXP', 'Nexperia'],
    ['Philips', 'Nexperia'],
    ['Philips Semiconductors', 'NXP Semiconductors'],
    ['Spansion', 'Cypress Semiconductor'],
    ['Cypress', 'Infineon Technologies'],
    ['International Rectifier', 'Infineon Technologies'],
    ['National Semiconductor', 'Texas Instruments'],
    ['Burr-Brown', 'Texas Instruments'],
    ['Intersil', 'Renesas'],
    ['Avago', 'Broadcom'],
    ['IXYS', 'Littelfuse'],
    ['Microchip', 'Atmel'],
    ['Analog Devices', 'Maxim Integrated'],
  ])('%s was taken over, so it does not match %s', (asked, manufacturer) => {
    expect(resolve(asked, manufacturer)).toEqual({ kind: 'none' });
  });

  it.each([
    ['Microchip USA', 'Microchip Technology'],
    ['Allegro DVT', 'Allegro MicroSystems'],
    ['Aries Embedded', 'Aries Electronics'],
    ['AMS Technologies', 'ams OSRAM'],
    ['Adolf Würth', 'Würth Elektronik'],
    ['Bosch Rexroth', 'Bosch Sensortec'],
    ['Taiwan Semiconductor', 'Semiconductor'],
    ['TI', 'ST'],
    ['Texas Instrumental', 'Texas Instruments'],
    ['Acme Devices', 'Acme'],
    ['Acme Systems', 'Acme Solutions'],
    ['Acmf', 'Acme'],
    ['', 'Acme'],
    [' ', ' '],
    ['   ', 'Acme'],
    ['Inc.', 'Acme Inc.'],
    ['/', 'Acme'],
  ])('%j does not match %s', (asked, manufacturer) => {
    expect(resolve(asked, manufacturer)).toEqual({ kind: 'none' });
  });

  it('is not guessed if no manufacturer has the part number, or items name none', () => {
    expect(resolve('TI')).toEqual({ kind: 'none' });
    expect(resolveManufacturer('TI', [{ manufacturer: null, brand: ' ' }], BUILT_IN_MANUFACTURERS)).toEqual({
      kind: 'none',
    });
  });
});

describe('a manufacturer name of any text', () => {
  it('resolves the same in any order of the items, and only to existing items', () => {
    const names = fc.constantFrom(
      'TI',
      'Texas Instruments',
      'onsemi',
      'Fairchild',
      'Acme Electronics',
      'Acme',
      'ST / ON',
    );
    fc.assert(
      fc.property(
        fc.oneof(names, fc.string({ unit: 'binary' })),
        fc.array(names, { maxLength: 6 }),
        (asked, manufacturers) => {
          const there = resolve(asked, ...manufacturers);
          const back = resolve(asked, ...manufacturers.toReversed());
          expect(back.kind).toBe(there.kind);
          if (there.kind === 'none' || back.kind === 'none') return;
          expect(back.places.map((place) => manufacturers.length - 1 - place).toReversed()).toEqual(there.places);
        },
      ),
      { numRuns: cases(60) },
    );
  });
});
