import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readClashList, readMakerLists } from '../../../bin/makers/read-maker-data.ts';
import { BUILT_IN_MAKERS } from '../../../core/manufacturers/built-in-manufacturers.ts';
import { PACKED_MAKERS } from '../../../core/manufacturers/packed-manufacturers.ts';
import { readMakerEntries } from '../../../core/manufacturers/manufacturer-entries.ts';
import { makerKey } from '../../../core/part-keys/manufacturer-name.ts';

const namesOf = (spelling: string) => BUILT_IN_MAKERS.makersOf(makerKey(spelling)).map(({ name }) => name);

describe('the table of makers', () => {
  it('is small: it goes with every function that looks parts up', () => {
    expect(PACKED_MAKERS.length).toBeLessThan(32_000);
  });

  it('finds every spelling of every maker, by its key alone', () => {
    const decided = new Set(readClashList().map(({ spelling }) => makerKey(spelling)));
    for (const { name, spellings } of readMakerLists()) {
      for (const spelling of spellings) {
        if (!decided.has(makerKey(spelling))) expect([spelling, namesOf(spelling)]).toEqual([spelling, [name]]);
      }
    }
  });

  it('names each source, and every code is explained', () => {
    const known = readFileSync(path.resolve(import.meta.dirname, '../../../data/makers/sources.md'), 'utf8');
    const codes = new Set(readMakerLists().flatMap(({ sources }) => sources));
    for (const code of codes) expect(known).toContain(`| ${code} |`);
  });

  /** Two makers with one spelling fail `npm run data` unless the decision is in data/makers/clashes.txt. */
  it('has these clashes, and each means these makers, the most usual first', () => {
    expect(
      Object.fromEntries([...BUILT_IN_MAKERS.clashes()].map(([key, makers]) => [key, makers.map(({ name }) => name)])),
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

  it.each([
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
  ])('takes %s for %s alone', (spelling, name) => {
    expect(namesOf(spelling)).toEqual([name]);
  });

  it('holds 1,300 makers and 4,000 spellings or more', () => {
    const lists = readMakerLists();
    expect(lists.length).toBeGreaterThan(1_300);
    expect(new Set(lists.flatMap(({ spellings }) => spellings.map(makerKey))).size).toBeGreaterThan(4_000);
  });
});

describe('readMakerEntries', () => {
  it('reads names with their keys, spellings of several makers and takeovers by their places', () => {
    const { makers, byKey, takeovers } = readMakerEntries('Acme Ltd=acme|acm\nBoreas\n\nab|1,0\n\n0|1|1999|2');
    expect(makers.map(({ name, keys }) => [name, keys])).toEqual([
      ['Acme Ltd', ['acme', 'acm']],
      ['Boreas', ['boreas']],
    ]);
    expect(byKey.get('ab')?.map(({ name }) => name)).toEqual(['Boreas', 'Acme Ltd']);
    expect(takeovers).toMatchObject([
      { before: { name: 'Acme Ltd' }, now: { name: 'Boreas' }, year: 1999, how: 'spun off' },
    ]);
  });

  it('throws for a place without a line', () => {
    expect(() => readMakerEntries('Acme\n\nab|7')).toThrow('no line 7');
  });
});

describe('operators’ spellings', () => {
  const table = BUILT_IN_MAKERS.with([
    { spelling: 'Acme', maker: 'Texas Instruments' },
    { spelling: 'Wile', maker: 'Coyote Ltd' },
    { spelling: 'TI', maker: null },
  ]);

  it('mean a maker of the table, or one that is new', () => {
    expect(table.makersOf(makerKey('ACME Inc'))[0]?.name).toBe('Texas Instruments');
    expect(table.makersOf(makerKey('wile'))[0]).toEqual({ key: 'coyote', name: 'Coyote Ltd' });
  });

  it('go before the table, and can take a spelling out of it', () => {
    expect(table.makersOf(makerKey('TI'))).toEqual([]);
    expect(BUILT_IN_MAKERS.makersOf(makerKey('TI'))).toHaveLength(1);
  });

  it('are among the usual spellings of their maker', () => {
    const [ti] = table.makersOf(makerKey('Texas Instruments'));
    expect(ti && table.usualSpellings(ti)).toContain('acme');
    expect(ti && table.allSpellings(ti)).not.toContain('ti');
  });
});
