import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FILE_START,
  isSamePrefix,
  readSlices,
  type FileSlice,
} from '../../../../../bin/admin/sourcing/import/read-lines.ts';
import { cases } from '../../../../support/cases.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-lines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const OPTIONS = { maxLineBytes: 20, sliceLines: 3, sliceBytes: 1000 };

async function slicesOf(content: string | Buffer, from = FILE_START, options = OPTIONS): Promise<FileSlice[]> {
  const file = path.join(folder, 'lines');
  await writeFile(file, content);
  const slices: FileSlice[] = [];
  for await (const slice of readSlices(file, from, options)) slices.push(slice);
  return slices;
}

const textOf = (slices: FileSlice[]) =>
  slices.flatMap((slice) => slice.lines.map(({ number, bytes }) => [number, bytes?.toString() ?? null]));

describe('the lines of a file', () => {
  test('lose only a byte order mark and carriage returns, and keep their numbers', async () => {
    expect(textOf(await slicesOf('\ufeffone\r\n\r\ntwo \r\n\ufeffthree'))).toEqual([
      [1, 'one'],
      [2, ''],
      [3, 'two '],
      [4, '\ufeffthree'],
    ]);
  });

  test('are none in an empty file, and end with or without a line feed', async () => {
    expect(await slicesOf('')).toEqual([]);
    expect(textOf(await slicesOf('a\nb'))).toEqual(textOf(await slicesOf('a\nb\n')));
  });

  test('are skipped without being kept if they are too long', async () => {
    const content = `${'x'.repeat(20)}\r\n${'y'.repeat(21)}\n${'z'.repeat(3_000_000)}\nnext\n`;
    expect(textOf(await slicesOf(content))).toEqual([
      [1, 'x'.repeat(20)],
      [2, null],
      [3, null],
      [4, 'next'],
    ]);
  });

  test('after any slice are the same as in a single read', async () => {
    const linesArbitrary = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\r', '{', ' '), maxLength: 25 }));
    await fc.assert(
      fc.asyncProperty(linesArbitrary, async (lines) => {
        const content = lines.join('\n');
        const slices = await slicesOf(content);
        for (const [index, slice] of slices.entries()) {
          expect(await slicesOf(content, slice.end)).toEqual(slices.slice(index + 1));
        }
      }),
      { numRuns: cases(40) },
    );
  });
});

describe('a position in a file', () => {
  test('is identified by the digest of everything before it', async () => {
    const [slice] = await slicesOf('a\nb\nc\nd\n');
    expect(slice?.end).toEqual({
      offset: 6,
      line: 3,
      prefixSha256: createHash('sha256').update('a\nb\nc\n').digest('hex'),
    });
  });

  test('is refused once something before it has changed, and is valid if the file only grew', async () => {
    const [slice] = await slicesOf('a\nb\nc\nd\n');
    const place = slice?.end ?? FILE_START;
    const file = path.join(folder, 'lines');
    await writeFile(file, 'a\nb\nc\nd\ne\n');
    expect(await isSamePrefix(file, place)).toBe(true);
    await writeFile(file, 'a\nX\nc\nd\n');
    expect(await isSamePrefix(file, place)).toBe(false);
    await writeFile(file, 'a\n');
    expect(await isSamePrefix(file, place)).toBe(false);
  });
});
