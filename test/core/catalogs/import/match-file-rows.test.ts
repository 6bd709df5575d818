import { describe, expect, test } from 'vitest';
import type { NamedRow } from '../../../../core/catalogs/files/named-row.ts';
import { readSourceRow } from '../../../../core/catalogs/files/read-source-row.ts';
import { MissExplainer } from '../../../../core/catalogs/import/explain-misses.ts';
import {
  acceptedKey,
  matchAndCompare,
  matchFileRows,
  matchSourceRows,
  numberKey,
  type FileRow,
} from '../../../../core/catalogs/import/match-file-rows.ts';
import type { LearnedKey, LearnedMatch } from '../../../../core/catalogs/rows/learned-matches.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { MemoryItems } from '../../../support/stores/memory-items.ts';

const RELAY = recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', gtin: '04006381333931' });
const COIL = recordOf({
  id: 'itm_Coil0001',
  manufacturer: 'Norvane',
  mpn: 'C-7',
  gtin: '00036000291452',
  title: 'Coil, 10 µH',
  attributes: { specifications: { inductance: '10 µH' } },
});
const INDEX = new MemoryItems([RELAY, COIL]);
const HEADINGS = ['Item number', 'Manufacturer', 'MPN', 'GTIN', 'Description'];
const COLUMNS = { itemNumber: [0], supplier: [1], partNumber: [2], gtin: [3] };

interface WrittenRow extends Partial<NamedRow> {
  readonly isRunningNumber?: boolean;
  readonly text?: string;
}

function rowOf({ isRunningNumber = false, text = '', ...names }: WrittenRow): FileRow {
  const named = { itemNumber: null, supplier: null, partNumber: null, gtin: null, ...names };
  const { itemNumber, supplier, partNumber, gtin } = named;
  const cells = [itemNumber, supplier, partNumber, gtin, text].map((cell) => cell ?? '');
  return { named, stated: null, cells, isRunningNumber };
}

/** A match that an earlier file taught under the row's own number, or a person's decision on what the row states. */
function learnedFrom(row: FileRow, by: 'own number' | 'decision', changes: Partial<LearnedMatch> = {}): LearnedMatch {
  const key = by === 'own number' ? numberKey(row) : acceptedKey(row);
  if (key === undefined) throw new Error('The row has such a key.');
  const { itemNumber, ...stated } = row.named;
  return {
    key,
    itemNumber,
    stated,
    itemId: COIL.id,
    named: null,
    catalogId: 'cat_earlier',
    learnedAtMs: 7,
    acceptedBy: by === 'decision' ? 'per_1' : null,
    ...changes,
  };
}

interface Situation {
  readonly learned?: readonly LearnedMatch[];
  readonly catalogId?: string;
}

function portsOf({ learned = [] }: Situation) {
  const asked: (readonly LearnedKey[])[] = [];
  const readLearned = async (_accountId: string, keys: readonly LearnedKey[]) => {
    asked.push(keys);
    return new Map(learned.filter(({ key }) => keys.includes(key)).map((one) => [one.key, one]));
  };
  return { asked, ports: { catalogs: { readLearned }, index: INDEX } };
}

function fileOf({ catalogId }: Situation) {
  return { accountId: 'acc_1', explainer: new MissExplainer(INDEX), ...(catalogId !== undefined && { catalogId }) };
}

async function matchOne(row: FileRow, situation: Situation = {}) {
  const [only] = await matchFileRows(portsOf(situation).ports, fileOf(situation), [row]);
  return only!;
}

const KNOWN = rowOf({ itemNumber: 'A-7', supplier: 'Norvane', partNumber: 'R-100' });
const UNKNOWN = rowOf({ itemNumber: 'A-7', supplier: 'Norvane', partNumber: 'Z-9' });
const NUMBER_ALONE = rowOf({ itemNumber: 'A-7' });

describe('a row of a file', () => {
  test('without a match of an earlier file is matched by the index', async () => {
    expect(await matchOne(KNOWN)).toMatchObject({
      match: { kind: 'found', by: 'exact', item: { id: RELAY.id } },
      named: KNOWN.named,
      stated: null,
      fixedBy: null,
      learned: undefined,
    });
  });

  test('gets its own match, in order', async () => {
    const { ports } = portsOf({});
    const matches = await matchFileRows(ports, fileOf({}), [UNKNOWN, KNOWN, NUMBER_ALONE]);
    expect(matches.map(({ match }) => match.kind)).toEqual(['missing', 'found', 'names_no_part']);
  });

  test('is joined with its match; one that names no part has none', async () => {
    const file = { ...fileOf({}), headings: HEADINGS, columns: COLUMNS, numbersRun: false };
    const cells = [
      ['', '', '', '', ''],
      ['A-7', 'Norvane', 'R-100', '', ''],
    ];
    const rows = cells.map((row, place) => readSourceRow({ kind: 'cells', cells: row }, file, place + 1));
    const joined = await matchSourceRows(portsOf({}).ports, file, rows);
    expect(joined.map(({ read, matched }) => [read.row, matched?.match.kind])).toEqual([
      [1, undefined],
      [2, 'found'],
    ]);
  });

  test('is asked for together with the others, each key once', async () => {
    const { ports, asked } = portsOf({});
    await matchFileRows(ports, fileOf({}), [KNOWN, KNOWN, UNKNOWN]);
    expect(asked).toEqual([[acceptedKey(KNOWN), numberKey(KNOWN), acceptedKey(UNKNOWN)]]);
  });
});

describe('the customer’s own number of an earlier file', () => {
  const learned = [learnedFrom(UNKNOWN, 'own number')];

  test.each([
    ['nothing else', NUMBER_ALONE],
    ['the same', UNKNOWN],
    ['a part of the same', rowOf({ itemNumber: 'A-7', partNumber: 'z-9' })],
  ])('matches a row that states %s', async (_what, row) => {
    expect((await matchOne(row, { learned })).match).toMatchObject({
      kind: 'found',
      by: 'your_number',
      item: { id: COIL.id },
    });
  });

  test('is the first candidate of a row that states something else, and the reason names it', async () => {
    const other = rowOf({ itemNumber: 'A-7', supplier: 'Norvane', partNumber: 'Q-1' });
    expect((await matchOne(other, { learned })).match).toMatchObject({
      kind: 'missing',
      why: { kind: 'number_meant_another' },
      candidates: [{ manufacturer: 'Norvane', partNumber: 'C-7' }],
    });
  });

  test('leaves the reason of a row that has another candidate, which follows', async () => {
    const other = rowOf({ itemNumber: 'A-7', supplier: 'Kestrel', partNumber: 'R-100' });
    expect((await matchOne(other, { learned })).match).toMatchObject({
      why: { kind: 'other_manufacturer' },
      candidates: [{ partNumber: 'C-7' }, { manufacturer: 'Norvane', partNumber: 'R-100' }],
    });
  });

  test('never replaces what the index finds, but is known', async () => {
    const result = await matchOne(KNOWN, { learned: [learnedFrom(KNOWN, 'own number')] });
    expect(result).toMatchObject({ match: { by: 'exact', item: { id: RELAY.id } }, learned: { itemId: COIL.id } });
  });

  test('does not decide between a barcode and a number that contradict each other', async () => {
    const row = rowOf({ itemNumber: 'A-7', supplier: 'Norvane', partNumber: 'R-100', gtin: '036000291452' });
    const { match } = await matchOne(row, { learned: [learnedFrom(row, 'own number')] });
    expect(match).toMatchObject({ kind: 'missing', why: { kind: 'barcode_contradicts' } });
  });

  test('is neither asked for nor used if it only counts the rows', async () => {
    const counting = rowOf({ itemNumber: 'A-7', isRunningNumber: true });
    expect(numberKey(counting)).toBeUndefined();
    expect((await matchOne(counting, { learned })).match.kind).toBe('names_no_part');
  });

  test('is not used if its item is gone', async () => {
    const gone = [learnedFrom(UNKNOWN, 'own number', { itemId: 'itm_Gone0001' })];
    expect((await matchOne(UNKNOWN, { learned: gone })).match.kind).toBe('missing');
  });

  test.each([
    ['the catalog that taught it', {}, 'cat_earlier', 'missing'],
    ['the replacement that taught it', { replacementId: 'rep_1' }, 'rep_1', 'missing'],
    ['a catalog whose replacement taught it', { replacementId: 'rep_1' }, 'cat_earlier', 'found'],
    ['another catalog', {}, 'cat_now', 'found'],
  ])('in an import of %s', async (_which, changes, catalogId, kind) => {
    const taught = [learnedFrom(UNKNOWN, 'own number', changes)];
    expect((await matchOne(UNKNOWN, { learned: taught, catalogId })).match.kind).toBe(kind);
  });
});

describe('a person’s decision on an equal row', () => {
  test('replaces what the index finds, and names the person, the file and the key', async () => {
    const decision = learnedFrom(KNOWN, 'decision');
    expect((await matchOne(KNOWN, { learned: [decision] })).match).toMatchObject({
      kind: 'found',
      by: 'accepted',
      acceptedBy: 'per_1',
      item: { id: COIL.id },
      decidedIn: { catalogId: 'cat_earlier', atMs: 7 },
      usedKey: decision.key,
    });
  });

  test('leaves the row to the index if its item is gone', async () => {
    const learned = [learnedFrom(KNOWN, 'decision', { itemId: 'itm_Gone0001' })];
    expect((await matchOne(KNOWN, { learned })).match).toMatchObject({ by: 'exact', item: { id: RELAY.id } });
  });

  test.each([
    ['a row with another own number', { itemNumber: 'A-8' }, 'exact'],
    ['a row with the same own number', { itemNumber: 'A-7' }, 'accepted'],
    ['a row without an own number', { itemNumber: null }, 'accepted'],
    ['a row whose number only counts', { itemNumber: 'A-8', isRunningNumber: true }, 'accepted'],
  ] as const)('on a row with an own number, for %s', async (_row, { itemNumber, ...others }, by) => {
    const learned = [learnedFrom(KNOWN, 'decision')];
    const row = { ...KNOWN, named: { ...KNOWN.named, itemNumber }, ...others };
    expect((await matchOne(row, { learned })).match).toMatchObject({ kind: 'found', by });
  });

  test('that fixed the part is what the row names now, beside what the file states', async () => {
    const named = { supplier: 'Norvane', partNumber: 'C-7', gtin: null };
    const learned = [learnedFrom(UNKNOWN, 'decision', { named, itemId: null })];
    expect(await matchOne(UNKNOWN, { learned })).toMatchObject({
      match: { kind: 'found', by: 'accepted', acceptedBy: 'per_1', item: { id: COIL.id } },
      named: { itemNumber: 'A-7', ...named },
      stated: { supplier: 'Norvane', partNumber: 'Z-9', gtin: null },
      fixedBy: 'per_1',
    });
  });

  test('that fixed the part to one that the index lacks is looked up anew', async () => {
    const named = { supplier: 'Norvane', partNumber: 'Y-1', gtin: null };
    const result = await matchOne(KNOWN, { learned: [learnedFrom(KNOWN, 'decision', { named, itemId: null })] });
    expect(result).toMatchObject({ match: { kind: 'missing', lookedUp: { verbatim: 'Y-1' } }, fixedBy: 'per_1' });
  });
});

describe('what a row says against its item', () => {
  const compare = async (row: FileRow, situation: Situation = {}) => {
    const file = { ...fileOf(situation), headings: HEADINGS, columns: COLUMNS };
    const [only] = await matchAndCompare(portsOf(situation).ports, file, [row]);
    return only!.contradictions;
  };
  const coil = rowOf({ supplier: 'Norvane', partNumber: 'C-7', text: 'Coil 22 µH' });

  test('is found for the item that the index matched', async () => {
    expect(await compare(coil)).toMatchObject([{ property: 'inductance', says: '22 µH' }]);
  });

  test('is nothing for a part that a person decided on', async () => {
    expect(await compare(coil, { learned: [learnedFrom(coil, 'decision')] })).toEqual([]);
  });

  test('is nothing for a row without an item', async () => {
    expect(await compare(rowOf({ supplier: 'Norvane', partNumber: 'Z-9', text: 'Coil 22 µH' }))).toEqual([]);
  });
});
