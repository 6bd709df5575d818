/**
 * Matches learned from an account's earlier files, by the customer's item numbers and by members' decisions, and their
 * use in a later file.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CatalogRow } from '../../../../core/catalogs/rows/catalog.ts';
import { exportCsv } from '../../../../core/catalogs/rows/export-rows.ts';
import { rowMessage } from '../../../../core/catalogs/rows/row-message.ts';
import { acceptItem, renamePart } from '../../../../core/catalogs/import/correct-row.ts';
import { matchFileRows } from '../../../../core/catalogs/import/match-file-rows.ts';
import { MissExplainer } from '../../../../core/catalogs/import/explain-misses.ts';
import { openFile } from '../../../../core/catalogs/import/open-file.ts';
import { previewFile } from '../../../../core/catalogs/import/preview-file.ts';
import { ownNumberKey } from '../../../../core/catalogs/rows/learned-matches.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openListHarness, type ListHarness } from '../../../support/index/list-imports.ts';

const HEADINGS = ['Item', 'Pos', 'No.', 'Line', 'ID', 'Our number', 'Artikelnummer'];
const PARTS = Array.from({ length: 60 }, (_, at) =>
  recordOf({
    id: `itm_Part${String(at).padStart(4, '0')}`,
    manufacturer: 'Texas Instruments',
    mpn: `LM${2_000 + at}-Q1`,
    ...(at === 0 && { gtin: '04006381333931' }),
  }),
);
const MEANT = recordOf({ id: 'itm_Meant001', manufacturer: 'Nexperia', mpn: 'BC847B' });
const WHO = { who: 'per_Anna0001', nowMs: Date.UTC(2026, 10, 22, 13) };
const UNKNOWN = 'Nexperia,BC847NOPE';

let lists: ListHarness;
let accountId: string;
beforeAll(async () => {
  lists = await openListHarness();
  await lists.load([...PARTS, MEANT]);
});
afterAll(() => lists.stop());
beforeEach(() => void (accountId = newAccountId()));

/** Returns a file whose rows name the parts of the index, each with the item number from `numberOf`. */
function listOf(count: number, numberOf: (row: number) => string, heading = 'Item'): string {
  const rows = PARTS.slice(0, count).map(({ mpn }, at) => `${numberOf(at + 1)},Texas Instruments,${mpn}`);
  return [`${heading},Manufacturer,MPN`, ...rows].join('\n');
}

const importRowsOf = async (content: string): Promise<readonly CatalogRow[]> =>
  (await lists.importList(content, {}, accountId)).rows;

async function previewOf(content: string) {
  const list = valueOf(await openFile(await lists.save(content), lists.ports.index, { chosen: [] }));
  return previewFile(lists.ports, accountId, list);
}

const learned = () => lists.ports.catalogs.listLearned(accountId, { after: null, limit: 500 });

test('preview and import hold a row against the specifications of its item, and say the same', async () => {
  const attributes = { specifications: { capacitance: '4.7 µF' } };
  const part = { id: 'itm_Contra01', manufacturer: 'Norvane', mpn: 'C-1', title: 'Ceramic capacitor', attributes };
  await lists.load([recordOf(part)]);
  const content = 'Manufacturer,MPN,Description\nNorvane,C-1,Capacitor 10 µF\n';
  const { rows } = await previewOf(content);
  const contradiction = { property: 'capacitance', says: '10 µF', part: null };
  expect(rows.map(({ contradictions }) => contradictions)).toEqual([[contradiction]]);
  expect((await importRowsOf(content)).map(({ contradictions }) => contradictions)).toEqual([[contradiction]]);
});

describe('the customer’s item numbers', () => {
  test.each([
    ['1, 2, 3 …', String],
    ['10, 20, 30 …', (row: number) => String(10 * row)],
    ['001, 002 …', (row: number) => String(row).padStart(3, '0')],
    ['Pos. 1, Pos. 2 …', (row: number) => `Pos. ${row}`],
    ['0, 1, 2 …', (row: number) => String(row - 1)],
  ])('are neither learned nor looked up if they only count rows: %s', async (_title, numberOf) => {
    for (const heading of HEADINGS) await lists.importList(listOf(50, numberOf, heading), {}, accountId);
    const next = `Item,Manufacturer,MPN\n${numberOf(1)},${UNKNOWN}\n${numberOf(2)},,\n`;
    const rows = await importRowsOf(next);
    expect(rows.map(({ outcome, itemId, candidates }) => [outcome, itemId, candidates])).toEqual([
      ['not_found', null, []],
      ['skipped', null, []],
    ]);
    expect(await learned()).toEqual([]);
  });

  test('are not learned if they equal their row number, even if the other numbers name parts', async () => {
    const numbers = ['4711', '0815', '3', '90210', 'K-7'];
    await lists.importList(
      listOf(5, (row) => numbers[row - 1] ?? ''),
      {},
      accountId,
    );
    expect((await learned()).map(({ itemNumber }) => itemNumber).toSorted()).toEqual(['0815', '4711', '90210', 'K-7']);
  });

  test('are learned and looked up if they count from a start like an ERP’s', async () => {
    await lists.importList(
      listOf(50, (row) => String(10_000 + row)),
      {},
      accountId,
    );
    expect(await learned()).toHaveLength(50);
    const rows = await importRowsOf(
      'Item,Manufacturer,MPN\n10001,,\n10050,Texas Instruments,\n10007,texas instruments inc.,lm2006-q1\n',
    );
    expect(rows.map(({ itemId, matchedBy }) => [itemId, matchedBy])).toEqual([
      ['itm_Part0000', 'your_number'],
      ['itm_Part0049', 'your_number'],
      ['itm_Part0006', 'exact'],
    ]);
  });
});

test('a replacement of the rows does not use what it taught itself, but what the former rows taught', async () => {
  const { catalogs, index } = lists.ports;
  const stated = { supplier: 'Texas Instruments', partNumber: 'LM2000-Q1', gtin: null };
  const taught = { stated, itemId: 'itm_Part0000', named: null, catalogId: 'cat_1', acceptedBy: null, learnedAtMs: 1 };
  await catalogs.storeLearned(accountId, [
    { ...taught, key: ownNumberKey('OLD-1'), itemNumber: 'OLD-1' },
    { ...taught, key: ownNumberKey('NEW-1'), itemNumber: 'NEW-1', replacementId: 'rep_1' },
  ]);
  const rows = ['OLD-1', 'NEW-1'].map((itemNumber) => ({
    named: { itemNumber, supplier: null, partNumber: null, gtin: null },
    stated: null,
    cells: [itemNumber],
    isRunningNumber: false,
    isNumberUnclear: false,
  }));
  const foundIn = async (catalogId: string) => {
    const run = { accountId, catalogId, explainer: new MissExplainer(index) };
    return (await matchFileRows({ catalogs, index }, run, rows)).map(({ match }) => match.kind);
  };
  expect(await foundIn('rep_1')).toEqual(['found', 'names_no_part']);
  expect(await foundIn('rep_2')).toEqual(['found', 'found']);
});

describe('a learned match', () => {
  beforeEach(async () => {
    await lists.importList(
      'Our number,Manufacturer,MPN,EAN\nA-1,Texas Instruments,LM2000-Q1,4006381333931\nA-2,Texas Instruments,LM2001-Q1,\n',
      {},
      accountId,
    );
  });

  test('applies if a row states the same part again, even if the index no longer has the part under that name', async () => {
    // The item has another part number by now, so the row's own finds nothing.
    const moved = recordOf({ id: 'itm_Moved001', manufacturer: 'Norvane', mpn: 'OLD-1' });
    await lists.load([moved]);
    await lists.importList('Our number,Manufacturer,MPN\nM-1,Norvane,OLD-1\n', {}, accountId);
    const [entry] = (await learned()).filter(({ itemNumber }) => itemNumber === 'M-1');
    await lists.ports.catalogs.storeLearned(accountId, [
      { ...entry!, stated: { supplier: 'Norvane', partNumber: 'OLDER-1', gtin: null } },
    ]);
    const rows = await importRowsOf('Our number,Manufacturer,MPN\nM-1,NORVANE GmbH,older-1\nM-1,Norvane,OLDER-2\n');
    expect(rows.map(({ outcome, itemId, matchedBy }) => [outcome, itemId, matchedBy])).toEqual([
      ['cache_hit', 'itm_Moved001', 'your_number'],
      ['not_found', null, null],
    ]);
  });

  test.each([
    ['another part number', 'A-1,Texas Instruments,LM2000-ZZ,'],
    ['another manufacturer', 'A-1,Nobody,LM2000-Q1X,'],
    ['another GTIN', 'A-1,,,4012345678901'],
    ['an additional GTIN', 'A-2,Texas Instruments,LM2001,4012345678901'],
  ])('is only the first candidate if the row states %s', async (_title, row) => {
    const [stored] = await importRowsOf(`Our number,Manufacturer,MPN,EAN\n${row}\n`);
    expect(stored).toMatchObject({ outcome: 'not_found', itemId: null, matchedBy: null });
    const mpn = row.startsWith('A-1') ? 'LM2000-Q1' : 'LM2001-Q1';
    expect(stored?.candidates[0]).toEqual({ manufacturer: 'Texas Instruments', partNumber: mpn });
  });

  test('does not apply to another account', async () => {
    accountId = newAccountId();
    expect((await importRowsOf('Our number,Manufacturer,MPN\nA-1,,\n'))[0]?.outcome).toBe('error');
  });

  test('is not applied within its own file, even if that file was stopped and resumed', async () => {
    accountId = newAccountId();
    const rows = await importRowsOf(
      `Our number,Manufacturer,MPN\nA-1,Texas Instruments,LM2000-Q1\n${',\n'.repeat(300)}A-1,,\n`,
    );
    expect(rows.at(-1)).toMatchObject({ outcome: 'error', itemId: null });
  });
});

describe('a member’s decision', () => {
  const files: readonly (readonly [string, string])[] = [
    [
      'with numbers of the customer’s',
      `Our number,Manufacturer,MPN\nA-1,Texas Instruments,LM2000-Q1\nA-2,${UNKNOWN}\n`,
    ],
    ['with running numbers', `Item,Manufacturer,MPN\n1,Texas Instruments,LM2000-Q1\n2,${UNKNOWN}\n`],
    ['without numbers', `Manufacturer,MPN\nTexas Instruments,LM2000-Q1\n${UNKNOWN}\n`],
    [
      'without a manufacturer',
      'Item,Manufacturer,MPN,Text\n1,Texas Instruments,LM2000-Q1,a\n2,,BC847NOPE,transistor\n',
    ],
    ['that states what the index has', 'Manufacturer,MPN\nTexas Instruments,LM2000-Q1\nTexas Instruments,LM2001-Q1\n'],
  ];

  test.each(files)('survives the next upload of the same file, %s: accepted', async (_title, content) => {
    const { catalog } = await lists.importList(content, {}, accountId);
    valueOf(await acceptItem(lists.ports, catalog, 2, MEANT.id, WHO));
    const accepted = { itemId: MEANT.id, matchedBy: 'accepted', acceptedBy: WHO.who, isCorrected: true };
    for (const rows of [await importRowsOf(content), await importRowsOf(content)])
      expect(rows[1]).toMatchObject({ outcome: 'cache_hit', ...accepted });
    expect((await previewOf(content)).rows[1]).toMatchObject(accepted);
  });

  test.each(files)('survives the next upload of the same file, %s: fixed', async (_title, content) => {
    const { catalog } = await lists.importList(content, {}, accountId);
    const meant = { supplier: 'Nexperia', partNumber: 'BC847B', gtin: null };
    valueOf(await renamePart(lists.ports, catalog, 2, meant, WHO));
    const rows = await importRowsOf(content);
    expect(rows[1]).toMatchObject({ itemId: MEANT.id, matchedBy: 'accepted', acceptedBy: WHO.who, ...meant });
    // The row is fixed again from what it was fixed to; what the file states is still stored.
    const { catalog: second } = await lists.importList(content, {}, accountId);
    const other = { supplier: 'Texas Instruments', partNumber: 'LM2005-Q1', gtin: null };
    valueOf(await renamePart(lists.ports, second, 2, other, WHO));
    expect((await importRowsOf(content))[1]).toMatchObject({ itemId: 'itm_Part0005', ...other });
  });

  test('for a part that the index does not have yet is kept, and applies once it does', async () => {
    const content = files[0]?.[1] ?? '';
    const { catalog } = await lists.importList(content, {}, accountId);
    const later = { supplier: 'Nexperia', partNumber: 'LATER-1', gtin: null };
    valueOf(await renamePart(lists.ports, catalog, 2, later, WHO));
    expect((await importRowsOf(content))[1]).toMatchObject({ outcome: 'not_found', isCorrected: true, ...later });
    await lists.load([recordOf({ id: 'itm_Later001', manufacturer: 'Nexperia', mpn: 'LATER-1' })]);
    expect((await importRowsOf(content))[1]).toMatchObject({ itemId: 'itm_Later001', acceptedBy: WHO.who });
  });

  test('does not apply to a row of another file with the same running number', async () => {
    const { catalog } = await lists.importList(files[3]?.[1] ?? '', {}, accountId);
    valueOf(await acceptItem(lists.ports, catalog, 2, MEANT.id, WHO));
    const rows = await importRowsOf('Item,Manufacturer,MPN,Text\n1,Nobody,A-1,a\n2,,BC847NOPE,resistor\n');
    expect(rows[1]).toMatchObject({ outcome: 'error', itemId: null });
  });

  test('ends with its item', async () => {
    const content = files[0]?.[1] ?? '';
    const { catalog } = await lists.importList(content, {}, accountId);
    const gone = recordOf({ id: 'itm_Gone0009', manufacturer: 'Nobody', mpn: 'GONE-9' });
    await lists.load([gone]);
    valueOf(await acceptItem(lists.ports, catalog, 2, gone.id, WHO));
    const [entry] = (await learned()).filter(({ acceptedBy }) => acceptedBy !== null);
    await lists.ports.catalogs.storeLearned(accountId, [{ ...entry!, itemId: 'itm_None0001' }]);
    await lists.ports.catalogs.forgetLearned(
      accountId,
      (await learned()).filter(({ key }) => key !== entry?.key).map(({ key }) => key),
      0,
    );
    expect((await importRowsOf(content))[1]).toMatchObject({ outcome: 'not_found', itemId: null, isCorrected: false });
  });
});

describe('a row', () => {
  const content = [
    'Our number,Manufacturer,MPN,EAN',
    'A-1,Texas Instruments,LM2000-Q1,',
    'A-2,TI,LM2001-Q1,',
    'A-3,Texas Instruments,LM2002 Q1,',
    'A-4,,,4006381333931',
    'A-5,,,',
    `A-6,${UNKNOWN},`,
    'A-7,Nobody,Q-9,',
  ].join('\n');

  test('shows how its item was matched: in storage, in its message and in the export', async () => {
    await lists.importList('Our number,Manufacturer,MPN\nA-5,Texas Instruments,LM2005-Q1\n', {}, accountId);
    const before = await lists.importList(content, {}, accountId);
    valueOf(await acceptItem(lists.ports, before.catalog, 6, MEANT.id, WHO));
    const { catalog, rows } = await lists.importList(content, {}, accountId);
    expect(rows.map(({ matchedBy, acceptedBy }) => [matchedBy, acceptedBy])).toEqual([
      ['exact', null],
      ['other_spelling', null],
      ['other_spelling', null],
      ['barcode', null],
      ['your_number', null],
      ['accepted', WHO.who],
      [null, null],
    ]);
    const messages = rows.map(
      (row) => rowMessage(row, { research: 'Research it.', mayNameParts: true, nowMs: 0 }) ?? '',
    );
    expect(messages[0]).toBe('Matched by manufacturer and part number.');
    expect(messages[1]).toContain('another spelling');
    expect(messages[3]).toContain('GTIN');
    expect(messages[4]).toContain('your own number');
    expect(messages[5]).toMatch(
      /^Accepted by per_Anna0001\. As a person decided in the catalog cat_\w+ on 2026-11-22\.$/,
    );
    expect(messages[6]).not.toContain('Matched');
    let csv = '';
    for await (const { text } of exportCsv({ ...lists.ports, mayNameParts: true }, catalog)) csv += text;
    const lines = csv.split('\r\n');
    expect(lines[0]).toContain('outcome,matched_by,decided_by,reason');
    expect(lines[2]).toContain('cache_hit,other_spelling,,');
    expect(lines[6]).toContain('cache_hit,accepted,per_Anna0001,');
  });

  test('is previewed as it is imported', async () => {
    await lists.importList('Our number,Manufacturer,MPN\nA-5,Texas Instruments,LM2005-Q1\n', {}, accountId);
    await lists.importList(`Item,Manufacturer,MPN\n1,Texas Instruments,LM2000-Q1\n`, {}, accountId);
    for (const list of [
      content,
      `Item,Manufacturer,MPN\n1,${UNKNOWN}\n`,
      `Our number,Manufacturer,MPN\nA-5,${UNKNOWN}\n`,
    ]) {
      const preview = await previewOf(list);
      const rows = await importRowsOf(list);
      const seen = preview.rows.map(({ isTelling: _telling, spoiled: _spoiled, part: _part, ...row }) => row);
      expect(seen).toEqual(rows);
    }
  });
});

test('learned matches are listed page by page, and can be forgotten', async () => {
  await lists.importList(
    listOf(7, (row) => `K-${row}`),
    {},
    accountId,
  );
  const { catalogs } = lists.ports;
  const first = await catalogs.listLearned(accountId, { after: null, limit: 4 });
  const rest = await catalogs.listLearned(accountId, { after: first.at(-1)?.key ?? null, limit: 4 });
  expect([...first, ...rest].map(({ itemNumber }) => itemNumber).toSorted()).toEqual(
    Array.from({ length: 7 }, (_, at) => `K-${at + 1}`),
  );
  const forgotten = first.map(({ key }) => key);
  await catalogs.forgetLearned(accountId, forgotten, 0);
  await catalogs.forgetLearned(accountId, forgotten, 0);
  expect(await learned()).toEqual(rest);
  expect((await importRowsOf(`Our number,Manufacturer,MPN\n${first[0]?.itemNumber},,\n`))[0]?.outcome).toBe('error');
});
