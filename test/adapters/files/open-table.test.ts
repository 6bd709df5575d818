import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileError } from '../../../core/catalogs/files/file-error.ts';
import { openTable } from '../../../adapters/files/open-table.ts';
import type { TableOptions } from '../../../core/catalogs/files/table-file.ts';
import { makeWorkbook } from '../../support/fixtures/make-workbook.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tables-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function save(content: string | Buffer, ending = 'csv'): Promise<string> {
  const file = path.join(folder, `${(files += 1)}.${ending}`);
  await writeFile(file, content);
  return file;
}

async function read(file: string, options: TableOptions = {}) {
  const table = await openTable(file, options);
  const rows: unknown[] = [];
  for await (const row of table.rows())
    rows.push(row.kind === 'cells' ? row.cells : row.kind === 'members' ? row.members : row.reason);
  return { ...table, read: rows };
}

async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FileError);
  return (error as FileError).message;
}

const LIST = 'Hersteller;Teil;Stück\nWürth Elektronik;744 043 — €;3\n';
const ROWS = [
  ['Hersteller', 'Teil', 'Stück'],
  ['Würth Elektronik', '744 043 — €', '3'],
];

function utf16(text: string, isBig: boolean): Buffer {
  const little = Buffer.from(text, 'utf16le');
  return isBig ? little.swap16() : little;
}

function windows1252(text: string): Buffer {
  const special = new Map([
    ['€', 0x80],
    ['—', 0x97],
  ]);
  return Buffer.from(Array.from(text, (character) => special.get(character) ?? character.charCodeAt(0)));
}

describe('a text file', () => {
  test.each([
    ['UTF-8', Buffer.from(LIST), 'utf-8', 'all_utf8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${LIST}`), 'utf-8', 'byte_order_mark'],
    ['UTF-16, little-endian', utf16(`\ufeff${LIST}`, false), 'utf-16le', 'byte_order_mark'],
    ['UTF-16, big-endian', utf16(`\ufeff${LIST}`, true), 'utf-16be', 'byte_order_mark'],
    ['UTF-16 without a mark', utf16(LIST, false), 'utf-16le', 'guessed'],
    ['windows-1252', windows1252(LIST), 'windows-1252', 'guessed'],
  ])('in %s is read, and its encoding named', async (_name, bytes, name, known) => {
    const table = await read(await save(bytes));
    expect(table.read).toEqual(ROWS);
    expect(table.encoding).toEqual({ name, known });
  });

  test('in latin-1 is read as windows-1252, which includes it', async () => {
    const table = await read(await save(Buffer.from('Référence;Désignation\nRésistance;à couche\n', 'latin1')));
    expect(table.read).toEqual([
      ['Référence', 'Désignation'],
      ['Résistance', 'à couche'],
    ]);
    expect(table.encoding?.name).toBe('windows-1252');
  });

  test('with one character beyond ASCII at its very end still gets the right encoding', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `ACME;P-${index}`).join('\n');
    const table = await read(await save(Buffer.from(`${lines}\nTÜV;X\n`, 'latin1')));
    expect(table.read.at(-1)).toEqual(['TÜV', 'X']);
  });

  test('is read in the encoding that a member chooses', async () => {
    const file = await save(Buffer.from([0x73, 0xb1, 0x64, 0x3b, 0xe6]));
    expect((await read(file, { encoding: 'iso-8859-2' })).read).toEqual([['sąd', 'ć']]);
    expect(await refusal(read(file, { encoding: 'klingon' }))).toContain('no such encoding');
  });

  test('with a sep= line uses that delimiter and does not treat the line as a row', async () => {
    const table = await read(await save('sep=;\r\na;b,c\r\n1;2,5\r\n'));
    expect(table.read).toEqual([
      ['a', 'b,c'],
      ['1', '2,5'],
    ]);
    expect((await read(await save('"sep=|"\na|b\n'))).read).toEqual([['a', 'b']]);
    const wide = utf16('\ufeffsep=\t\r\na\tb\r\n', false);
    expect((await read(await save(wide))).read).toEqual([['a', 'b']]);
  });

  test('uses the delimiter of its rows, regardless of the lines above them', async () => {
    const table = await read(
      await save('List, of parts, for project X, 2026\n\nmaker;number;qty\nACME;1,5;2\nACME;2,5;3\n'),
    );
    expect(table.delimiter).toBe(';');
    expect(table.read.slice(2)).toEqual([
      ['maker', 'number', 'qty'],
      ['ACME', '1,5', '2'],
      ['ACME', '2,5', '3'],
    ]);
  });

  test('is read the same when gzipped', async () => {
    const table = await read(await save(gzipSync(windows1252(LIST)), 'csv.gz'));
    expect(table.read).toEqual(ROWS);
    expect(table.isPacked).toBe(true);
    expect(
      await refusal(read(await save(gzipSync(Buffer.from(LIST.repeat(500))).subarray(0, 60), 'csv.gz'))),
    ).toContain('damaged');
  });

  test('of JSON Lines is read as objects; an invalid line is reported, and the others are read', async () => {
    const table = await read(await save('{"mpn":"A"}\nnot json\n[1]\n\n{"mpn":2}', 'jsonl'));
    expect(table.format).toBe('jsonl');
    expect(table.read).toEqual([{ mpn: 'A' }, 'the line is not JSON', 'the line is not a JSON object', [], { mpn: 2 }]);
  });
});

describe('a workbook', () => {
  test('returns the displayed values of its cells: texts, complete GTINs, decimals, dates, booleans', async () => {
    const book = makeWorkbook([
      {
        name: 'Parts',
        rows: [
          ['maker', 'number', 'gtin', 'price', 'date', 'ok'],
          [],
          ['Würth & Söhne <x>', '744_x000D_', 4006381333931, 0.1, { date: 45_292 }, true],
          [null, null, { xml: '<c r="C4"><v>4.00638E+12</v></c>' }, { xml: '<c r="D4" t="e"><v>#N/A</v></c>' }],
          [{ xml: '<c r="A5" t="inlineStr"><is><r><t>Tex</t></r><r><t>as</t></r><rPh><t>no</t></rPh></is></c>' }],
          [{ xml: '<c r="A6" t="str"><f>1+1</f><v>two</v></c>' }],
        ],
      },
    ]);
    const table = await read(await save(book, 'xlsx'));
    expect(table.format).toBe('xlsx');
    expect(table.read).toEqual([
      ['maker', 'number', 'gtin', 'price', 'date', 'ok'],
      ['Würth & Söhne <x>', '744\r', '4006381333931', '0.1', '01.01.2024', 'TRUE'],
      ['', '', '4006380000000', '#N/A'],
      ['Texas'],
      ['two'],
    ]);
  });

  test('opens at the first visible sheet, or the one named or numbered', async () => {
    const sheet = (name: string, isHidden = false) => ({ name, isHidden, rows: [[name]] });
    const file = await save(makeWorkbook([sheet('Old', true), sheet('BOM'), sheet('Prices')]), 'xlsx');
    expect((await read(file)).read).toEqual([['BOM']]);
    expect((await read(file, { sheet: 'Prices' })).read).toEqual([['Prices']]);
    expect((await read(file, { sheet: '1' })).read).toEqual([['Old']]);
    expect((await read(file)).sheets).toEqual(['Old', 'BOM', 'Prices']);
    expect(await refusal(read(file, { sheet: 'None' }))).toContain('no such sheet; it has 3');
  });

  test('may have inline texts, which are read like shared ones', async () => {
    const file = await save(makeWorkbook([{ name: 'a', isInline: true, rows: [['x', 'y']] }]), 'xlsx');
    expect((await read(file)).read).toEqual([['x', 'y']]);
  });
});

describe('openTable refuses with an explanation', () => {
  const rowsOf = (xml: string) => makeWorkbook([{ name: 'a', rows: [] }], { 'xl/worksheets/sheet1.xml': xml });

  test.each([
    ['old or protected workbooks', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), 'Save it as .xlsx'],
    ['other archives', Buffer.from(zipSync({ 'a.txt': strToU8('x') })), 'no Excel workbook'],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'PDF'],
    ['binary files', Buffer.from([0x41, 0, 0x42, 1, 2, 0, 0, 3, 0x44]), 'zero bytes'],
    ['a truncated workbook', makeWorkbook([{ name: 'a', rows: [['x']] }]).subarray(0, 200), 'damaged'],
  ])('%s', async (_name, bytes, words) => {
    expect(await refusal(read(await save(bytes)))).toContain(words);
  });

  test('a row of a million empty columns', async () => {
    const cells = '<c/>'.repeat(1_000_000);
    const file = await save(rowsOf(`<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`), 'xlsx');
    expect(await refusal(read(file))).toContain('16,384 columns');
  });

  test('a cell in a column that no spreadsheet has, and a thousand and one filled ones', async () => {
    const far = await save(
      rowsOf('<worksheet><sheetData><row r="1"><c r="ZZZZ1"><v>1</v></c></row></sheetData></worksheet>'),
      'xlsx',
    );
    expect(await refusal(read(far))).toContain('16,384 columns');
    const wide = await save(makeWorkbook([{ name: 'a', rows: [Array.from({ length: 1_001 }, () => 'x')] }]), 'xlsx');
    expect(await refusal(read(wide))).toContain('1,000 filled columns');
  });

  test('a DTD in a workbook, whose entities are never expanded', async () => {
    const xml =
      '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>';
    expect(await refusal(read(await save(rowsOf(xml), 'xlsx')))).toContain('document type definition');
  });
});
