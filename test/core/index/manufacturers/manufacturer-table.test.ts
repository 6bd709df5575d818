import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readClashList, readManufacturerLists } from '../../../../tools/manufacturers/read-manufacturer-data.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { PACKED_MANUFACTURERS } from '../../../../core/index/manufacturers/packed-manufacturers.ts';
import { readManufacturerEntries } from '../../../../core/index/manufacturers/manufacturer-entries.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';

const namesOf = (spelling: string) =>
  BUILT_IN_MANUFACTURERS.manufacturersOf(toManufacturerKey(spelling)).map(({ name }) => name);

describe('the table of manufacturers', () => {
  test('is small, because every function that looks parts up loads it', () => {
    expect(PACKED_MANUFACTURERS.length).toBeLessThan(32_000);
  });

  test('finds every alias of every manufacturer by its key', () => {
    const decided = new Set(readClashList().map(({ spelling }) => toManufacturerKey(spelling)));
    for (const { name, spellings } of readManufacturerLists()) {
      for (const spelling of spellings) {
        if (!decided.has(toManufacturerKey(spelling)))
          expect([spelling, namesOf(spelling)]).toEqual([spelling, [name]]);
      }
    }
  });

  test('names each source, and explains every code', () => {
    const known = readFileSync(path.resolve(import.meta.dirname, '../../../../data/manufacturers/sources.md'), 'utf8');
    const codes = new Set(readManufacturerLists().flatMap(({ sources }) => sources));
    for (const code of codes) expect(known).toContain(`| ${code} |`);
  });

  /**
   * Two manufacturers with one alias fail `npm run data` unless the decision is in data/manufacturers/clashes.txt.
   */
  test('has these ambiguous aliases, each for these manufacturers, the most usual first', () => {
    expect(
      Object.fromEntries(
        [...BUILT_IN_MANUFACTURERS.clashes()].map(([key, manufacturers]) => [
          key,
          manufacturers.map(({ name }) => name),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      {
        "ad": [
          "Analog Devices",
          "Avionic Design",
        ],
        "ams": [
          "ams OSRAM",
          "Advanced Monolithic Systems",
        ],
        "bd": [
          "Becton Dickinson",
          "Black & Decker",
        ],
        "bosch": [
          "Robert Bosch",
          "Bosch Sensortec",
        ],
        "cree": [
          "Wolfspeed",
          "Cree LED",
        ],
        "cui": [
          "Same Sky",
          "CUI",
        ],
        "rs": [
          "RS Components",
          "Rohde & Schwarz",
        ],
        "st": [
          "STMicroelectronics",
          "Sensata Technologies",
        ],
        "tdkelectronics": [
          "EPCOS",
          "TDK",
        ],
        "博世": [
          "Robert Bosch",
          "Bosch Sensortec",
        ],
      }
    `);
  });

  test.each([
    ['Allegro', 'Allegro MicroSystems'],
    ['Allegro DVT', 'Allegro DVT'],
    ['ECS', 'ECS International'],
    ['Aries', 'Aries Electronics'],
    ['RECOM', 'RECOM'],
    ['Cypress', 'Cypress Semiconductor'],
    ['Würth', 'Würth Elektronik'],
    ['Adolf Würth', 'Adolf Würth'],
    ['Microchip USA', 'Microchip USA'],
    ['Stanley', 'Stanley'],
    ['Stanley Electric', 'Stanley Electric'],
    ['NSK', 'NSK'],
    ['Cherry', 'Cherry'],
    ['Delta', 'Delta Electronics'],
  ])('maps %s to %s only', (spelling, name) => {
    expect(namesOf(spelling)).toEqual([name]);
  });

  test('has at least 1,300 manufacturers and 4,000 aliases', () => {
    const lists = readManufacturerLists();
    expect(lists.length).toBeGreaterThan(1_300);
    expect(new Set(lists.flatMap(({ spellings }) => spellings.map(toManufacturerKey))).size).toBeGreaterThan(4_000);
  });
});

describe('readManufacturerEntries', () => {
  test('reads names with their keys, aliases of several manufacturers, and takeovers by line', () => {
    const { manufacturers, byKey, takeovers } = readManufacturerEntries(
      'Acme Ltd=acme|acm\nBoreas\n\nab|1,0\n\n0|1|1999|2',
    );
    expect(manufacturers.map(({ name, keys }) => [name, keys])).toEqual([
      ['Acme Ltd', ['acme', 'acm']],
      ['Boreas', ['boreas']],
    ]);
    expect(byKey.get('ab')?.map(({ name }) => name)).toEqual(['Boreas', 'Acme Ltd']);
    expect(takeovers).toMatchObject([
      { before: { name: 'Acme Ltd' }, now: { name: 'Boreas' }, year: 1999, how: 'spun off' },
    ]);
  });

  test('throws for a reference to a missing line', () => {
    expect(() => readManufacturerEntries('Acme\n\nab|7')).toThrow('no line 7');
  });
});

describe('operators’ aliases', () => {
  const table = BUILT_IN_MANUFACTURERS.with([
    { spelling: 'Acme', manufacturer: 'Texas Instruments' },
    { spelling: 'Wile', manufacturer: 'Coyote Ltd' },
    { spelling: 'TI', manufacturer: null },
  ]);

  test('name a manufacturer of the table, or a new one', () => {
    expect(table.manufacturersOf(toManufacturerKey('ACME Inc'))[0]?.name).toBe('Texas Instruments');
    expect(table.manufacturersOf(toManufacturerKey('wile'))[0]).toEqual({ key: 'coyote', name: 'Coyote Ltd' });
  });

  test('take precedence over the table, and can remove one of its aliases', () => {
    expect(table.manufacturersOf(toManufacturerKey('TI'))).toEqual([]);
    expect(BUILT_IN_MANUFACTURERS.manufacturersOf(toManufacturerKey('TI'))).toHaveLength(1);
  });

  test('are among the usual aliases of their manufacturer', () => {
    const [ti] = table.manufacturersOf(toManufacturerKey('Texas Instruments'));
    expect(ti && table.usualSpellings(ti)).toContain('acme');
    expect(ti && table.allSpellings(ti)).not.toContain('ti');
  });
});
