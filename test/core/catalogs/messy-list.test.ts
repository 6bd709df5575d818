/** A list of 300 rows as companies have them: what is matched, skipped and missed, and why; before and after its candidates are accepted. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CatalogRow, RowOutcome } from '../../../functions/core/catalogs/catalog.ts';
import { acceptItem } from '../../../functions/core/catalogs/correct-row.ts';
import { catalogFor, importRows, prepareList } from '../../../functions/core/catalogs/import-list.ts';
import { newAccountId } from '../../../functions/core/identifiers.ts';
import type { ItemRecord } from '../../../functions/core/products/item-record.ts';
import { partKey } from '../../../functions/core/products/part-number.ts';
import { valueOf } from '../../../testing/harness/accounts.ts';
import { disagreements, storedRows } from '../../../testing/harness/catalog-rows.ts';
import { testClient } from '../../../testing/harness/dynamodb-client.ts';
import { CrashError, injectFaults } from '../../../testing/harness/faulty-client.ts';
import { recordOf } from '../../../testing/harness/item-records.ts';
import { openListHarness, type ListHarness } from '../../../testing/harness/list-imports.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const EACH = 20;

/** Thirteen digits with a right check digit, the first of them zeros when `zeros` says so. */
function barcode(number: number, zeros = 0): string {
  const body =
    '0'.repeat(zeros) +
    String(40_0638_0000_00 + number)
      .slice(zeros)
      .padStart(12 - zeros, '1');
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function partOf(group: string, at: number): ItemRecord {
  const number = group.charCodeAt(0) * 100 + at;
  const zeros = group === 'E' ? 4 : 0;
  return recordOf({
    id: `itm_${group}${String(at).padStart(7, '0')}`,
    manufacturer: at % 2 === 0 ? 'Norvane' : 'Kestrel',
    mpn: `${group}X${number}-${group}TR`,
    gtin: `0${barcode(number, zeros)}`,
  });
}

type MadeRow = readonly [supplier: string, number: string, gtin: string];

interface Group {
  readonly title: string;
  readonly row: (part: ItemRecord, at: number) => MadeRow;
  readonly outcome: RowOutcome;
  /** Which part the row means, whatever it comes out as; undefined: none of the index. */
  readonly means: 'its part' | 'nothing';
  readonly says?: string;
  /** Whether the part that is meant is among the candidates. */
  readonly isHeld?: boolean;
}

const wrongDigit = (gtin: string) => gtin.slice(1, -1) + String((Number(gtin.at(-1)) + 1) % 10);
const ean = (part: ItemRecord) => (part.gtin ?? '').slice(1);
const maker = (part: ItemRecord) => part.manufacturer ?? '';
const mpn = (part: ItemRecord) => part.mpn ?? '';

const GROUPS: Readonly<Record<string, Group>> = {
  A: {
    title: 'maker and number',
    row: (part) => [maker(part), mpn(part), ''],
    outcome: 'cache_hit',
    means: 'its part',
  },
  B: {
    title: 'written otherwise',
    row: (part) => [maker(part).toUpperCase(), mpn(part).toLowerCase().replace('-', ' '), 'n/a'],
    ...{ outcome: 'cache_hit', means: 'its part' },
  },
  C: { title: 'barcode alone', row: (part) => ['-', 'tbd', ean(part)], outcome: 'cache_hit', means: 'its part' },
  D: {
    title: 'barcode in scientific notation',
    row: (part) => [maker(part), mpn(part), '4,00638E+12'],
    ...{ outcome: 'cache_hit', means: 'its part', says: 'scientific notation' },
  },
  E: {
    title: 'zeros eaten from the barcode',
    row: (part) => ['', '', String(Number(ean(part)))],
    ...{ outcome: 'cache_hit', means: 'its part', says: 'zeros were restored' },
  },
  F: {
    title: 'wrong check digit',
    row: (part) => [maker(part), mpn(part), wrongDigit(part.gtin ?? '')],
    ...{ outcome: 'cache_hit', means: 'its part', says: 'wrong check digit' },
  },
  G: {
    title: 'barcode of another part',
    row: (part, at) => [maker(part), mpn(part), ean(partOf('A', (at + 1) % EACH))],
    ...{ outcome: 'not_found', means: 'its part', says: 'another part', isHeld: true },
  },
  H: {
    title: 'a distributor’s number',
    row: (part) => [maker(part), `595-${mpn(part)}`, ''],
    ...{ outcome: 'not_found', means: 'its part', says: 'order number of Mouser', isHeld: true },
  },
  I: {
    title: 'number without its ending',
    row: (part) => [maker(part), mpn(part).slice(0, -3), ''],
    ...{ outcome: 'not_found', means: 'its part', says: 'begin alike', isHeld: true },
  },
  J: {
    title: 'another maker',
    row: (part) => ['Somebody Else', mpn(part), '#N/V'],
    ...{ outcome: 'not_found', means: 'its part', says: 'of another maker', isHeld: true },
  },
  K: {
    title: 'no maker ("diverse")',
    row: (part) => ['diverse', mpn(part), ''],
    ...{ outcome: 'error', means: 'its part', says: 'manufacturer is missing', isHeld: true },
  },
  L: {
    title: 'a part that the index does not have',
    row: (_, at) => ['Nobody & Sons', `ZQ/${at}-${at}7`, ''],
    ...{ outcome: 'not_found', means: 'nothing', says: 'no such number' },
  },
  M: {
    title: 'a part once more',
    row: (_, at) => [maker(partOf('A', at)), mpn(partOf('A', at)), ''],
    ...{ outcome: 'duplicate', means: 'nothing', says: 'same part as row' },
  },
  N: {
    title: 'totals, blank rows, headings',
    row: (_, at) => (at % 2 === 0 ? ['Zwischensumme', '', ''] : ['', '', '']),
    ...{ outcome: 'skipped', means: 'nothing' },
  },
  O: {
    title: 'names no part',
    row: () => ['Norvane', 'siehe Anlage'.slice(0, 0), '12345'],
    ...{ outcome: 'error', means: 'nothing', says: 'part_number is missing' },
  },
};

const HEADING = 'Our number;Maker;MPN;EAN;Qty';
const names = Object.keys(GROUPS);
/** The groups mixed, a row of each in turn: the duplicates stand behind what they repeat. */
const LIST = Array.from({ length: EACH }, (_, at) =>
  names.map((group) => ({ group, at, part: partOf(group, at), made: GROUPS[group]?.row(partOf(group, at), at) ?? [] })),
).flat();
const textOf = ({ group, at, made }: (typeof LIST)[number]) =>
  group === 'N' && made[0] === '' ? ';;;;' : `${group === 'N' ? '' : `${group}-${at}`};${made.join(';')};${at}`;
const FILE = `${HEADING}\n${LIST.map(textOf).join('\n')}\n`;

let lists: ListHarness;
beforeAll(async () => {
  lists = await openListHarness();
  await lists.load(names.flatMap((group) => Array.from({ length: EACH }, (_, at) => partOf(group, at))));
});
afterAll(() => lists.stop());

const meantBy = (place: number) => {
  const { group = '', part } = LIST[place] ?? {};
  return GROUPS[group]?.means === 'its part' ? part : undefined;
};

/** Rows that have an item which they do not mean. Those that repeat a part have its item. */
function wrongMatches(rows: readonly CatalogRow[]): readonly number[] {
  return rows.flatMap(({ row, itemId, outcome }, place) => {
    const { at = 0 } = LIST[place] ?? {};
    const meant = outcome === 'duplicate' ? partOf('A', at) : meantBy(place);
    return itemId !== null && itemId !== meant?.id ? [row] : [];
  });
}

function countOutcomes(rows: readonly CatalogRow[]): Partial<Record<RowOutcome, number>> {
  const counts: Partial<Record<RowOutcome, number>> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

test('300 messy rows: each comes out as it should, says why, and none is matched wrongly', async () => {
  const accountId = newAccountId();
  const { catalog, rows } = await lists.importList(FILE, {}, accountId);
  expect(rows).toHaveLength(300);
  expect(wrongMatches(rows)).toEqual([]);
  expect(countOutcomes(rows)).toEqual({ cache_hit: 120, not_found: 100, error: 40, duplicate: 20, skipped: 20 });
  for (const [place, row] of rows.entries()) {
    const { group = '', at = 0 } = LIST[place] ?? {};
    const expected = GROUPS[group];
    expect([group, at, row.outcome]).toEqual([group, at, expected?.outcome]);
    if (expected?.says !== undefined)
      expect([group, row.reason]).toEqual([group, expect.stringContaining(expected.says)]);
    if (row.outcome === 'not_found' || row.outcome === 'error') expect(row.reason).not.toBeNull();
    const held = row.candidates.map(({ partNumber }) => partKey(partNumber));
    const isHeld = held.includes(partKey(mpn(partOf(group, at))));
    expect([group, isHeld]).toEqual([group, expected?.isHeld ?? false]);
  }

  // A person accepts what the candidates name, where it is what the row means.
  for (const [place, row] of rows.entries()) {
    const meant = meantBy(place);
    if (row.itemId !== null || meant === undefined || row.candidates.length === 0) continue;
    valueOf(await acceptItem(lists.ports, catalog, row.row, meant.id));
  }
  const after = await lists.ports.catalogs.readRows(catalog, { after: 0, limit: 1_000 });
  expect(wrongMatches(after)).toEqual([]);
  expect(countOutcomes(after)).toEqual({ cache_hit: 220, not_found: 20, error: 20, duplicate: 20, skipped: 20 });
  expect(await disagreements(lists.client, lists.tables.accountsTable, catalog)).toEqual([]);

  // The same list again knows what was accepted, by the customer's own numbers; a barcode that contradicts is for a person each time.
  const again = await lists.importList(FILE, {}, accountId);
  expect(wrongMatches(again.rows)).toEqual([]);
  expect(countOutcomes(again.rows)).toEqual({ cache_hit: 200, not_found: 40, error: 20, duplicate: 20, skipped: 20 });
});

test('killed at every hundredth row and resumed, a list is the catalog that one run makes', async () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => {
    const part = partOf(names[row % names.length] ?? 'A', row % EACH);
    return row % 3 === 0 ? `N-${row};Nobody;Q-${row % 400};;1` : `N-${row};${maker(part)};${mpn(part)};;1`;
  });
  const content = `${HEADING}\n${rows.join('\n')}\n`;
  const whole = await lists.importList(content);
  const file = await lists.save(content);
  const list = valueOf(await prepareList(lists.ports.products, file, { chosen: [] }));
  const begun = await catalogFor(lists.ports, list, { accountId: newAccountId(), name: 'list', isNew: false });
  const run = { stop: new AbortController().signal, onProgress: () => undefined };
  const reached: number[] = [];
  for (let kill = 100; kill < 1_000; kill += 100) {
    const catalog = (await lists.ports.catalogs.findCatalog(begun)) ?? begun;
    const dying = testClient(lists.tables.endpoint, { maxAttempts: 1 });
    // Each write brings in 49 rows: the one that would pass the hundred is the last, carried out or not.
    const last = Math.floor((kill - catalog.imported.rows) / 49) + 1;
    injectFaults(({ operation, occurrence }) => {
      if (operation !== 'TransactWriteItems' || occurrence !== last) return undefined;
      return kill % 200 === 0 ? 'crash' : 'crash-after';
    }, dying);
    await expect(importRows(lists.portsOn(dying), file, catalog, run)).rejects.toBeInstanceOf(CrashError);
    dying.destroy();
    expect(await disagreements(lists.client, lists.tables.accountsTable, begun)).toEqual([]);
    reached.push((await lists.ports.catalogs.findCatalog(begun))?.imported.rows ?? 0);
  }
  expect(new Set(reached).size).toBe(9);
  const resumed = (await lists.ports.catalogs.findCatalog(begun)) ?? begun;
  expect(await importRows(lists.ports, file, resumed, run)).toBe('complete');
  expect(await storedRows(lists.client, lists.tables.accountsTable, begun)).toEqual(
    await storedRows(lists.client, lists.tables.accountsTable, whole.catalog),
  );
});
