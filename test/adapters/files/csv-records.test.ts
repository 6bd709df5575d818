import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsvRecords, type CsvFormat, type CsvRecord } from '../../../adapters/files/csv-records.ts';
import { cases } from '../../support/cases.ts';

const COMMAS: CsvFormat = { delimiter: ',', lineEnd: '\n' };

/** Returns the text in chunks, as a file does. */
async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

async function read(text: string, format = COMMAS): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readCsvRecords(chunksOf(text), format)) records.push(record);
  return records;
}

const shown = (records: readonly CsvRecord[]) => records.map((record) => record.cells ?? record.reason);

test('quoted cells contain delimiters, quotation marks and line ends', async () => {
  expect(shown(await read('a,b\r\n"x,1","say ""hi"""\r\n"two\nlines",é'))).toEqual([
    ['a', 'b'],
    ['x,1', 'say "hi"'],
    ['two\nlines', 'é'],
  ]);
});

test('a blank line is a record, and the end of the file needs no line end', async () => {
  expect(shown(await read('a\n\n,\n\nb'))).toEqual([['a'], [''], ['', ''], [''], ['b']]);
});

test('files with old Mac line ends, semicolons and tabs are read', async () => {
  expect(shown(await read('a,b\rc,d', { delimiter: ',', lineEnd: '\r' }))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(shown(await read('a;b\n1,5;2', { delimiter: ';', lineEnd: '\n' }))).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
});

test('a quotation mark inside an unquoted cell is text, as in inches', async () => {
  expect(shown(await read('ACME,5" pipe,1\nACME,x,2\n'))).toEqual([
    ['ACME', '5" pipe', '1'],
    ['ACME', 'x', '2'],
  ]);
});

test('a missing quotation mark breaks only its own line', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `ACME,P-${index},"text ${index}"`);
  lines[10] = 'ACME,"P-10,text';
  lines[4_000] = '"ACME"x,P-4000,';
  lines[4_999] = 'ACME,"P-4999';
  const records = await read(`${lines.join('\n')}\n`);
  expect(records).toHaveLength(5_000);
  const broken = records.flatMap((record, index) => (record.cells === null ? [[index, record.reason]] : []));
  expect(broken).toEqual([
    [10, 'a quoted cell continues behind its closing quote mark'],
    [4_000, 'a quoted cell continues behind its closing quote mark'],
    [4_999, 'a quote mark is opened and never closed'],
  ]);
  expect(records[11]?.cells).toEqual(['ACME', 'P-11', 'text 11']);
});

test('a single opening quotation mark costs one line, however long the file', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `ACME,P-${index},text`);
  lines[3] = 'ACME,"P-3,text';
  const records = await read(lines.join('\n'));
  expect(records).toHaveLength(20_000);
  expect(records.flatMap(({ cells }, index) => (cells === null ? [index] : []))).toEqual([3]);
});

test('each of thousands of consecutive broken lines is one record', async () => {
  const records = await read('"a"b,\n'.repeat(3_000));
  expect(records).toHaveLength(3_000);
  expect(new Set(shown(records))).toEqual(new Set(['a quoted cell continues behind its closing quote mark']));
});

test('a line longer than any record is one broken record, and is not kept', async () => {
  const records = await read(`a,b\n${'x'.repeat(1_000_000)},y\nc,d\n`);
  expect(shown(records)).toEqual([['a', 'b'], expect.stringContaining('longer than 65536 bytes'), ['c', 'd']]);
});

test('any cells written as CSV read back, in the same records', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '漢'), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      async (rows) => {
        const text = rows.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect((await read(text)).map(({ cells }) => cells)).toEqual(rows);
      },
    ),
    { numRuns: cases(100) },
  );
});
