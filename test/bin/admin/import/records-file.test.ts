import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRecordsFile } from '../../../../bin/admin/import/records-file.ts';
import { OperatorError } from '../../../../bin/admin/console/operator-error.ts';
import { makeWorkbook } from '../../../../testing/harness/make-workbook.ts';

const RECORD = '{"id":"itm_Relay001","manufacturer":"Würth"}\n';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'records-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Uint8Array, encoding?: string) {
  const file = path.join(folder, `${(files += 1)}.jsonl`);
  await writeFile(file, content);
  const text = await withRecordsFile(file, encoding, async (readable) => {
    const bytes = await readFile(readable);
    return { bytes, isItself: readable === file };
  });
  return { text: text.bytes.toString('utf8'), ...text };
}

test('a file in UTF-8 is read where it lies', async () => {
  expect(await read(RECORD)).toMatchObject({ text: RECORD, isItself: true });
});

test.each([
  ['packed by gzip', gzipSync(RECORD), undefined],
  ['in UTF-16', Buffer.from(`\ufeff${RECORD}`, 'utf16le'), undefined],
  ['in UTF-16 without a mark', Buffer.from(RECORD, 'utf16le'), undefined],
  ['in an encoding that is named', Buffer.from(RECORD, 'latin1'), 'latin1'],
  ['packed, in an encoding that is named', gzipSync(Buffer.from(RECORD, 'latin1')), 'latin1'],
])('a file %s becomes UTF-8', async (_, content, encoding) => {
  expect(await read(content, encoding)).toMatchObject({ text: RECORD, isItself: false });
});

test('a line that is no UTF-8 does not make the whole file another encoding', async () => {
  const content = Buffer.concat([Buffer.from(RECORD), Buffer.from(RECORD, 'latin1')]);
  expect(await read(content)).toMatchObject({ bytes: content, isItself: true });
});

test('a workbook, a PDF and an unknown encoding are refused with words', async () => {
  const workbook = makeWorkbook([{ name: 'A', rows: [['id']] }]);
  await expect(read(workbook)).rejects.toThrow(OperatorError);
  await expect(read(workbook)).rejects.toThrow('JSON Lines');
  await expect(read('%PDF-1.7')).rejects.toThrow('PDF');
  await expect(read(RECORD, 'klingon')).rejects.toThrow('no such encoding');
});
