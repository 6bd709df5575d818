import { describe, expect, test } from 'vitest';
import {
  makerWritings,
  meantParts,
  namesSeveral,
  numbersInWords,
  plainNumbers,
  wordsWithNumbers,
} from '../../../../core/catalogs/files/other-readings.ts';

const named = (partNumber: string | null, supplier: string | null = 'Acme') => ({ supplier, partNumber });
const meant = (partNumber: string, supplier: string | null = 'Acme', alternates: ReturnType<typeof named>[] = []) =>
  meantParts(named(partNumber, supplier), alternates).map((set) => [set.supplier, set.partNumber]);

describe('the plain number of a cell', () => {
  test.each([
    ['a label', 'P/N: LM358DR', 'LM358DR'],
    ['a label of another language', 'Réf. fabricant : LM358DR', 'LM358DR'],
    ['a label of another writing', '品番：LM358DR', 'LM358DR'],
    ['several labels', 'Mfr. Part No. LM358DR', 'LM358DR'],
    ['“or equivalent”', 'LM358DR or equivalent', 'LM358DR'],
    ['“or equivalent” in German', 'LM358DR o. glw.', 'LM358DR'],
    ['its manufacturer before it', 'Acme LM358DR', 'LM358DR'],
    ['its manufacturer in brackets behind it', 'LM358DR (Acme)', 'LM358DR'],
    ['groups of thousands', '61.300.211.121', '61300211121'],
    ['brackets around it', '(B3U-1000P)', 'B3U-1000P'],
    ['a full stop behind it', 'B3U-1000P.', 'B3U-1000P'],
  ])('is without %s', (_what, written, plain) => {
    expect(plainNumbers(named(written))).toContain(plain);
  });

  test.each([
    ['has nothing around it', 'LM358DR'],
    ['ends in one group of three digits', '2.375'],
    ['begins with letters that could be a label before digits alone', 'REF 3025'],
    ['contains the name of its manufacturer', 'ACME2000'],
    ['is longer than any number', `P/N: ${'LM358DR '.repeat(40)}`],
  ])('is as it is written if it %s', (_what, written) => {
    expect(plainNumbers(named(written))).toEqual([]);
  });

  test('without its manufacturer needs that manufacturer’s name', () => {
    expect(plainNumbers(named('Acme-LM358DR'))).toEqual(['LM358DR']);
    expect(plainNumbers(named('Acme-LM358DR', 'Borealis'))).toEqual([]);
    expect(plainNumbers(named('Acme-LM358DR', null))).toEqual([]);
  });
});

describe('a manufacturer in two writings', () => {
  test.each([
    ['华邦 Winbond', ['华邦', 'Winbond']],
    ['Winbond华邦', ['Winbond', '华邦']],
    ['Микрон Mikron', ['Микрон', 'Mikron']],
  ])('%s is each of them', (supplier, writings) => {
    expect(makerWritings({ supplier, partNumber: 'W25Q32' })).toEqual(writings);
  });

  test.each([['Winbond'], ['华邦'], ['Würth Elektronik'], ['华邦 Winbond 华邦']])('%s is only itself', (supplier) => {
    expect(makerWritings({ supplier, partNumber: 'W25Q32' })).toEqual([]);
  });
});

describe('a row that names several', () => {
  test.each([
    ['numbers with a semicolon', 'LM358DR; OPA2325', 'Acme'],
    ['numbers with a word between them', 'LM358DR or OPA2325', 'Acme'],
    ['a number and its alternate in brackets', 'LM358DR (alt: OPA2325)', 'Acme'],
    ['manufacturers with a slash between spaces', 'LM358DR', 'Acme / Borealis'],
  ])('has %s', (_what, partNumber, supplier) => {
    expect(namesSeveral({ supplier, partNumber })).toBe(true);
  });

  test.each([
    ['a number with a comma inside', 'M10,5X1', 'Acme'],
    ['a number and a word', 'LM358DR or better', 'Acme'],
    ['a compound name', 'LM358DR', 'ON Semiconductor/Fairchild'],
    ['more than six', 'A1B;A2B;A3B;A4B;A5B;A6B;A7B', 'Acme'],
  ])('is not one with %s', (_what, partNumber, supplier) => {
    expect(namesSeveral({ supplier, partNumber })).toBe(false);
  });
});

describe('the parts that a row may mean', () => {
  test('are only its further sets if its number is like most', () => {
    const further = named('OPA2325', 'Borealis');
    expect(meant('LM358DR', 'Acme', [further, named('LM358DR')])).toEqual([['Borealis', 'OPA2325']]);
    expect(meant('LM358DR')).toEqual([]);
  });

  test('pair as many manufacturers as numbers, in order', () => {
    expect(meant('LM358DR / OPA2325', 'Acme / Borealis').slice(0, 2)).toEqual([
      ['Acme', 'LM358DR'],
      ['Borealis', 'OPA2325'],
    ]);
  });

  test('are each number of each manufacturer if there are not as many', () => {
    expect(meant('LM358DR', 'Acme / Borealis').slice(0, 2)).toEqual([
      ['Acme', 'LM358DR'],
      ['Borealis', 'LM358DR'],
    ]);
    expect(meant('LM358DR; OPA2325').slice(0, 2)).toEqual([
      ['Acme', 'LM358DR'],
      ['Acme', 'OPA2325'],
    ]);
  });

  test.each([
    ['what is in front of a bracket', 'LM358DR [SOIC-8]', 'LM358DR'],
    ['the number without a count in front', '2x LM358DR', 'LM358DR'],
    ['the number without a count behind', 'LM358DR x 2', 'LM358DR'],
    ['the digits of one group', '2.375', '2375'],
    ['the number without a sign', '~B3U-1000P*', 'B3U-1000P'],
    ['the digits behind a word that may be a label', 'REF 3025', '3025'],
    ['both of two numbers with a space between them', '1N5404 1N5405', '1N5405'],
    ['both of two numbers with a bare slash', 'LM358/OPA2325', 'OPA2325'],
  ])('have %s', (_what, written, number) => {
    expect(meant(written)).toContainEqual(['Acme', number]);
  });

  test('have figures alone with the manufacturer’s name before them', () => {
    expect(meant('40,41', 'Finder')).toContainEqual(['Finder', 'Finder 40.41']);
  });

  test('have the number inside a distributor’s, but only where no manufacturer is named', () => {
    expect(meant('595-LM358.DR', null)).toContainEqual([null, 'LM358.DR']);
    expect(meant('595-LM358.DR')).not.toContainEqual(['Acme', 'LM358.DR']);
  });

  test('have the first or last words as manufacturer, but only where none is named', () => {
    const sets = meant('Texas Instruments LM358DR', null);
    expect(sets).toContainEqual(['Texas Instruments', 'LM358DR']);
    expect(meant('LM358DR Texas Instruments', null)).toContainEqual(['Texas Instruments', 'LM358DR']);
    expect(sets.every(([maker]) => !/[0-9]/.test(maker ?? ''))).toBe(true);
    expect(meant('Texas Instruments LM358DR')).not.toContainEqual(['Texas Instruments', 'LM358DR']);
  });

  test('have the manufacturer and the number that labels inside the cell name, in any order', () => {
    expect(meant('MFG: Diodes Incorporated PN: AP2112K-1.8', null)[0]).toEqual(['Diodes Incorporated', 'AP2112K-1.8']);
    expect(meant('PN: AP2112K-1.8, Manufacturer: Diodes', null)).toContainEqual(['Diodes', 'AP2112K-1.8']);
  });

  test('are never the row’s own set', () => {
    for (const written of ['LM358DR [SOIC-8]', '2x LM358DR', 'LM358DR; OPA2325', 'REF 3025'])
      expect(meant(written, 'Acme', [named(written)])).not.toContainEqual(['Acme', written]);
  });
});

describe('numbers in words', () => {
  test.each([
    ['Kugelhahn BV-1233 X DN8 Messing', ['BV-1233 X DN8', 'BV-1233 X', 'X DN8', 'BV-1233']],
    ['LS-Schalter (MCB1166.1), 1P+N', ['MCB1166.1', '1P+N']],
    ['Lager 61224', ['61224']],
    ['Kondensator 4,7uF 50V 0603 600x600 4-20 36W', []],
    ['Frachtkosten pauschal', []],
  ])('of “%s” are %j', (words, numbers) => {
    expect(numbersInWords(words)).toEqual(numbers);
  });

  test('are at most twelve', () => {
    expect(numbersInWords(Array.from({ length: 200 }, (_, place) => `AB-${place}00`).join(' '))).toHaveLength(12);
  });

  test('stand in cells with words and a number, other than the customer’s own', () => {
    const cells = ['A-100', 'Pumpe CP-1 neu', 'Pumpe neu', '12', 'https://acme.example/a b 12', 'K 100 Teil'];
    expect(wordsWithNumbers(cells, 'K 100 Teil')).toEqual(['Pumpe CP-1 neu']);
  });
});
