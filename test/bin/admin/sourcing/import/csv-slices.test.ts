import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsvSlices, type CsvSlice } from '../../../../../bin/admin/sourcing/import/csv-slices.ts';
import { FILE_START, type FilePlace } from '../../../../../bin/admin/sourcing/import/read-lines.ts';
import { cases } from '../../../../support/cases.ts';

let file: string;
beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'csv-slices-')), 'rows.csv');
});
afterAll(() => rm(path.dirname(file), { recursive: true }));

const OPTIONS = { format: { delimiter: ',', lineEnd: '\n' }, sliceRows: 3, sliceBytes: 1_000_000 } as const;

async function slices(from: FilePlace = FILE_START): Promise<CsvSlice[]> {
  const found: CsvSlice[] = [];
  for await (const slice of readCsvSlices(file, from, OPTIONS)) found.push(slice);
  return found;
}

const rowsOf = (found: readonly CsvSlice[]) =>
  found.flatMap(({ rows }) => rows.map(({ number, record }) => [number, record.cells]));

test('a file continues from any position as if read in one go, and the digest covers what precedes it', async () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('"', '\n', '\r\n', ',', 'é', '5" pipe'));
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const content = fc.tuple(
    fc.boolean(),
    fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(content, async ([hasMark, rows]) => {
      const text = rows.map((cells) => cells.map(quoted).join(',')).join('\n');
      await writeFile(file, `${hasMark ? '\ufeff' : ''}${text}\n`);
      const whole = await slices();
      expect(rowsOf(whole).map(([, cells]) => cells)).toEqual(rows);
      const bytes = await readFile(file);
      expect(whole.at(-1)?.end.offset).toBe(bytes.length);
      for (const [place, { end }] of whole.entries()) {
        const before = createHash('sha256').update(bytes.subarray(0, end.offset)).digest('hex');
        expect(end.prefixSha256).toBe(before);
        expect(rowsOf(await slices(end))).toEqual(rowsOf(whole.slice(place + 1)));
      }
    }),
    { numRuns: cases(40) },
  );
});
