/** Opens workbooks of several sheets: the first visible one whose heading names parts is read, all are described. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalCatalogFile } from '../../../../adapters/files/local-catalog-file.ts';
import { describeOpenFile } from '../../../../bin/admin/catalogs/file-labels.ts';
import { firstCells, openFile, type FileOptions } from '../../../../core/catalogs/import/open-file.ts';
import { readSheets } from '../../../../core/catalogs/import/read-sheets.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import type { ItemIndex } from '../../../../core/index/items/item-index.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';
import { makeWorkbook } from '../../../support/fixtures/make-workbook.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheets-'));
});
afterAll(() => rm(folder, { recursive: true }));

const emptyIndex: ItemIndex = {
  manufacturers: () => Promise.resolve(BUILT_IN_MANUFACTURERS),
  readKeys: (keys) => Promise.resolve(keys.map(() => [])),
  readItems: () => Promise.resolve(new Map()),
  readNumbersAlike: () => Promise.resolve([]),
};
const parts = (name: string, number: string) => ({ name, rows: [['Manufacturer', 'MPN'], ['Acme', number]] }); // prettier-ignore
const BOOK = makeWorkbook([
  { name: 'Cover', rows: [['Project X'], ['Rev B']] },
  parts('BOM top', 'T-1'),
  {
    name: 'Prices',
    rows: [
      ['Order', 'Price'],
      ['T-1', 2],
    ],
  },
  parts('BOM bottom', 'B-1'),
  { ...parts('Old parts', 'O-1'), isHidden: true },
]);

async function open(content: Uint8Array | string, options: Partial<FileOptions> = {}) {
  const file = path.join(folder, 'list');
  await writeFile(file, content);
  const opened = new LocalCatalogFile(file, folder);
  let openings = 0;
  const counted = {
    openTable: (one: FileOptions) => ((openings += 1), opened.openTable(one)),
    writePrepared: () => Promise.resolve(),
    readPrepared: (from: number) => opened.readPrepared(from),
  };
  const list = valueOf(await openFile(counted, emptyIndex, { chosen: [], ...options }));
  const sheets = await readSheets(list.table);
  return { list, sheets, openings, rows: await firstCells(list.table, list.layout, 10) };
}

test('the first sheet with parts is read, all are described, and the file is opened once', async () => {
  const { list, sheets, openings, rows } = await open(BOOK);
  expect([list.table.sheet, openings]).toEqual(['BOM top', 1]);
  expect(sheets.map(({ name, rows: held, kind }) => [name, held, kind])).toEqual([
    ['Cover', 2, 'cover'],
    ['BOM top', 1, 'parts'],
    ['Prices', 1, 'numbers'],
    ['BOM bottom', 1, 'parts'],
    ['Old parts', 1, 'parts'],
  ]);
  expect(rows).toEqual([['Acme', 'T-1']]);
  // Read to its end, and once more.
  expect(await firstCells(list.table, list.layout, 10)).toEqual(rows);
  const said = describeOpenFile(list, sheets, { chosen: [] }).join('\n');
  expect(said).toContain('"BOM top" (1 row, parts; this one), ');
  expect(said).toContain('Use --sheet for another one.');
});

test('a sheet that a person chose is read, and --sheet is not advised again', async () => {
  const { list, sheets, rows } = await open(BOOK, { sheet: 'BOM bottom' });
  expect([list.table.sheet, rows]).toEqual(['BOM bottom', [['Acme', 'B-1']]]);
  expect(describeOpenFile(list, sheets, { chosen: [], sheet: 'BOM bottom' }).join('\n')).not.toContain('Use --sheet');
});

test('one sheet of parts, and text files, have no other sheets', async () => {
  expect((await open(makeWorkbook([parts('A', 'A-1')]))).sheets).toHaveLength(1);
  expect((await open('Manufacturer,MPN\nAcme,A-1\n')).sheets).toEqual([]);
});
