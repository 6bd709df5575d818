import { describe, expect, test } from 'vitest';
import { cancelRows, decideRows, isDescribed } from '../../../../core/catalogs/import/decide-rows.ts';
import { readSourceRow } from '../../../../core/catalogs/files/read-source-row.ts';
import type { ComparedMatch } from '../../../../core/catalogs/import/match-file-rows.ts';
import { found, readRowParts, type RowMatch } from '../../../../core/catalogs/import/match-rows.ts';
import type { PreparedRow } from '../../../../core/catalogs/files/prepared-file.ts';
import type { CatalogRow } from '../../../../core/catalogs/rows/catalog.ts';
import { FirstRows } from '../../../../core/catalogs/rows/first-rows.ts';
import type { MissReason } from '../../../../core/catalogs/rows/miss-reasons.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { LIST_OF_TESTS } from '../../../support/fixtures/catalog-rows.ts';

const RELAY = recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', updated_at: '2026-11-01' });
const CANDIDATES = [{ manufacturer: 'Norvane', partNumber: 'R-1000' }];
const UNNAMED: RowMatch = { kind: 'names_no_part', reason: 'manufacturer is missing' };
const BLANK: RowMatch = { kind: 'blank' };

/** The customer's own number, manufacturer, part number, and GTIN. */
type Cells = readonly string[];
const PART: Cells = ['A-7', 'Norvane', 'R-100'];

/** Returns the match of a part that the index does not have. */
function missing(
  [itemNumber = null, supplier = null, partNumber = null]: readonly (string | null)[],
  why: MissReason = { kind: 'unknown_number' },
): RowMatch {
  const parts = readRowParts({ itemNumber, supplier, partNumber, gtin: null });
  if (!parts.ok || parts.value.part === undefined) throw new Error('The cells name a part.');
  return { kind: 'missing', lookedUp: parts.value.part, why, candidates: CANDIDATES };
}

interface Given {
  readonly cells: Cells | PreparedRow;
  readonly match?: RowMatch;
  readonly others?: Partial<ComparedMatch>;
}

const isPrepared = (cells: Given['cells']): cells is PreparedRow => 'kind' in cells;

/** Decides rows of one file, each with its match. */
function decide(given: readonly Given[], { before = 0, file = LIST_OF_TESTS } = {}): readonly CatalogRow[] {
  const rows = given.map(({ cells, match, others }, place) => {
    const read = readSourceRow(isPrepared(cells) ? cells : { kind: 'cells', cells }, file, before + place + 1);
    const matched = match && {
      match,
      named: read.named,
      stated: null,
      fixedBy: null,
      learned: undefined,
      contradictions: [],
      ...others,
    };
    return { read, matched };
  });
  return decideRows(rows, new FirstRows());
}

const decideOne = (cells: Given['cells'], match?: RowMatch, others?: Partial<ComparedMatch>) =>
  decide([{ cells, ...(match && { match }), ...(others && { others }) }])[0]!;

describe('a row with an item', () => {
  test('has the item, its version and how it was matched', () => {
    expect(decideOne(PART, found(RELAY, 'exact'))).toMatchObject({
      row: 1,
      outcome: 'cache_hit',
      itemId: 'itm_Relay001',
      itemUpdatedAt: '2026-11-01',
      matchedBy: 'exact',
      reason: null,
      acceptedBy: null,
      isCorrected: false,
      itemNumber: 'A-7',
      supplier: 'Norvane',
    });
  });

  test('is a duplicate, with the item, if an earlier row has it under any name', () => {
    const match = found(RELAY, 'exact');
    const other: Cells = ['A-8', 'Norvane Ltd', 'r100'];
    const [, second, third] = decide([
      { cells: PART, match },
      { cells: other, match },
      { cells: PART, match },
    ]);
    expect([second, third]).toMatchObject([
      { outcome: 'duplicate', itemId: 'itm_Relay001', reason: 'The same part as row 1.' },
      { outcome: 'duplicate', itemId: 'itm_Relay001', reason: 'The same part as row 1.' },
    ]);
  });

  test('is corrected, with the person and the file of the decision, if one accepted it in an earlier file', () => {
    const decidedIn = { catalogId: 'cat_1', atMs: 5 };
    const match = { ...found(RELAY, 'accepted', 'per_1'), decidedIn };
    expect(decideOne(PART, match)).toMatchObject({
      outcome: 'cache_hit',
      matchedBy: 'accepted',
      acceptedBy: 'per_1',
      isCorrected: true,
      decidedIn,
    });
  });

  test('has the part of a fix in an earlier file, and what its own file states', () => {
    const named = { itemNumber: 'A-7', supplier: 'Norvane', partNumber: 'R-100', gtin: null };
    const stated = { supplier: 'Norvn', partNumber: 'R100', gtin: null };
    const fixed = { named, stated, fixedBy: 'per_1' };
    expect(decideOne(['A-7', 'Norvn', 'R100'], found(RELAY, 'exact'), fixed)).toMatchObject({
      partNumber: 'R-100',
      supplier: 'Norvane',
      stated,
    });
  });

  test('keeps what it contradicts, and nothing if that is nothing', () => {
    const contradictions = [{ property: 'voltage', says: '5 V', part: '12 V' }] as const;
    expect(decideOne(PART, found(RELAY, 'exact'), { contradictions })).toMatchObject({ contradictions });
    expect(decideOne(PART, found(RELAY, 'exact'))).not.toHaveProperty('contradictions');
  });

  test('has it although its number is such that names no part', () => {
    expect(decideOne(['A-7', 'Norvane', 'TBD'], found(RELAY, 'accepted', 'per_1')).outcome).toBe('cache_hit');
  });
});

describe('a row whose part the index lacks', () => {
  test('is not found, with the reason and its candidates', () => {
    expect(decideOne(PART, missing(PART, { kind: 'begins_alike' }))).toMatchObject({
      outcome: 'not_found',
      itemId: null,
      candidates: CANDIDATES,
      reason: expect.stringContaining('begins alike'),
    });
  });

  test('is a duplicate without candidates if an earlier row names the same part', () => {
    const match = missing(PART);
    const rows = decide(
      [
        { cells: PART, match },
        { cells: PART, match },
      ],
      { before: 40 },
    );
    expect(rows.map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual([
      [41, 'not_found', 'The index has no such number of this manufacturer.'],
      [42, 'duplicate', 'The same part as row 41.'],
    ]);
    expect(rows[1]?.candidates).toEqual([]);
  });

  test('is an error, each time, if a spreadsheet spoiled its number', () => {
    const match = missing(PART, { kind: 'spoiled', how: 'date' });
    const rows = decide([
      { cells: PART, match },
      { cells: PART, match },
    ]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['error', 'error']);
  });
});

test.each(['19', '119'])('a row with the number %s and a part in its words has the suggestion', (itemNumber) => {
  const match: RowMatch = { kind: 'names_no_part', reason: 'in its words', candidates: CANDIDATES };
  const [row] = decide([{ cells: [itemNumber, '', ''], match }], { before: 18 });
  expect(row).toMatchObject({ outcome: 'error', candidates: CANDIDATES });
});

describe('a row that names no part', () => {
  test.each([
    ['is empty', ['', '', ''], undefined, 'empty row'],
    ['repeats the heading', LIST_OF_TESTS.headings, undefined, 'the heading once more'],
    ['has only the number that counts it', ['1', '', ''], UNNAMED, 'nothing in the columns that name a part'],
    ['has only a short number of the customer', ['123', '', ''], UNNAMED, 'nothing in the columns that name a part'],
    ['says that it is not fitted', ['A-7', 'Norvane', 'DNP'], missing(PART), 'not fitted'],
    ['is freight in place of the number', ['A-7', '', 'Freight'], UNNAMED, 'freight, a fee or a discount, no part'],
    ['is one line of words', ['Section two', '', ''], UNNAMED, 'a line of text, no part'],
  ] as const)('is skipped if it %s', (_what, cells, match, reason) => {
    expect(decideOne(cells, match)).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining(reason) });
  });

  test.each([
    ['the manufacturer of a word for a fee', ['A-7', 'Norvane', 'Freight'], missing(PART), 'not_found'],
    ['a longer number of the customer', ['1234', '', ''], UNNAMED, 'error'],
    ['a candidate', ['', '', 'R-100'], { ...UNNAMED, candidates: CANDIDATES }, 'error'],
    ['a number without a manufacturer', ['', '', 'R-100'], UNNAMED, 'error'],
  ] as const)('is not skipped if it has %s', (_what, cells, match, outcome) => {
    expect(decideOne(cells, match).outcome).toBe(outcome);
  });

  test('is an error, with the warning, if its barcode is damaged', () => {
    expect(decideOne(['', '', '', '4006381333932'], BLANK)).toMatchObject({
      outcome: 'error',
      reason: 'The barcode has a wrong check digit and is not used.',
    });
  });

  test('is skipped as its own thing if it describes one beside a number of the customer', () => {
    const file = { ...LIST_OF_TESTS, headings: [...LIST_OF_TESTS.headings, 'Text'] };
    const cells = { kind: 'cells', cells: ['A-7', '', '', '', 'Cable harness'] } as const;
    const [row] = decide([{ cells, match: UNNAMED }], { file });
    expect(row).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('a number of your own') });
  });

  test('that could not be read is an error with the reason of the file', () => {
    expect(decideOne({ kind: 'broken', reason: 'cannot be read' })).toMatchObject({
      outcome: 'error',
      reason: 'cannot be read',
      cells: [],
      partNumber: null,
    });
  });
});

describe('the rows of a file', () => {
  test('take the matches of those that name a part, in order', () => {
    const rows = decide([
      { cells: ['', '', ''] },
      { cells: PART, match: found(RELAY, 'exact') },
      { cells: { kind: 'broken', reason: 'cannot be read' } },
      { cells: ['A-9', 'Norvane', 'R-9'], match: missing(['A-9', 'Norvane', 'R-9']) },
    ]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['skipped', 'cache_hit', 'error', 'not_found']);
  });

  test('are not decided if a match is missing', () => {
    expect(() => decideOne(PART)).toThrow('has its match');
  });

  test('are stored with at most 250 characters of each name', () => {
    const [row] = decide([{ cells: ['A-7', 'Norvane', `R${'0'.repeat(300)}`], match: UNNAMED }]);
    expect(row?.partNumber).toHaveLength(250);
  });

  test('are stored with at most five further sets of manufacturer and number', () => {
    const alternates = Array.from({ length: 7 }, (_, place) => ({ supplier: null, partNumber: 4 + place }));
    const file = { ...LIST_OF_TESTS, columns: { ...LIST_OF_TESTS.columns, alternates } };
    const cells = ['A-7', 'Norvane', 'R-100', '', 'X-0', 'X-1', 'X-2', 'X-3', 'X-4', 'X-5', 'X-6'];
    const [row] = decide([{ cells: { kind: 'cells', cells }, match: found(RELAY, 'exact') }], { file });
    expect(row?.alternates?.map(({ partNumber }) => partNumber)).toEqual(['X-0', 'X-1', 'X-2', 'X-3', 'X-4']);
  });

  test('of a cancelled import keep their cells and names, without a decision', () => {
    const rows = [8, 9].map((row) => readSourceRow({ kind: 'cells', cells: PART }, LIST_OF_TESTS, row));
    expect(cancelRows(rows)).toMatchObject([
      { row: 8, outcome: 'cancelled', partNumber: 'R-100', itemId: null, reason: null, cells: PART },
      { row: 9, outcome: 'cancelled' },
    ]);
  });
});

describe('a number of the customer', () => {
  test.each([
    ['its file counts its rows', '77', { ...LIST_OF_TESTS, numbersRun: true }, true],
    ['it is the number of the row', '3', LIST_OF_TESTS, true],
    ['it counts the rows by tens', '30', LIST_OF_TESTS, true],
    ['it is another', '77', LIST_OF_TESTS, false],
    ['there is none', '', { ...LIST_OF_TESTS, numbersRun: true }, false],
  ])('counts rows or not where %s', (_where, itemNumber, file, isRunningNumber) => {
    const row = readSourceRow({ kind: 'cells', cells: [itemNumber, 'Norvane', 'R-100'] }, file, 3);
    expect(row.isRunningNumber).toBe(isRunningNumber);
  });

  test.each([
    [['A-7', 'Cable harness'], true],
    [['A-7', 'A-7'], false],
    [['A-7', '12'], false],
    [['Kabelbaum'], false],
  ])('%j describes a thing: %s', (cells, expected) => {
    expect(isDescribed(cells, cells[0]!)).toBe(expected);
  });
});

test('the number of an unclear column may be someone else’s only beside a barcode', () => {
  const file = { ...LIST_OF_TESTS, columns: { ...LIST_OF_TESTS.columns, isUnclear: true } };
  const unclear = (gtin: string) =>
    readSourceRow({ kind: 'cells', cells: ['', 'Norvane', 'R-100', gtin] }, file, 1).isNumberUnclear;
  expect([unclear('4006381333931'), unclear('')]).toEqual([true, undefined]);
});
