import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { Catalog, RowOutcome } from '../../../../core/catalogs/rows/catalog.ts';
import type { NamedRow } from '../../../../core/catalogs/files/named-row.ts';
import { NO_PLAN } from '../../../../core/billing/plans/built-in-plans.ts';
import { rowAllowanceAt } from '../../../../core/catalogs/rows/row-allowance.ts';
import { importCatalog, type ImportEnd, type ImportPorts } from '../../../../core/catalogs/import/import-catalog.ts';
import { acceptItem } from '../../../../core/catalogs/import/correct-row.ts';
import { warningsIn } from '../../../../core/catalogs/files/row-warnings.ts';
import { refreshCatalog } from '../../../../core/catalogs/import/refresh-catalog.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { CORRECTOR, valueOf } from '../../../support/fixtures/accounts.ts';
import {
  disagreements,
  LIST_OF_TESTS,
  newCatalog,
  sourceOf,
  storedRows,
} from '../../../support/fixtures/catalog-rows.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { CrashError, injectFaults } from '../../../support/stores/faulty-client.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 13);
const NEVER = new AbortController().signal;

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let writer: DynamoItemWriter;
let ports: ImportPorts;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  writer = new DynamoItemWriter(client, tables.productIndexTable);
  ports = portsOn(client);
  for (const item of RECORDS) valueOf(await writer.writeItem(item));
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

const RECORDS = [
  recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane GmbH', mpn: 'R-100', gtin: '04006381333931', confidence: 80 }),
  recordOf({ id: 'itm_Twin0001', manufacturer: 'Norvane', mpn: 'T-1.5', confidence: 80 }),
  // This key differs from the previous one only by a hyphen: two similar parts.
  recordOf({ id: 'itm_Twin0002', manufacturer: 'Norvane', mpn: 'T1.5', confidence: 80 }),
];

function portsOn(documents: ReturnType<typeof testClient>): ImportPorts {
  return {
    catalogs: new DynamoCatalogStore(documents, tables.accountsTable),
    index: new DynamoItemIndex(documents, tables.productIndexTable),
    clock: { nowMs: () => NOW_MS },
  };
}

const storeOf = () => new DynamoCatalogStore(client, tables.accountsTable);

async function run(catalog: Catalog, rows: Parameters<typeof sourceOf>[0], on = ports): Promise<ImportEnd> {
  const now = (await on.catalogs.findCatalog(catalog)) ?? catalog;
  return importCatalog(on, {
    ...LIST_OF_TESTS,
    catalog: now,
    rows: sourceOf(rows, now.imported.rows),
    stop: NEVER,
    onProgress: () => undefined,
  });
}

async function outcomesOf(catalog: Catalog): Promise<RowOutcome[]> {
  return (await storeOf().readRows(catalog, { after: 0, limit: 1_000 })).map(({ outcome }) => outcome);
}

const relay = { supplier: 'NORVANE', partNumber: 'r 100' };

describe('the rows of a billing period', () => {
  const rows = Array.from({ length: 120 }, (_, row) => ({ supplier: 'Norvane', partNumber: `N-${row}` }));
  const BOUND = { anchorDay: 1, terms: { ...NO_PLAN, catalogRowsPerMonth: 130 } };

  async function runWithin(catalog: Catalog, nowMs = NOW_MS): Promise<ImportEnd> {
    const now = (await ports.catalogs.findCatalog(catalog)) ?? catalog;
    const source = sourceOf(rows, now.imported.rows);
    return importCatalog(
      { ...ports, clock: { nowMs: () => nowMs } },
      {
        ...LIST_OF_TESTS,
        catalog: now,
        rows: source,
        stop: NEVER,
        onProgress: () => undefined,
        allowanceAt: (at) => rowAllowanceAt(BOUND, at),
      },
    );
  }

  test('are limited: an import ends when the next rows do not fit, deleting frees nothing, and the next period resumes it', async () => {
    const accountId = newAccountId();
    const [first, second] = [await newCatalog(storeOf(), accountId), await newCatalog(storeOf(), accountId)];
    expect(await runWithin(first)).toBe('complete');
    expect(await runWithin(second)).toBe('allowance_used');
    expect(await outcomesOf(second)).toHaveLength(0);
    await storeOf().removeCatalog(first, NOW_MS);
    expect(await runWithin(second)).toBe('allowance_used');
    expect(await storeOf().importedRows(accountId, '2026-11')).toBe(120);
    const nextPeriod = Date.UTC(2026, 11, 2);
    expect(await runWithin(second, nextPeriod)).toBe('complete');
    expect(await outcomesOf(second)).toHaveLength(120);
    expect(await storeOf().importedRows(accountId, '2026-12')).toBe(120);
  });

  test('are counted once, even if the import stops and resumes repeatedly', async () => {
    const accountId = newAccountId();
    const catalog = await newCatalog(storeOf(), accountId);
    await Promise.all([runWithin(catalog), runWithin(catalog), runWithin(catalog)]);
    await runWithin(catalog);
    expect(await outcomesOf(catalog)).toHaveLength(120);
    expect(await storeOf().importedRows(accountId, '2026-11')).toBe(120);
  });
});

describe('the outcome of a row', () => {
  const cases: [string, Partial<NamedRow> | 'broken', RowOutcome, string | null][] = [
    ['a part of the index', relay, 'cache_hit', null],
    ['the same part in another writing', { supplier: 'Norvane', partNumber: 'R100' }, 'duplicate', 'as row 1.'],
    ['the same part by its barcode', { gtin: '4006381333931' }, 'duplicate', 'as row 1.'],
    ['a part that only looks like another', { supplier: 'Norvane', partNumber: 'T-1.5' }, 'cache_hit', null],
    ['that other part', { supplier: 'Norvane', partNumber: 'T1.5' }, 'cache_hit', null],
    ['a part that the index does not have', { supplier: 'Norvane', partNumber: 'X-9' }, 'not_found', 'no such number'],
    ['the same unknown part again', { supplier: 'norvane inc.', partNumber: 'x9' }, 'duplicate', 'as row 6.'],
    ['an unknown barcode', { gtin: '036000291452' }, 'not_found', 'no such barcode'],
    ['that barcode with its zeros', { gtin: '00036000291452' }, 'duplicate', 'as row 8.'],
    ['nothing', {}, 'skipped', 'empty row'],
    ['nothing but the customer’s number', { itemNumber: '4711' }, 'error', 'part_number is missing'],
    ['a manufacturer without a number', { supplier: 'Norvane' }, 'error', 'part_number is missing'],
    ['a number without a manufacturer', { partNumber: 'R-100' }, 'error', 'manufacturer'],
    [
      'a wrong check digit next to a manufacturer and number',
      { ...relay, gtin: '4006381333932' },
      'duplicate',
      'wrong check digit',
    ],
    ['a number as a spreadsheet spoils it, alone', { gtin: '4.00638E+12' }, 'error', 'spoiled by a spreadsheet'],
    [
      'a placeholder for a barcode',
      { supplier: 'Norvane', partNumber: 'X-10', gtin: 'n/a' },
      'not_found',
      'no such number',
    ],
    ['too long a number', { supplier: 'Norvane', partNumber: 'x'.repeat(121) }, 'error', 'at most 120 characters'],
    ['a broken line', 'broken', 'error', 'cannot be read'],
    ['the same error again', { supplier: 'Norvane' }, 'error', 'part_number is missing'],
  ];

  test('is the outcome of lookup_part, whether or not an earlier row named the part', async () => {
    const catalog = await newCatalog(storeOf(), newAccountId());
    expect(
      await run(
        catalog,
        cases.map(([, cells]) => cells),
      ),
    ).toBe('complete');
    const rows = await storeOf().readRows(catalog, { after: 0, limit: 100 });
    expect(rows.map(({ outcome }, index) => [cases[index]?.[0], outcome])).toEqual(
      cases.map(([title, , outcome]) => [title, outcome]),
    );
    for (const [index, [, , , reason]] of cases.entries()) {
      if (reason === null) expect(rows[index]?.reason).toBeNull();
      else expect(rows[index]?.reason).toContain(reason);
    }
    expect(rows[0]).toMatchObject({ row: 1, itemId: 'itm_Relay001', supplier: 'NORVANE', partNumber: 'r 100' });
    expect(rows[2]).toMatchObject({ itemId: 'itm_Relay001', gtin: '4006381333931' });
    expect(rows[16]?.partNumber).toHaveLength(121);
    expect(await storeOf().findCatalog(catalog)).toMatchObject({
      status: 'complete',
      completedAtMs: NOW_MS,
      imported: { rows: cases.length },
    });
    expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
  });

  test('is missing from a file without rows, which makes a complete empty catalog', async () => {
    const catalog = await newCatalog(storeOf(), newAccountId());
    expect(await run(catalog, [])).toBe('complete');
    expect(await storeOf().findCatalog(catalog)).toMatchObject({ status: 'complete', imported: { rows: 0 } });
  });
});

/** The file has 120 rows: known, unknown, repeated across transactions, broken and blank. */
const MANY = Array.from({ length: 120 }, (_, index): Partial<NamedRow> | 'broken' => {
  if (index % 17 === 0) return 'broken';
  if (index % 13 === 0) return {};
  if (index % 11 === 0) return relay;
  return { supplier: 'Norvane', partNumber: `P-${index % 70}`, itemNumber: String(index) };
});

describe('an import that is interrupted', () => {
  test('makes the same catalog if it is killed before or after any call and started again', async () => {
    const whole = await newCatalog(storeOf(), newAccountId());
    expect(await run(whole, MANY)).toBe('complete');
    const expected = await storedRows(client, tables.accountsTable, whole);
    expect(expected).toHaveLength(240);
    const counting = testClient(tables.endpoint, { maxAttempts: 1 });
    const calls = injectFaults(() => undefined, counting);
    await run(await newCatalog(storeOf(), newAccountId()), MANY, portsOn(counting));
    counting.destroy();
    // A missed row costs a read each; some of these similar calls are enough.
    const step = Math.ceil(calls.callCount / 4);
    for (let at = 1; at <= calls.callCount; at += at < 3 || at > calls.callCount - 3 ? 1 : step) {
      for (const fault of ['crash', 'crash-after'] as const) {
        const catalog = await newCatalog(storeOf(), newAccountId());
        const dying = testClient(tables.endpoint, { maxAttempts: 1 });
        const injection = injectFaults(({ call }) => (call === at ? fault : undefined), dying);
        const killed = await run(catalog, MANY, portsOn(dying)).catch((error: unknown) => error);
        if (injection.crashed) expect(killed).toBeInstanceOf(CrashError);
        dying.destroy();
        expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
        const again =
          (await storeOf().findCatalog(catalog))?.status === 'complete' ? 'complete' : await run(catalog, MANY);
        expect(again).toBe('complete');
        expect(await storedRows(client, tables.accountsTable, catalog)).toEqual(expected);
      }
    }
    expect(calls.callCount).toBeGreaterThan(5);
  });

  test('is completed by one of two concurrent runs, while the other stops', async () => {
    const whole = await newCatalog(storeOf(), newAccountId());
    await run(whole, MANY);
    const catalog = await newCatalog(storeOf(), newAccountId());
    const ends = await Promise.all([run(catalog, MANY), run(catalog, MANY), run(catalog, MANY)]);
    expect(ends.toSorted()).toEqual(['complete', 'overtaken', 'overtaken']);
    expect(await storedRows(client, tables.accountsTable, catalog)).toEqual(
      await storedRows(client, tables.accountsTable, whole),
    );
  });

  test('stores the remaining rows as cancelled if it is cancelled, and loses none', async () => {
    const catalog = await newCatalog(storeOf(), newAccountId());
    const end = await importCatalog(ports, {
      ...LIST_OF_TESTS,
      catalog,
      rows: sourceOf(MANY),
      stop: NEVER,
      onProgress: ({ rows }) => void (rows === 49 && cancelled.push(storeOf().cancelCatalog(catalog, NOW_MS))),
    });
    await Promise.all(cancelled);
    expect(end).toBe('cancelled');
    const outcomes = await outcomesOf(catalog);
    expect(outcomes).toHaveLength(120);
    expect(new Set(outcomes.slice(98))).toEqual(new Set(['cancelled']));
    expect(outcomes.slice(0, 49)).not.toContain('cancelled');
    expect(await storeOf().findCatalog(catalog)).toMatchObject({ status: 'cancelled' });
    expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
  });
  const cancelled: Promise<boolean>[] = [];

  test('stops and leaves nothing behind if the catalog is deleted', async () => {
    const catalog = await newCatalog(storeOf(), newAccountId());
    await run(catalog, MANY.slice(0, 49));
    await storeOf().removeCatalog(catalog, NOW_MS);
    await storeOf().clearRemoved(catalog, () => undefined);
    expect(await run(catalog, MANY)).toBe('overtaken');
    expect(await storedRows(client, tables.accountsTable, catalog)).toEqual([]);
  });
});

describe('matching a catalog again', () => {
  const refresh = (catalog: Catalog) =>
    refreshCatalog(ports, { key: catalog, stop: NEVER, onProgress: () => undefined });

  test('finds new items, reports changed and missing ones, and leaves the other rows', async () => {
    const old = { manufacturer: 'Oldmaker', updated_at: '2026-11-01T10:00:00Z', confidence: 50 };
    const stays = recordOf({ ...old, id: 'itm_Stays001', mpn: 'S-1' });
    const newer = recordOf({ ...old, id: 'itm_Newer001', mpn: 'N-1' });
    const gone = recordOf({ ...old, id: 'itm_Gone0001', mpn: 'G-1' });
    const swapped = recordOf({ ...old, id: 'itm_Swap0001', mpn: 'W-1' });
    for (const item of [stays, newer, gone, swapped]) valueOf(await writer.writeItem(item));
    const catalog = await newCatalog(storeOf(), newAccountId());
    const named = ['S-1', 'N-1', 'G-1', 'W-1', 'C-1', 'U-1'].map((partNumber) => ({
      supplier: 'Oldmaker',
      partNumber,
    }));
    await run(catalog, [...named, {}, 'broken', named[0] ?? {}]);
    expect(await refresh(catalog)).toBe(0);

    // The same moment written differently is not later; an hour later is, with any offset.
    valueOf(await writer.writeItem({ ...stays, title: 'New words', updated_at: '2026-11-01T12:00:00+02:00' }));
    valueOf(await writer.writeItem({ ...newer, updated_at: '2026-11-01T06:00:00-05:00' }));
    await writer.deleteItem(gone.id);
    await writer.deleteItem(swapped.id);
    valueOf(await writer.writeItem({ ...swapped, id: 'itm_Swap0002' }));
    valueOf(await writer.writeItem(recordOf({ ...old, id: 'itm_Came0001', mpn: 'C-1' })));

    expect(await refresh(catalog)).toBe(4);
    expect(await outcomesOf(catalog)).toEqual([
      'cache_hit',
      'refreshed',
      'not_found',
      'refreshed',
      'cache_hit',
      'not_found',
      'skipped',
      'error',
      'duplicate',
    ]);
    const rows = await storeOf().readRows(catalog, { after: 0, limit: 9 });
    expect(rows.map(({ itemId }) => itemId)).toEqual([
      ...['itm_Stays001', 'itm_Newer001', null, 'itm_Swap0002', 'itm_Came0001', null, null, null, 'itm_Stays001'],
    ]);
    expect(await refresh(catalog)).toBe(0);
    expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
  });

  test('keeps an item that a member chose while it exists, and matches the row again once it is gone', async () => {
    const given = recordOf({ id: 'itm_Given001', manufacturer: 'Givenmaker', mpn: 'V-9', confidence: 50 });
    const named = recordOf({ id: 'itm_Named001', manufacturer: 'Givenmaker', mpn: 'V-1', confidence: 50 });
    valueOf(await writer.writeItem(given));
    const catalog = await newCatalog(storeOf(), newAccountId());
    await run(catalog, [{ supplier: 'Givenmaker', partNumber: 'V-1' }]);
    valueOf(await acceptItem(ports, catalog, 1, given.id, CORRECTOR));
    // By now the index has the part of the row.
    valueOf(await writer.writeItem(named));
    expect(await refresh(catalog)).toBe(0);
    expect(await storeOf().findRow(catalog, 1)).toMatchObject({ itemId: given.id, isCorrected: true });

    valueOf(await writer.writeItem({ ...given, updated_at: '2026-11-18T12:00:00Z' }));
    expect(await refresh(catalog)).toBe(1);
    const newer = { outcome: 'refreshed', itemId: given.id, itemUpdatedAt: '2026-11-18T12:00:00Z', isCorrected: true };
    expect(await storeOf().findRow(catalog, 1)).toMatchObject(newer);

    await writer.deleteItem(given.id);
    expect(await refresh(catalog)).toBe(1);
    expect(await storeOf().findRow(catalog, 1)).toMatchObject({ outcome: 'refreshed', itemId: named.id });
    expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
  });

  test('updates the candidates of a row that is still missing', async () => {
    const near = recordOf({ id: 'itm_Near0001', manufacturer: 'Nearmaker', mpn: 'K-500-XL', confidence: 50 });
    const catalog = await newCatalog(storeOf(), newAccountId());
    await run(catalog, [{ supplier: 'Nearmaker', partNumber: 'K-500' }]);
    expect(await storeOf().findRow(catalog, 1)).toMatchObject({ outcome: 'not_found', candidates: [] });
    valueOf(await writer.writeItem(near));
    expect(await refresh(catalog)).toBe(1);
    const named = { outcome: 'not_found', candidates: [{ manufacturer: 'Nearmaker', partNumber: 'K-500-XL' }] };
    expect(await storeOf().findRow(catalog, 1)).toMatchObject(named);
    expect(await refresh(catalog)).toBe(0);
    await writer.deleteItem(near.id);
    expect(await refresh(catalog)).toBe(1);
    expect(await storeOf().findRow(catalog, 1)).toMatchObject({ outcome: 'not_found', candidates: [] });
    expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
  });

  test('removes the candidates and the reason with the miss that they explained, and keeps a warning of the row', async () => {
    const held = recordOf({ id: 'itm_Held0001', manufacturer: 'Heldmaker', mpn: 'H-100-XL', confidence: 50 });
    valueOf(await writer.writeItem(held));
    const catalog = await newCatalog(storeOf(), newAccountId());
    await run(catalog, [{ supplier: 'Heldmaker', partNumber: 'H-100', gtin: '4,00638E+12' }]);
    const before = await storeOf().findRow(catalog, 1);
    expect(before).toMatchObject({ outcome: 'not_found', candidates: [{ partNumber: 'H-100-XL' }] });
    const warning = warningsIn(before?.reason ?? null);
    expect(warning).toMatch(/barcode/i);
    expect(before?.reason).not.toBe(warning);

    valueOf(await writer.writeItem(recordOf({ ...held, id: 'itm_Held0002', mpn: 'H-100' })));
    expect(await refresh(catalog)).toBe(1);
    expect(await storeOf().findRow(catalog, 1)).toMatchObject({
      ...{ outcome: 'cache_hit', itemId: 'itm_Held0002' },
      ...{ candidates: [], reason: warning },
    });

    // The item is gone again, and the row explains this in addition to its warning.
    await writer.deleteItem('itm_Held0002');
    expect(await refresh(catalog)).toBe(1);
    const after = await storeOf().findRow(catalog, 1);
    expect(after).toMatchObject({ outcome: 'not_found', itemId: null, candidates: [{ partNumber: 'H-100-XL' }] });
    expect(after?.reason).toContain(warning ?? '?');
    expect(after?.reason?.length).toBeGreaterThan(warning?.length ?? 0);
    expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
  });
});
