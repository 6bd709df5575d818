import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import type { Catalog, CatalogRow, RowOutcome } from '../../../../core/catalogs/rows/catalog.ts';
import { ROW_OUTCOMES } from '../../../../core/catalogs/rows/catalog.ts';
import { ownNumberKey } from '../../../../core/catalogs/rows/learned-matches.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { catalogRow, disagreements, newCatalog, storedRows } from '../../../support/fixtures/catalog-rows.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { faultScript, injectFaults } from '../../../support/stores/faulty-client.ts';
import { observe } from '../../../support/stores/observed-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let store: DynamoCatalogStore;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  store = new DynamoCatalogStore(client, tables.accountsTable);
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

const NOW_MS = Date.UTC(2026, 10, 18, 13);
const wrongIn = (catalog: Catalog) => disagreements(client, tables.accountsTable, catalog);

/** Appends rows with these outcomes in one call, numbered from `before` on. */
async function append(catalog: Catalog, outcomes: readonly RowOutcome[], before = 0, runId = 'run'): Promise<boolean> {
  const rows = outcomes.map((outcome, index) => catalogRow(before + index + 1, { outcome, partNumber: `P${index}` }));
  const from = { rows: before, bytes: 10 * before };
  const to = { rows: before + rows.length, bytes: 10 * (before + rows.length) };
  return store.appendRows({ ...catalog, into: 'importing', runId, from, to, rows });
}

const numbers = (rows: readonly CatalogRow[]) => rows.map(({ row }) => row);

describe('the catalogs of an account', () => {
  test('are listed newest first, page by sequence number, without those of other accounts', async () => {
    const [mine, theirs] = [newAccountId(), newAccountId()];
    const created: Catalog[] = [];
    for (const name of ['a', 'b', 'c']) created.push(await newCatalog(store, mine, name));
    await newCatalog(store, theirs);
    const page = await store.listCatalogs(mine, { before: Number.MAX_SAFE_INTEGER, limit: 2 });
    expect(page.map(({ name }) => name)).toEqual(['c', 'b']);
    expect(page[0]).toEqual(created[2]);
    expect(await store.listCatalogs(mine, { before: page[1]?.sequence ?? 0, limit: 2 })).toEqual([created[0]]);
    expect(await store.listCatalogs(mine, { before: 1, limit: 2 })).toEqual([]);
  });

  test('get different numbers if they are created concurrently', async () => {
    const accountId = newAccountId();
    const created = await Promise.all(Array.from({ length: 20 }, () => newCatalog(store, accountId)));
    expect(new Set(created.map(({ sequence }) => sequence)).size).toBe(20);
  });

  test('have ids of at most 20 characters, and an id with another ending is not found', async () => {
    const catalog = await newCatalog(store, newAccountId());
    expect(catalog.catalogId.length).toBeLessThanOrEqual(20);
    const guessed = `${catalog.catalogId.slice(0, 10)}AAAAAAAA`;
    expect(await store.findCatalog({ ...catalog, catalogId: guessed })).toBeUndefined();
    expect(await store.findCatalog({ ...catalog, accountId: newAccountId() })).toBeUndefined();
    expect(await store.findCatalog({ ...catalog, catalogId: 'cat_000001#HEAD' })).toBeUndefined();
  });
});

describe('appending', () => {
  test('writes rows, copies and counts together, and only at the position that the import has reached', async () => {
    const catalog = await newCatalog(store, newAccountId());
    expect(await append(catalog, ['cache_hit', 'not_found', 'cache_hit'])).toBe(true);
    expect(await append(catalog, ['error'], 3)).toBe(true);
    expect(await append(catalog, ['error'], 3, 'another run')).toBe(false);
    expect(await append(catalog, ['error'], 9)).toBe(false);
    const found = await store.findCatalog(catalog);
    expect(found).toMatchObject({ status: 'processing', imported: { rows: 4, bytes: 40 } });
    expect(found?.counts).toMatchObject({ cache_hit: 2, not_found: 1, error: 1, duplicate: 0 });
    expect(await wrongIn(catalog)).toEqual([]);
  });

  test('lets only one of two concurrent imports continue', async () => {
    const catalog = await newCatalog(store, newAccountId());
    const outcomes = await Promise.all(
      ['one', 'two', 'three'].map((runId) => append(catalog, Array<RowOutcome>(49).fill('not_found'), 0, runId)),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect((await store.findCatalog(catalog))?.counts.not_found).toBe(49);
    expect(await wrongIn(catalog)).toEqual([]);
  });

  test.each(['conflict', 'throttled', 'answer-lost', 'answer-timed-out'] as const)(
    'happens once if the transaction meets “%s”',
    async (fault) => {
      const faulty = testClient(tables.endpoint);
      const injection = injectFaults(faultScript({ TransactWriteItems: { 1: fault } }), faulty);
      const catalog = await newCatalog(store, newAccountId());
      const rows = [catalogRow(1)];
      const at = { from: { rows: 0, bytes: 0 }, to: { rows: 1, bytes: 10 } };
      const faultyStore = new DynamoCatalogStore(faulty, tables.accountsTable);
      expect(await faultyStore.appendRows({ ...catalog, into: 'importing', runId: 'run', ...at, rows })).toBe(true);
      expect(injection.injected).toHaveLength(1);
      expect(await wrongIn(catalog)).toEqual([]);
      faulty.destroy();
    },
  );

  test('is refused by a complete catalog, and allowed only for cancelled rows in a cancelled one', async () => {
    const complete = await newCatalog(store, newAccountId());
    await append(complete, ['cache_hit']);
    expect(await store.completeImport(complete, { rows: 0, bytes: 0 }, NOW_MS)).toBe(false);
    expect(await store.completeImport(complete, { rows: 1, bytes: 10 }, NOW_MS)).toBe(true);
    expect(await append(complete, ['cache_hit'], 1)).toBe(false);
    expect(await store.findCatalog(complete)).toMatchObject({ status: 'complete', completedAtMs: NOW_MS });

    const cancelled = await newCatalog(store, newAccountId());
    expect(await store.cancelCatalog(cancelled, NOW_MS)).toBe(true);
    expect(await store.cancelCatalog(cancelled, NOW_MS)).toBe(false);
    expect(await append(cancelled, ['cache_hit'])).toBe(false);
    const at = { from: { rows: 0, bytes: 0 }, to: { rows: 1, bytes: 10 } };
    const rows = [catalogRow(1, { outcome: 'cancelled' })];
    expect(await store.appendRows({ ...cancelled, into: 'cancelled', runId: 'run', ...at, rows })).toBe(true);
    expect(await store.findCatalog(cancelled)).toMatchObject({ status: 'cancelled', counts: { cancelled: 1 } });
  });

  test('resumes after a failed import, which then counts as running', async () => {
    const catalog = await newCatalog(store, newAccountId());
    expect(await store.failImport(catalog, 'the file changed', NOW_MS)).toBe(true);
    expect(await store.findCatalog(catalog)).toMatchObject({ status: 'failed', failure: 'the file changed' });
    expect(await append(catalog, ['cache_hit'])).toBe(true);
    expect(await store.findCatalog(catalog)).toMatchObject({
      status: 'processing',
      completedAtMs: null,
      failure: null,
    });
  });
});

describe('reading rows', () => {
  test('merges several outcomes in row order, page by page, each row once', async () => {
    const catalog = await newCatalog(store, newAccountId());
    const outcomes = Array.from({ length: 49 }, (_, index) => ROW_OUTCOMES[(index * 5) % 8] ?? 'error');
    await append(catalog, outcomes);
    const wanted: RowOutcome[] = ['not_found', 'error', 'not_found', 'cancelled'];
    const seen: number[] = [];
    for (let after = 0; ;) {
      const page = numbers(await store.readRows(catalog, { outcomes: wanted, after, limit: 7 }));
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(7);
      seen.push(...page);
      after = page.at(-1) ?? 0;
    }
    expect(seen).toEqual(outcomes.flatMap((outcome, index) => (wanted.includes(outcome) ? [index + 1] : [])));
    const all = await store.readRows(catalog, { after: 40, limit: 100 });
    expect(numbers(all)).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49]);
    expect(await store.readRows(catalog, { outcomes: ROW_OUTCOMES, after: 40, limit: 100 })).toEqual(all);
  });

  test('finds nothing after a cursor beyond every row, or beyond what a key can contain', async () => {
    const catalog = await newCatalog(store, newAccountId());
    await append(catalog, ['error']);
    for (const after of [1, 999_999_999, 1e12, Number.MAX_SAFE_INTEGER]) {
      expect(await store.readRows(catalog, { after, limit: 5 })).toEqual([]);
    }
  });

  test('reads the outcomes of one call in parallel', async () => {
    const catalog = await newCatalog(store, newAccountId());
    await append(catalog, ['error', 'not_found']);
    const observed = testClient(tables.endpoint);
    const observation = observe(observed);
    const reader = new DynamoCatalogStore(observed, tables.accountsTable);
    await reader.readRows(catalog, { outcomes: ROW_OUTCOMES.slice(0, 7), after: 0, limit: 5 });
    expect(observation.calls).toHaveLength(7);
    expect(observation.depth()).toBe(1);
    observed.destroy();
  });
});

describe('changing rows', () => {
  test('moves a row from one outcome to another with its copy and the counts, once', async () => {
    const catalog = await newCatalog(store, newAccountId());
    await append(catalog, ['not_found', 'not_found', 'error']);
    const change = { from: 'not_found', to: 'enriched', item: { id: 'itm_00000001', updated_at: null } } as const;
    const outcomes = await Promise.all([1, 2, 3].map(() => store.changeRowOutcome(catalog, 1, change)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await store.changeRowOutcome(catalog, 3, change)).toBe(false);
    expect(await store.changeRowOutcome(catalog, 4, change)).toBe(false);
    expect((await store.findCatalog(catalog))?.counts).toMatchObject({ not_found: 1, enriched: 1, error: 1 });
    expect(await store.readRows(catalog, { outcomes: ['enriched'], after: 0, limit: 9 })).toMatchObject([
      { row: 1, itemId: 'itm_00000001', partNumber: 'P0' },
    ]);
    expect(await wrongIn(catalog)).toEqual([]);
  });

  test('changes hundreds of rows while others change some of them, and the counts still agree', async () => {
    const catalog = await newCatalog(store, newAccountId());
    for (let before = 0; before < 98; before += 49)
      await append(catalog, Array<RowOutcome>(49).fill('not_found'), before);
    const rows = await store.readRows(catalog, { after: 0, limit: 98 });
    const toHits = rows.map(
      (row) => ({ row, outcome: 'cache_hit', itemId: 'itm_00000001', itemUpdatedAt: null }) as const,
    );
    const [changed] = await Promise.all([
      store.changeRows(catalog, toHits),
      ...[5, 40, 90].map((row) =>
        store.changeRowOutcome(catalog, row, { from: 'not_found', to: 'enriched', item: null }),
      ),
    ]);
    const { counts } = (await store.findCatalog(catalog)) ?? catalog;
    expect(counts.cache_hit).toBe(changed);
    expect(counts.cache_hit + counts.enriched).toBe(98);
    expect(await wrongIn(catalog)).toEqual([]);
  });
});

describe('rows that a member has to decide', () => {
  const CANDIDATES = [{ manufacturer: 'Norvane', partNumber: 'N-1' }];
  const [FROM, TO] = [
    { rows: 0, bytes: 0 },
    { rows: 5, bytes: 50 },
  ];
  /** Rows 1, 2 and 4 are undecided. */
  async function undecided(): Promise<Catalog> {
    const catalog = await newCatalog(store, newAccountId());
    const rows = [
      catalogRow(1, { partNumber: 'A', candidates: CANDIDATES }),
      catalogRow(2, { partNumber: 'B', candidates: CANDIDATES }),
      catalogRow(3, { partNumber: 'C' }),
      catalogRow(4, { outcome: 'error', candidates: CANDIDATES }),
      catalogRow(5, { outcome: 'cache_hit', candidates: CANDIDATES }),
    ];
    await store.appendRows({ ...catalog, into: 'importing', runId: 'run', from: FROM, to: TO, rows });
    return catalog;
  }
  const toDecide = async (catalog: Catalog) => (await store.findCatalog(catalog))?.toDecide;

  test('are counted as they are imported, and leave the count with their candidates', async () => {
    const catalog = await undecided();
    expect(await toDecide(catalog)).toEqual({ not_found: 2, error: 1 });
    const [first, second, , fourth] = await store.readRows(catalog, { after: 0, limit: 5 });
    const stays = { outcome: 'not_found', itemId: null, itemUpdatedAt: null } as const;
    await store.changeRows(catalog, [
      { row: first!, outcome: 'cache_hit', itemId: 'itm_00000001', itemUpdatedAt: null, also: { candidates: [] } },
      { row: second!, ...stays, also: { candidates: [] } },
      { row: fourth!, ...stays },
    ]);
    expect(await toDecide(catalog)).toEqual({ not_found: 1, error: 0 });
    expect(await wrongIn(catalog)).toEqual([]);
  });

  test('are counted once if two changes of the same row were read before either was written', async () => {
    const catalog = await undecided();
    const [first] = await store.readRows(catalog, { after: 0, limit: 1 });
    const change = { row: first!, outcome: 'not_found', itemId: null, itemUpdatedAt: null } as const;
    const changed = await Promise.all(
      Array.from({ length: 4 }, () => store.changeRows(catalog, [{ ...change, also: { candidates: [] } }])),
    );
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await toDecide(catalog)).toEqual({ not_found: 1, error: 1 });
    expect(await wrongIn(catalog)).toEqual([]);
  });

  test('are unknown for a catalog that an earlier version started, even after later changes', async () => {
    const catalog = await undecided();
    const { pk, sk } = { pk: `ACCOUNT#${catalog.accountId}`, sk: 'CATALOG#000000001' };
    await client.send(
      new UpdateCommand({
        TableName: tables.accountsTable,
        Key: { pk, sk },
        UpdateExpression: 'REMOVE counts_to_decide, to_decide_not_found, to_decide_error',
      }),
    );
    const [first] = await store.readRows(catalog, { after: 0, limit: 1 });
    const found = { outcome: 'cache_hit', itemId: 'itm_00000001', itemUpdatedAt: null } as const;
    expect(await store.changeRows(catalog, [{ row: first!, ...found, also: { candidates: [] } }])).toBe(1);
    expect(await toDecide(catalog)).toBeNull();
  });
});

describe('an action that uses a row of the period without changing one', () => {
  test('uses it with its audit line, and writes nothing if none is left', async () => {
    const accountId = newAccountId();
    const allowance = { period: '2026-11', rowsPerPeriod: 2 };
    const audit = { who: 'per_x', what: 'catalog.row_searched' as const, details: { row: 1 }, atMs: NOW_MS };
    const taken = await Promise.all(Array.from({ length: 5 }, () => store.takeRow(accountId, allowance, audit)));
    expect(taken.filter(Boolean)).toHaveLength(2);
    expect(await store.importedRows(accountId, '2026-11')).toBe(2);
  });
});

describe('research of a catalog’s rows', () => {
  test('is awaited until it ends, and longer if it was requested again meanwhile', async () => {
    const catalog = await newCatalog(store, newAccountId());
    const asked = async () => (await store.findCatalog(catalog))?.researchAskedAtMs;
    expect(await asked()).toBeNull();
    await store.markResearch(catalog, { before: null, now: 5 });
    await store.markResearch(catalog, { before: 5, now: 7 });
    expect(await store.markResearch(catalog, { before: 5, now: null })).toBe(false);
    expect(await asked()).toBe(7);
    expect(await store.markResearch(catalog, { before: 7, now: null })).toBe(true);
    expect(await asked()).toBeNull();
  });
});

describe('deleting a catalog', () => {
  test('takes effect immediately, and clearing its rows can be killed and repeated', async () => {
    const catalog = await newCatalog(store, newAccountId());
    for (let before = 0; before < 490; before += 49) await append(catalog, Array<RowOutcome>(49).fill('error'), before);
    const importing = await store.readRows(catalog, { after: 0, limit: 1 });
    expect(await store.removeCatalog(catalog, NOW_MS)).toBe(true);
    expect(await store.findCatalog(catalog)).toBeUndefined();
    expect(await store.listCatalogs(catalog.accountId, { before: 99, limit: 9 })).toEqual([]);
    expect(await append(catalog, ['error'], 490)).toBe(false);
    expect(
      await store.changeRows(catalog, [
        { row: importing[0] ?? catalogRow(1), outcome: 'not_found', itemId: null, itemUpdatedAt: null },
      ]),
    ).toBe(0);

    const dying = testClient(tables.endpoint, { maxAttempts: 1 });
    injectFaults(faultScript({ BatchWriteItem: { 5: 'crash-after' } }), dying);
    await expect(
      new DynamoCatalogStore(dying, tables.accountsTable).clearRemoved(catalog, () => undefined),
    ).rejects.toThrow();
    expect(await store.listRemoved(catalog.accountId)).toEqual([catalog.catalogId]);
    expect((await storedRows(client, tables.accountsTable, catalog)).length).toBeGreaterThan(0);

    expect(await store.removeCatalog(catalog, NOW_MS)).toBe(true);
    await store.clearRemoved(catalog, () => undefined);
    expect(await storedRows(client, tables.accountsTable, catalog)).toEqual([]);
    expect(await store.listRemoved(catalog.accountId)).toEqual([]);
    expect(await store.removeCatalog(catalog, NOW_MS)).toBe(false);
    dying.destroy();
  });
});

test('noting fewer rows of a match keeps those that were noted before', async () => {
  const accountId = newAccountId();
  const key = ownNumberKey('A-1');
  const use = { key, catalogId: 'cat_00000100000000', rowsIn: 'cat_00000100000000' };
  await store.noteUses(accountId, [{ ...use, rows: [1, 2, 5] }]);
  await store.noteUses(accountId, [{ ...use, rows: [1] }]);
  await store.noteUses(accountId, [{ ...use, rows: [1, 3] }]);
  expect(await store.listUses(accountId, key, { after: null, limit: 5 })).toEqual([{ ...use, rows: [1, 2, 3, 5] }]);
});
