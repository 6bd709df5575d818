/** Hostile files: each is refused with an explanation, or read in time proportional to its bytes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_STYLES } from '../../../adapters/files/workbook-parts.ts';
import { readSheetRows } from '../../../adapters/files/workbook-sheet.ts';
import { openTable } from '../../../adapters/files/open-table.ts';
import { FileError } from '../../../core/catalogs/files/file-error.ts';
import type { TableOptions } from '../../../core/catalogs/files/table-file.ts';
import { makeWorkbook } from '../../support/fixtures/make-workbook.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Buffer, ending: string, options: TableOptions = {}) {
  const file = path.join(folder, `${(files += 1)}.${ending}`);
  await writeFile(file, content);
  const table = await openTable(file, options);
  let rows = 0;
  for await (const row of table.rows()) if (row.kind !== 'broken') rows += 1;
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
const withPart = (name: string, xml: string) => makeWorkbook([{ name: 'List', rows: [['R-100']] }], { [name]: xml });

describe('a workbook', () => {
  test.each([
    ['its sheet', 'xl/worksheets/sheet1.xml'],
    ['its shared strings', 'xl/sharedStrings.xml'],
    ['its styles', 'xl/styles.xml'],
    ['its list of sheets', 'xl/workbook.xml'],
    ['its relations', 'xl/_rels/workbook.xml.rels'],
  ])('with a million elements nested in %s is refused', async (_, part) => {
    expect(await refusal(read(withPart(part, '<a>'.repeat(1_000_000)), 'xlsx'))).toContain('64 deep');
  });

  test('with 64 levels is read, and with one more refused', async () => {
    const nested = (levels: number) => `<c t="str">${'<a>'.repeat(levels)}<v>R-100</v>${'</a>'.repeat(levels)}</c>`;
    // Worksheet, sheetData, row, c and v are five levels.
    expect(await read(sheet(`<row>${nested(59)}</row>${END}`), 'xlsx')).toBe(1);
    expect(await refusal(read(sheet(`<row>${nested(60)}</row>${END}`), 'xlsx'))).toContain('64 deep');
  });

  test('with more cells than a sheet may have is refused, even if all are empty', async () => {
    const meaning = { strings: [], styles: NO_STYLES, usesDate1904: false };
    const cells = async (row: string) => {
      const chunks = async function* () {
        yield Buffer.from(`<worksheet><sheetData>${row.repeat(5)}${ROW}${END}`);
      };
      let rows = 0;
      for await (const { number } of readSheetRows(chunks(), meaning, 5_001)) rows += number;
      return rows;
    };
    expect(await cells(`<row>${'<c/>'.repeat(1_000)}</row>`)).toBe(6);
    expect(await refusal(cells(`<row>${'<c/>'.repeat(1_001)}</row>`))).toContain('5,001 cells');
  });

  test('with an element of a hundred thousand attributes is refused', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, place) => `a${place}=""`).join(' ');
    expect(await refusal(read(sheet(`<row ${attributes}/>${END}`), 'xlsx'))).toContain('1,000 attributes');
  });

  test('with a format of a million brackets is read in time proportional to its bytes', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(1_000_000)}"/></numFmts></styleSheet>`;
    const from = process.cpuUsage();
    expect(await read(withPart('xl/styles.xml', styles), 'xlsx')).toBe(1);
    expect(process.cpuUsage(from).user / 1_000).toBeLessThan(5_000);
  });
});

describe('a file', () => {
  const MB = 1024 * 1024;
  const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length));

  test.each([
    ['one line of quotation marks', 'csv', repeated('"', 2 * MB), 0],
    ['lines of one quotation mark', 'csv', repeated('"\n', MB / 8), MB / 32],
    ['lines that open a cell and never close it', 'csv', repeated('a,"b\n', MB / 64), 0],
    ['one endless line', 'csv', repeated('a', 8 * MB), 0],
    ['one endless line of empty cells', 'csv', repeated(',', 8 * MB), 0],
    ['lines of sixty thousand empty cells', 'csv', repeated(`${','.repeat(60_000)}\n`, 2 * MB), 35],
    ['endless lines of lists', 'jsonl', repeated(`${'['.repeat(60_000)}\n`, 2 * MB), 0],
    [
      'lines of objects thirty thousand levels deep',
      'jsonl',
      repeated(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}\n`, 2 * MB),
      35,
    ],
    ['one endless object', 'jsonl', `{"a":"${'a'.repeat(8 * MB)}`, 0],
  ])('of %s is read in time proportional to its bytes', async (_, ending, content, rows) => {
    const from = process.cpuUsage();
    expect(await read(content, ending)).toBe(rows);
    expect(process.cpuUsage(from).user / 1_000).toBeLessThan(20_000);
  });

  test.each([
    ['gzip', 'csv.gz', () => gzipSync(repeated('\n', 32 * MB))],
    ['a workbook', 'xlsx', () => sheet(`${repeated('<x/>', 32 * MB)}${END}`)],
    ['text', 'csv', () => repeated('a\n', 8 * MB)],
  ])('packed as %s is read no longer than allowed', async (_, ending, content) => {
    const message = await refusal(read(content(), ending, { until: AbortSignal.timeout(50) }));
    expect(message).toContain('too long');
  });
});
