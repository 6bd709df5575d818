// Slow: a table of more than 5,000 items.
/** The largest files that are read, and the next larger ones, which are refused before they fill the memory. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTable } from '../../../adapters/files/open-table.ts';
import { FileError } from '../../../core/catalogs/files/file-error.ts';
import { makeWorkbook } from '../../support/fixtures/make-workbook.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'largest-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the number of rows that can be used. */
async function read(content: Buffer, ending: string): Promise<number> {
  const file = path.join(folder, `${(files += 1)}.${ending}`);
  await writeFile(file, content);
  let rows = 0;
  for await (const row of (await openTable(file, {})).rows()) if (row.kind !== 'broken') rows += 1;
  return rows;
}

async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FileError);
  return (error as FileError).message;
}

const ROW = '<row><c t="str"><v>R-100</v></c></row>';
const sheet = (rows: string) =>
  makeWorkbook([{ name: 'List', rows: [] }], { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}` });
const END = '</sheetData></worksheet>';

test('a workbook with as many rows as a spreadsheet has is read, and with one more refused, even if all are empty', async () => {
  const noise = '<!-- -->\n';
  const empty = `${`<row/>${noise}`.repeat(1_048_575)}`;
  expect(await read(sheet(`${empty}${ROW}${END}`), 'xlsx')).toBe(1);
  expect(await refusal(read(sheet(`${empty}${ROW}<row/>${END}`), 'xlsx'))).toContain('1,048,576 rows');
});

test.each([
  [
    'a cell of a million runs of text',
    `<row><c t="inlineStr"><is>${`<r><t>${'a'.repeat(20)}</t></r>`.repeat(500_000)}</is></c></row>${END}`,
  ],
  ['an endless comment', `<!-- ${'< '.repeat(5_000_000)} -->${END}`],
  ['an endless text', `<row><c t="str"><v><![CDATA[${'< '.repeat(5_000_000)}]]></v></c></row>${END}`],
  ['an endless tag', `<row x="${'a'.repeat(9_000_000)}"/>${END}`],
])('a workbook with %s is refused', async (_, rows) => {
  expect(await refusal(read(sheet(rows), 'xlsx'))).toContain('8 million characters');
});

test('more than 64 MB of shared strings are refused', async () => {
  const text = randomBytes(24_000).toString('base64');
  const strings = `<sst>${`<si><t>${text}</t></si>`.repeat(2_200)}</sst>`;
  const book = makeWorkbook([{ name: 'a', rows: [['x']] }], { 'xl/sharedStrings.xml': strings });
  expect(await refusal(read(book, 'xlsx'))).toContain('64 MB');
});

test('an archive that unpacks without end is refused', async () => {
  const nothing = `${' '.repeat(4 * 1024 * 1024)}<!---->`.repeat(20);
  expect(await refusal(read(sheet(`${nothing}${END}`), 'xlsx'))).toContain('200 times its size');
});

test('one endless cell is refused', async () => {
  const cell = `<row><c t="str"><v>${'x'.repeat(16 * 1024 * 1024)}</v></c></row>`;
  const book = sheet(`${cell}${END}`);
  expect(await refusal(read(book, 'xlsx'))).toContain('8 million characters');
});

test('endless gzip data are refused', async () => {
  const endless = gzipSync(Buffer.alloc(200 * 1024 * 1024, 'a;b;c\n'), { level: 9 });
  expect(await refusal(read(endless, 'csv.gz'))).toContain('200 times its size');
});
