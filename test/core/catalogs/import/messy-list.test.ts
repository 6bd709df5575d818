/**
 * A file of 300 rows as companies write them: the matched, skipped and missed rows with their reasons, before and after
 * candidates are accepted.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogRow, RowOutcome } from '../../../../core/catalogs/rows/catalog.ts';
import { acceptItem } from '../../../../core/catalogs/import/correct-row.ts';
import { catalogFor, importSlice, prepareFile } from '../../../../core/catalogs/import/import-file.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import { CORRECTOR, valueOf } from '../../../support/fixtures/accounts.ts';
import { disagreements, storedRows } from '../../../support/fixtures/catalog-rows.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { CrashError, injectFaults } from '../../../support/stores/faulty-client.ts';
import { openListHarness, type ListHarness } from '../../../support/index/list-imports.ts';
import {
  EACH,
  GROUPS,
  HEADING,
  LIST,
  manufacturer,
  MESSY_FILE,
  messyParts,
  mpn,
  names,
  partOf,
} from '../../../support/fixtures/messy-list.ts';

let lists: ListHarness;
beforeAll(async () => {
  lists = await openListHarness();
  await lists.load(messyParts());
});
afterAll(() => lists.stop());

const meantBy = (place: number) => {
  const { group = '', part } = LIST[place] ?? {};
  return GROUPS[group]?.means === 'its part' ? part : undefined;
};

/** Lists the rows with a wrong item. A row that repeats a part shares its item. */
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

test('300 messy rows get their expected outcomes with a reason, and none is matched wrongly', async () => {
  const accountId = newAccountId();
  const { catalog, rows } = await lists.importList(MESSY_FILE, {}, accountId);
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

  // A member accepts each candidate that is the part of its row.
  for (const [place, row] of rows.entries()) {
    const meant = meantBy(place);
    if (row.itemId !== null || meant === undefined || row.candidates.length === 0) continue;
    valueOf(await acceptItem(lists.ports, catalog, row.row, meant.id, CORRECTOR));
  }
  const after = await lists.ports.catalogs.readRows(catalog, { after: 0, limit: 1_000 });
  expect(wrongMatches(after)).toEqual([]);
  expect(countOutcomes(after)).toEqual({ cache_hit: 220, not_found: 20, error: 20, duplicate: 20, skipped: 20 });
  expect(await disagreements(lists.client, lists.tables.accountsTable, catalog)).toEqual([]);

  // A second import of the file applies the accepted candidates, also to rows with a contradicting GTIN.
  const again = await lists.importList(MESSY_FILE, {}, accountId);
  expect(wrongMatches(again.rows)).toEqual([]);
  expect(countOutcomes(again.rows)).toEqual({ cache_hit: 220, not_found: 20, error: 20, duplicate: 20, skipped: 20 });
});

test('an import killed at every hundredth row and resumed makes the catalog that one run makes', async () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => {
    const part = partOf(names[row % names.length] ?? 'A', row % EACH);
    return row % 3 === 0 ? `N-${row};Nobody;Q-${row % 400};;1` : `N-${row};${manufacturer(part)};${mpn(part)};;1`;
  });
  const content = `${HEADING}\n${rows.join('\n')}\n`;
  const whole = await lists.importList(content);
  const file = await lists.save(content);
  const list = valueOf(await prepareFile(lists.ports.index, file, { chosen: [] }));
  const started = await catalogFor(lists.ports.catalogs, list, {
    ...{ accountId: newAccountId(), name: 'list', isNew: false, nowMs: lists.ports.clock.nowMs() },
  });
  const run = { stop: new AbortController().signal };
  const reached: number[] = [];
  for (let kill = 100; kill < 1_000; kill += 100) {
    const catalog = (await lists.ports.catalogs.findCatalog(started)) ?? started;
    const dying = testClient(lists.tables.endpoint, { maxAttempts: 1 });
    // Each write stores 49 rows; the last one is the write that passes the hundred, executed or not.
    const last = Math.floor((kill - catalog.imported.rows) / 49) + 1;
    injectFaults(({ operation, occurrence }) => {
      if (operation !== 'TransactWriteItems' || occurrence !== last) return undefined;
      return kill % 200 === 0 ? 'crash' : 'crash-after';
    }, dying);
    await expect(importSlice(lists.portsOn(dying), file, catalog, run)).rejects.toBeInstanceOf(CrashError);
    dying.destroy();
    expect(await disagreements(lists.client, lists.tables.accountsTable, started)).toEqual([]);
    reached.push((await lists.ports.catalogs.findCatalog(started))?.imported.rows ?? 0);
  }
  expect(new Set(reached).size).toBe(9);
  expect(await importSlice(lists.ports, file, started, run)).toMatchObject({ end: 'complete' });
  expect(await storedRows(lists.client, lists.tables.accountsTable, started)).toEqual(
    await storedRows(lists.client, lists.tables.accountsTable, whole.catalog),
  );
});
