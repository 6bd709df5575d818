import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkpointsIn } from '../../../../../bin/admin/sourcing/import/import-checkpoint.ts';
import { importItems, type BadLine, type ItemImport } from '../../../../../bin/admin/sourcing/import/import-items.ts';
import { ownLineSlices } from '../../../../../bin/admin/sourcing/import/open-records.ts';
import type { ImportedItem } from '../../../../../core/sourcing/item-import/item-line.ts';
import { testClient } from '../../../../support/stores/dynamodb-client.ts';
import { openTables, type OpenTables } from '../../../../support/stores/tables.ts';

let tables: OpenTables;
let folder: string;
let file: string;
let files = 0;
let stored: Map<string | null, ImportedItem>;
let bad: BadLine[];

beforeAll(async () => {
  tables = await openTables();
  folder = await mkdtemp(path.join(tmpdir(), 'import-items-'));
});
beforeEach(() => {
  file = path.join(folder, `${(files += 1)}.jsonl`);
  stored = new Map();
  bad = [];
});
afterAll(async () => {
  await tables.stop();
  await rm(folder, { recursive: true, force: true });
});

const idOf = (number: number) => `itm_${String(number).padStart(8, '0')}`;
const lineOf = (number: number, title = `Part ${number} of ${file}`) =>
  `${JSON.stringify({ id: idOf(number), title })}\n`;
const linesOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => lineOf(from + index)).join('');

function runOf(overrides: Partial<ItemImport> = {}): ItemImport {
  return {
    path: file,
    slices: (from) => ownLineSlices(file, from),
    storeItem: async (item, line) => {
      // Of eight concurrent items, those of later lines are stored first.
      for (let turns = 8 - (line % 8); turns > 0; turns -= 1) await setImmediate();
      stored.set(item.id, item);
      return undefined;
    },
    checkpoints: checkpointsIn(testClient(tables.endpoint), tables.productIndexTable),
    fromStart: false,
    concurrency: 8,
    stop: new AbortController().signal,
    onBadLine: (line) => bad.push(line),
    onProgress: () => undefined,
    ...overrides,
  };
}

/** Stores until `count` items are stored, then fails like a store that is down. */
function failingAfter(count: number): ItemImport['storeItem'] {
  return async (item) => {
    if (stored.size >= count) throw new Error('gone away');
    stored.set(item.id, item);
    return undefined;
  };
}

describe('an import of items', () => {
  test('stores the valid lines, and reports each invalid one by number and reason', async () => {
    await writeFile(
      file,
      `\ufeff${lineOf(1)}\r\nnonsense\r\n\n{"id":"itm_00000002","gtin":"4006381333932"}\n${lineOf(3)}`,
    );
    const report = await importItems(runOf());
    expect(report).toEqual({ firstLine: 1, lines: 6, stored: 2, bad: 2, passedOver: 0, unread: 0, finished: true });
    expect([...stored.keys()].sort()).toEqual([idOf(1), idOf(3)]);
    expect(bad).toEqual([
      { line: 3, kind: 'the line is not JSON', reason: 'the line is not JSON' },
      { line: 5, kind: 'gtin: wrong check digit', reason: 'gtin: has the check digit 2, expected 1' },
    ]);
  });

  test('keeps the last of several lines with one id, as if it had stored them one by one', async () => {
    const titles = Array.from({ length: 30 }, (_, index) => `Version ${index}`);
    await writeFile(file, titles.map((title) => lineOf(1, title)).join(''));
    await importItems(runOf());
    expect(stored.get(idOf(1))?.title).toBe('Version 29');
  });

  test('counts an item that the index refuses as an invalid line', async () => {
    await writeFile(file, linesOf(1, 3));
    const storeItem = (item: ImportedItem) =>
      Promise.resolve(item.id === idOf(2) ? { kind: 'no room', reason: 'no room' } : undefined);
    expect(await importItems(runOf({ storeItem }))).toMatchObject({ stored: 2, bad: 1 });
    expect(bad).toEqual([{ line: 2, kind: 'no room', reason: 'no room' }]);
  });

  test('resumes after a failure at the end of the last finished slice, with the counts so far', async () => {
    await writeFile(file, `bad\n${linesOf(2, 1200)}`);
    await expect(importItems(runOf({ storeItem: failingAfter(700) }))).rejects.toThrow('gone away');
    const before = stored.size;
    stored.clear();
    expect(await importItems(runOf())).toMatchObject({
      firstLine: 501,
      lines: 1200,
      stored: 1199,
      bad: 1,
      finished: true,
    });
    expect(before).toBeGreaterThanOrEqual(700);
    expect(stored.size).toBe(700);
  });

  test('counts items with unknown words once, even if it fails in their slice and resumes', async () => {
    const stated = (number: number, lifecycle: string) =>
      `${JSON.stringify({ id: idOf(number), attributes: { lifecycle } })}\n`;
    const lines = Array.from({ length: 600 }, (_, index) => stated(index, index % 3 === 0 ? 'Vintage' : 'Active'));
    await writeFile(file, lines.join(''));
    await expect(importItems(runOf({ storeItem: failingAfter(400) }))).rejects.toThrow('gone away');
    expect(await importItems(runOf())).toMatchObject({ stored: 600, unread: 200, finished: true });
  });

  test('stops between two items on request, and a second run finishes it', async () => {
    await writeFile(file, linesOf(1, 600));
    const stop = new AbortController();
    const onProgress = () => void (stored.size > 300 && stop.abort());
    expect(await importItems(runOf({ stop: stop.signal, onProgress }))).toMatchObject({ lines: 250, finished: false });
    expect(await importItems(runOf())).toMatchObject({ firstLine: 251, stored: 600, finished: true });
    expect(stored.size).toBe(600);
  });

  test('starts over if the file has changed before that position, and resumes if it only grew', async () => {
    await writeFile(file, linesOf(1, 600));
    await expect(importItems(runOf({ storeItem: failingAfter(400) }))).rejects.toThrow();
    await appendFile(file, linesOf(601, 610));
    await expect(importItems(runOf({ storeItem: failingAfter(400) }))).rejects.toThrow();
    expect(await importItems(runOf())).toMatchObject({ firstLine: 251, stored: 610 });

    await expect(importItems(runOf({ storeItem: failingAfter(400) }))).rejects.toThrow();
    await writeFile(file, `${lineOf(0)}${linesOf(2, 600)}`);
    expect(await importItems(runOf())).toMatchObject({ firstLine: 1, stored: 600 });
  });

  test('does not resume in another file that begins alike', async () => {
    // Both files have the same beginning, by which an import is recognized, and differ later.
    const head = linesOf(1, 2000);
    await writeFile(file, head + linesOf(2001, 2600));
    await expect(importItems(runOf({ storeItem: failingAfter(2400) }))).rejects.toThrow();
    await writeFile(file, head + linesOf(5001, 5600));
    expect(await importItems(runOf())).toMatchObject({ firstLine: 1, stored: 2600 });
  });

  test('starts at the first line with fromStart', async () => {
    await writeFile(file, linesOf(1, 600));
    await expect(importItems(runOf({ storeItem: failingAfter(400) }))).rejects.toThrow();
    expect(await importItems(runOf({ fromStart: true }))).toMatchObject({ firstLine: 1, stored: 600 });
  });
});
