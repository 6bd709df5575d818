/** Imports lists as the world writes them, and expects of each row what a user does (test/fixtures/lists/README.md). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { catalogFor, importSlice, prepareFile } from '../../../../core/catalogs/import/import-file.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';
import { openListHarness, type ListHarness } from '../../../support/index/list-imports.ts';
import { judgeRow, loadListedItems, readWantedLists } from '../../../support/index/wanted-lists.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/lists/', import.meta.url));

let lists: ListHarness;
let items: ReadonlyMap<string, ItemRecord>;
beforeAll(async () => {
  lists = await openListHarness();
  items = await loadListedItems(lists, FOLDER);
});
afterAll(() => lists.stop());

describe('every row of a list is what its user expects', () => {
  test.each(readWantedLists(FOLDER))('$file', async ({ file, rows: wanted }) => {
    const { end, rows } = await lists.importList(readFileSync(path.join(FOLDER, file)), { name: file });
    expect(end).toBe('complete');
    expect(wanted.flatMap((one) => judgeRow(one, rows[one.row - 1], items))).toEqual([]);
  });
});

test('rows that name no part use none of the rows of the plan', async () => {
  const accountId = newAccountId();
  const allowance = { period: '2026-11', rowsPerPeriod: 20 };
  const blank = readFileSync(path.join(FOLDER, 'k8-blank-rows.csv'));
  const run = { stop: new AbortController().signal, allowanceAt: () => allowance };
  const importAs = async (content: string | Uint8Array, name: string) => {
    const file = await lists.save(content);
    const list = valueOf(await prepareFile(lists.ports.index, file, { chosen: [], name }));
    const started = await catalogFor(lists.ports.catalogs, list, { accountId, name, isNew: true, nowMs: 0 });
    return (await importSlice(lists.ports, file, started, run)).end;
  };
  expect(await importAs(blank, 'k8-blank-rows.csv')).toBe('complete');
  expect(await lists.ports.catalogs.importedRows(accountId, allowance.period)).toBe(5);
  const more = Array.from({ length: 15 }, (_, at) => `Bourns,B-${at}`);
  expect(await importAs(`Manufacturer,MPN\n${more.join('\n')}\n`, 'more.csv')).toBe('complete');
  expect(await importAs('Manufacturer,MPN\nBourns,B-99\n', 'last.csv')).toBe('allowance_used');
});
