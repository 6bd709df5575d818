import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OperatorError } from '../../../../../bin/admin/console/operator-error.ts';
import { withRecords, type RecordsReading } from '../../../../../bin/admin/sourcing/import/open-records.ts';
import { FILE_START } from '../../../../../bin/admin/sourcing/import/read-lines.ts';
import type { ReadRecord } from '../../../../../bin/admin/sourcing/import/record-slice.ts';
import type { RecordMapping } from '../../../../../core/sourcing/item-import/record-mapping.ts';
import { makeWorkbook } from '../../../../support/fixtures/make-workbook.ts';

const RECORD = '{"id":"itm_Relay001","manufacturer":"Würth"}\n';
const PART: RecordMapping = { fields: { manufacturer: 'Maker', mpn: 'No', title: { from: 'Name', optional: true } } };

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'records-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Uint8Array, options: Partial<RecordsReading> = {}, ending = 'jsonl') {
  const file = path.join(folder, `${(files += 1)}.${ending}`);
  await writeFile(file, content);
  return withRecords(file, { mapping: undefined, tables: new Map(), ...options }, async (records) => {
    const all: ReadRecord[] = [];
    for await (const slice of records.slices(FILE_START)) all.push(...slice.records);
    return { isItself: records.path === file, understood: records.understood, said: all.map(wordsOf) };
  });
}

function wordsOf({ line, read: row }: ReadRecord): string {
  if (row.kind === 'refused') return `${line}: ${row.problem.kind}`;
  return row.kind === 'passed_over' ? `${line}: passed over` : `${line}: ${row.item.manufacturer} ${row.item.mpn}`;
}

describe('lines in the service’s own format', () => {
  test('in UTF-8 are read from the file itself', async () => {
    expect(await read(RECORD)).toMatchObject({ said: ['1: Würth null'], isItself: true });
  });

  test.each([
    ['packed by gzip', gzipSync(RECORD), undefined],
    ['in UTF-16', Buffer.from(`\ufeff${RECORD}`, 'utf16le'), undefined],
    ['in UTF-16 without a mark', Buffer.from(RECORD, 'utf16le'), undefined],
    ['in a named encoding', Buffer.from(RECORD, 'latin1'), 'latin1'],
    ['compressed, in a named encoding', gzipSync(Buffer.from(RECORD, 'latin1')), 'latin1'],
  ])('%s are converted to UTF-8', async (_, content, encoding) => {
    expect(await read(content, { encoding })).toMatchObject({ said: ['1: Würth null'], isItself: false });
  });

  test('keep the encoding of the file even if one of them is not UTF-8', async () => {
    const content = Buffer.concat([Buffer.from(RECORD), Buffer.from(RECORD, 'latin1')]);
    expect(await read(content)).toMatchObject({ said: ['1: Würth null', '2: not_utf8'], isItself: true });
  });

  test('are also read from a JSON document', async () => {
    const document = JSON.stringify([{ manufacturer: 'A', mpn: '1' }, { mpn: '2' }], null, 2);
    expect((await read(document, {}, 'json')).said).toEqual(['1: A 1', '2: names_nothing']);
  });
});

describe('a table', () => {
  const CSV = 'Price list;;\n\nMaker;No;Name\nNorvane;A-1;Gauge\n;;\nNorvane;"A-2;Gauge\nQuilton;B-1;"say ""hi"""\n';

  test('in CSV is read below its heading, and only a broken row is lost', async () => {
    const said = ['4: Norvane A-1', '6: broken_row', '7: Quilton B-1'];
    expect(await read(CSV, { mapping: PART }, 'csv')).toMatchObject({ said, isItself: true });
    const latin = Buffer.from(CSV.replace('Gauge', 'Prüfgerät'), 'latin1');
    expect(await read(latin, { mapping: PART }, 'csv')).toMatchObject({ said, isItself: false });
  });

  test('in a workbook keeps the row numbers of the sheet', async () => {
    const rows = [['Price list'], [], ['Maker', 'No'], ['Norvane', 'A-1'], [], ['Quilton', 'B-1']];
    const found = await read(makeWorkbook([{ name: 'Parts', rows }]), { mapping: PART }, 'xlsx');
    expect(found).toMatchObject({ said: ['4: Norvane A-1', '6: Quilton B-1'], understood: ['Sheet Parts.'] });
  });

  test('without a mapping is understood by its headings, and the ignored columns are named', async () => {
    const csv = 'Hersteller,Herstellerteilenummer,Bezeichnung,Farbe\nNorvane,A-1,Gauge,red\n';
    expect(await read(csv, {}, 'csv')).toMatchObject({
      said: ['2: Norvane A-1'],
      understood: [
        'Columns recognized by heading: title from Bezeichnung, manufacturer from Hersteller, mpn from Herstellerteilenummer.',
        'Ignored columns: Farbe; use a mapping (--map) to import them.',
      ],
    });
    await expect(read('Farbe,Preis\nred,1\n', {}, 'csv')).rejects.toThrow('No part columns were recognized');
  });

  test('without the column of a mapping is refused, with the names that may be meant', async () => {
    const mapping = { fields: { manufacturer: 'Maker', mpn: 'Mumber' } };
    const refused = read('Maker,Number\nA,1\n', { mapping }, 'csv');
    await expect(refused).rejects.toThrow(
      '"mpn" names the column "Mumber", which does not exist (nearest: "Number", "Maker")',
    );
    await expect(refused).rejects.toMatchObject({ fix: 'The file has: Maker, Number.' });
  });
});

describe('objects in another format', () => {
  const mapping: RecordMapping = {
    records: 'results',
    fields: { manufacturer: 'maker.name', mpn: 'ids[type=mpn].value' },
    only: { status: ['ok'] },
  };
  const part = (number: string, status = 'ok') => ({
    maker: { name: 'Norvane' },
    ids: [{ type: 'mpn', value: number }],
    status,
  });

  test('are read in the same way from lines and from a document', async () => {
    const parts = [part('A-1'), part('A-2', 'gone'), part('')];
    const said = ['1: Norvane A-1', '2: passed over', '3: names_nothing'];
    const lines = parts.map((one) => JSON.stringify(one)).join('\n');
    expect((await read(lines, { mapping })).said).toEqual(said);
    for (const text of [JSON.stringify({ meta: {}, results: parts }), JSON.stringify({ results: parts }, null, 1)]) {
      expect((await read(text, { mapping }, 'json')).said).toEqual(said);
      expect((await read(text, { mapping }, 'data')).said).toEqual(said);
    }
  });

  test('without the member of a mapping are refused, with the names that may be meant', async () => {
    const other = { fields: { manufacturer: 'makers.name', mpn: 'ids[type=mpn].value' } };
    await expect(read(JSON.stringify(part('A-1')), { mapping: other })).rejects.toThrow('(nearest: "maker")');
  });
});

test('a workbook without parts, a PDF and an unknown encoding are refused with an explanation', async () => {
  const workbook = makeWorkbook([{ name: 'A', rows: [['Farbe']] }]);
  await expect(read(workbook, {}, 'xlsx')).rejects.toThrow(OperatorError);
  await expect(read('%PDF-1.7')).rejects.toThrow('PDF');
  await expect(read(RECORD, { encoding: 'klingon' })).rejects.toThrow('no such encoding');
});
