/**
 * Imports lists of further forms of each kind (test/fixtures/lists/further.jsonl), in other languages, orders and
 * formats, against the same items, and lists as programs export them (exported.jsonl), and those of an author who had
 * not read the rules (fresh.jsonl), against real parts (exported-items.jsonl). Each row has its expectation: `=N` is
 * matched with the part N, `~N & M` is not, and leads to these, `≈N` is one of both, `!` is not matched and never
 * researched, `?` is not matched, `skipped`, `*` anything; ` / says …` and ` / silent` are of the row's own words.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { nameCandidate, type CatalogRow } from '../../../../core/catalogs/rows/catalog.ts';
import { rowMessage } from '../../../../core/catalogs/rows/row-message.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { isResearched } from '../../../../core/sourcing/enrichment/enrich-catalog.ts';
import { makeWorkbook, type MadeSheet } from '../../../support/fixtures/make-workbook.ts';
import { openListHarness, type ListHarness } from '../../../support/index/list-imports.ts';
import { loadListedItems } from '../../../support/index/wanted-lists.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/lists/', import.meta.url));

let lists: ListHarness;
let items: ReadonlyMap<string, ItemRecord>;
let shops: ListHarness;
let realItems: ReadonlyMap<string, ItemRecord>;
let thirds: ListHarness;
let thirdItems: ReadonlyMap<string, ItemRecord>;
beforeAll(async () => {
  lists = await openListHarness();
  items = await loadListedItems(lists, FOLDER);
  shops = await openListHarness();
  realItems = await loadListedItems(shops, FOLDER, 'exported-items.jsonl');
  thirds = await openListHarness();
  thirdItems = await loadListedItems(thirds, FOLDER, 'fresh-3-items.jsonl');
});
afterAll(async () => {
  await lists.stop();
  await shops.stop();
  await thirds.stop();
});

const form = z.union([
  z.string(),
  z.object({ base64: z.string() }),
  z.object({ latin1: z.string() }),
  z.object({ sheets: z.array(z.unknown()) }),
]);
const writtenList = z.object({
  kind: z.string(),
  name: z.string(),
  file: z.string(),
  content: form,
  wanted: z.array(z.string()),
});

function bytesOf(content: z.infer<typeof form>): string | Uint8Array {
  if (typeof content === 'string') return content;
  if ('base64' in content) return Buffer.from(content.base64, 'base64');
  return 'latin1' in content
    ? Buffer.from(content.latin1, 'latin1')
    : makeWorkbook(content.sheets as readonly MadeSheet[]);
}

function readLists(name: string): readonly z.infer<typeof writtenList>[] {
  return readFileSync(path.join(FOLDER, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => writtenList.parse(JSON.parse(line)));
}

/** A message writes 19 A and 3.3 V where a row has 19A and 3,3V. */
function isSaid(message: string, wanted: string): boolean {
  const [text, part] = [message, wanted].map((one) => one.toLowerCase().replaceAll(',', '.').replaceAll(' ', ''));
  return (text ?? '').split(part ?? '').some((before, place, all) => place < all.length - 1 && !/[0-9.]$/.test(before));
}

function isAsWanted(wanted: string, row: CatalogRow, items: ReadonlyMap<string, ItemRecord>): boolean {
  if (wanted.startsWith('≈')) return ['=', '~'].some((sign) => isAsWanted(`${sign}${wanted.slice(1)}`, row, items));
  const [is = '', said = ''] = wanted.split(' / ');
  const item = row.itemId === null ? undefined : items.get(row.itemId);
  const message = rowMessage(row, { research: '', mayNameParts: true, nowMs: 0 }, item) ?? '';
  if (said.startsWith('says ') && !isSaid(message, said.slice(5))) return false;
  if (said === 'silent' && message.includes('The row says')) return false;
  if (is === '*') return true;
  if (is === 'skipped') return row.outcome === 'skipped';
  if (is.startsWith('=')) return item?.mpn === is.slice(1);
  if (row.itemId !== null) return false;
  if (is === '?') return true;
  const candidates = row.candidates.map(nameCandidate).join('\n');
  const led = is.startsWith('~') ? is.slice(1).split(' & ') : [];
  return !isResearched(row) && led.every((number) => candidates.includes(number));
}

/** Imports the list and returns the rows that are not as wanted. */
async function wrongRows(
  list: z.infer<typeof writtenList>,
  { importList }: ListHarness,
  items: ReadonlyMap<string, ItemRecord>,
  areBlankUnlisted = false,
): Promise<readonly unknown[]> {
  const { rows: all, end } = await importList(bytesOf(list.content), { name: list.file });
  const rows = areBlankUnlisted ? all.filter(({ reason }) => reason !== 'empty row') : all;
  expect(end).toBe('complete');
  expect(rows).toHaveLength(list.wanted.length);
  return rows.flatMap((row, place) => {
    const wanted = list.wanted[place] ?? '';
    const { outcome, supplier, partNumber, gtin, reason } = row;
    return isAsWanted(wanted, row, items)
      ? []
      : [{ wanted, row: row.row, outcome, supplier, partNumber, gtin, reason }];
  });
}

describe('every row is what its user expects', () => {
  test.each(readLists('further.jsonl'))('$kind: $name', async (list) => {
    expect(await wrongRows(list, lists, items)).toEqual([]);
  });
});

describe('every row of a list as programs export it is what its user expects', () => {
  test.each(readLists('exported.jsonl'))('$kind: $name', async (list) => {
    expect(await wrongRows(list, shops, realItems)).toEqual([]);
  });
});

describe('every row of a list by an author who had not read the rules is what its user expects', () => {
  test.each(readLists('fresh.jsonl'))('$kind: $name', async (list) => {
    expect(await wrongRows(list, shops, realItems)).toEqual([]);
  });
});

describe('every row of a list by a second author who had not read the rules is what its user expects', () => {
  test.each(readLists('fresh-2.jsonl'))('$kind: $name', async (list) => {
    expect(await wrongRows(list, shops, realItems)).toEqual([]);
  });
});

/**
 * The third author's form: `-` is skipped, what is said and silent is beside the rows, and blank rows are not listed.
 */
const thirdList = z.object({
  kind: z.string(),
  name: z.string(),
  file: z.string(),
  content: z.string().optional(),
  bytes: z.string().optional(),
  wanted: z.array(z.string()),
  says: z.record(z.string(), z.string()).optional(),
  silent: z.array(z.int()).optional(),
});

/**
 * Expectations that were corrected, with the reason (README of the fixtures), by the beginning of the name and the row.
 */
const CORRECTED: readonly (readonly [name: RegExp, row: number, wanted: string])[] = [
  [/^KiCad/, 9, '=BZV55C3V3 / says 5.1 V'],
  [/^Altium/, 8, '=LP2985-3.3 / says 3 V'],
  [/^Turkish/, 2, '=BZV55C12 / says 2 %'],
  [/^German/, 2, '=1N4001 / says 1 kV'],
  [/^Czech/, 6, '=16550'],
  [/^Korean/, 2, '=MCP4922'],
  [/^hand-typed/, 10, '?'],
];

function readThirdLists() {
  return readFileSync(path.join(FOLDER, 'fresh-3.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { content = '', bytes, says = {}, silent = [], ...list } = thirdList.parse(JSON.parse(line));
      const wanted = list.wanted.map((one, place) => {
        const corrected = CORRECTED.find(([name, row]) => name.test(list.name) && row === place + 1)?.[2];
        const said = says[place + 1];
        const words = said === undefined ? (silent.includes(place + 1) ? ' / silent' : '') : ` / says ${said}`;
        return corrected ?? (one === '-' ? 'skipped' : `${one.replaceAll('|', ' & ')}${words}`);
      });
      return { ...list, wanted, content: bytes === undefined ? content : { base64: bytes } };
    });
}

describe('every row of a list by a third author who had not read the rules is what its user expects', () => {
  test.each(readThirdLists())('$kind: $name', async (list) => {
    expect(await wrongRows(list, thirds, thirdItems, true)).toEqual([]);
  });
});

test('a number that begins like a tax is no line of totals', async () => {
  const { rows } = await shops.importList('Manufacturer,MPN\nAvago,IVA-05208\nAvago,VAT20\n', {
    name: 'amplifiers.csv',
  });
  expect(rows.map(({ outcome }) => outcome)).toEqual(['not_found', 'not_found']);
});
