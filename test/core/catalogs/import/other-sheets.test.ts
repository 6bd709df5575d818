/** Opens workbooks of several sheets: the first visible one whose heading names parts is read, further ones with parts are named. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalCatalogFile } from '../../../../adapters/files/local-catalog-file.ts';
import { describeOpenFile } from '../../../../bin/admin/catalogs/file-labels.ts';
import { firstCells, openFile, type FileOptions } from '../../../../core/catalogs/import/open-file.ts';
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
  return { list, openings, rows: await firstCells(list.table, list.layout, 10) };
}

test('the first sheet with parts is read, the others with parts are named, and the file is opened once', async () => {
  const { list, openings, rows } = await open(BOOK);
  expect([list.table.sheet, list.otherSheets, openings]).toEqual(['BOM top', ['BOM bottom'], 1]);
  expect(rows).toEqual([['Acme', 'T-1']]);
  // Read to its end, and once more.
  expect(await firstCells(list.table, list.layout, 10)).toEqual(rows);
  expect(describeOpenFile(list).join('\n')).toContain('Other sheets with parts, not imported: "BOM bottom".');
});

test('a sheet that a person chose is read, and no other is looked at', async () => {
  const { list, rows } = await open(BOOK, { sheet: 'BOM bottom' });
  expect([list.table.sheet, list.otherSheets, rows]).toEqual(['BOM bottom', [], [['Acme', 'B-1']]]);
  expect(describeOpenFile(list).join('\n')).not.toContain('Other sheets');
});

test('one sheet of parts, and text files, have no other sheets', async () => {
  expect((await open(makeWorkbook([parts('A', 'A-1')]))).list.otherSheets).toEqual([]);
  expect((await open('Manufacturer,MPN\nAcme,A-1\n')).list.otherSheets).toEqual([]);
});
