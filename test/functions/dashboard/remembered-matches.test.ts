/**
 * A decision on a row in one file, what it does in later files, and how it is taken back, through the dashboard's
 * endpoints.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { LocalCatalogFile } from '../../../adapters/files/local-catalog-file.ts';
import { catalogFor, importSlice, prepareFile } from '../../../core/catalogs/import/import-file.ts';
import { putInPlace, replacementFor } from '../../../core/catalogs/import/replacement.ts';
import { rematchUses, type RematchPlace } from '../../../core/catalogs/import/rematch-uses.ts';
import { statementKey, type LearnedKey } from '../../../core/catalogs/rows/learned-matches.ts';
import { NOON_MS, openAccount, valueOf } from '../../support/fixtures/accounts.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { openPageInterface, type PageInterface } from '../../support/service/page-interface.ts';
import { invitePerson, signInPerson } from '../../support/service/people.ts';

let page: PageInterface;
let folder: string;
beforeAll(async () => {
  page = await openPageInterface(() => NOON_MS);
  folder = await mkdtemp(path.join(tmpdir(), 'remembered-'));
  const writer = new DynamoItemWriter(page.client, page.tables.productIndexTable);
  for (const [id, mpn] of [
    ['itm_Remem001', 'R-0805-10K'],
    ['itm_Remem002', 'R-0805-22K'],
  ] as const)
    valueOf(await writer.writeItem(recordOf({ id, manufacturer: 'Norvane', mpn })));
});
afterAll(async () => {
  await page.stop();
  await rm(folder, { recursive: true });
});

async function newCustomer(settings: Parameters<typeof openAccount>[2] = {}) {
  const { account } = await openAccount(page.client, page.tables.accountsTable, settings);
  const { accountId } = account;
  const person = await invitePerson(page.people, accountId, 'member', NOON_MS);
  const session = await signInPerson(page.people, person, NOON_MS);
  const catalogs = new DynamoCatalogStore(page.client, page.tables.accountsTable);
  const index = new DynamoItemIndex(page.client, page.tables.productIndexTable);
  const ports = { catalogs, index, clock: { nowMs: () => NOON_MS } };
  const prepared = async (name: string, lines: readonly string[]) => {
    const at = path.join(folder, `${accountId}-${name}`);
    await writeFile(at, ['Our number,Manufacturer,MPN', ...lines, ''].join('\n'));
    const file = new LocalCatalogFile(at, await mkdtemp(`${at}-`));
    return { file, list: valueOf(await prepareFile(index, file, { chosen: [], name })) };
  };
  return {
    ...{ accountId, catalogs, index: ports.index },
    /** Imports a list of own number, manufacturer and number, and returns its catalog. */
    async importList(name: string, lines: readonly string[]): Promise<string> {
      const { file, list } = await prepared(name, lines);
      const started = await catalogFor(catalogs, list, { accountId, name, isNew: true, nowMs: NOON_MS });
      const { end } = await importSlice(ports, file, started, { stop: new AbortController().signal });
      expect(end).toBe('complete');
      return started.catalogId;
    },
    /** Replaces the file of a catalog; `before` runs when the new rows are complete and not yet in place. */
    async replaceList(
      catalogId: string,
      name: string,
      lines: readonly string[],
      before: () => Promise<unknown> = () => Promise.resolve(),
    ): Promise<void> {
      const { file, list } = await prepared(name, lines);
      const catalog = (await catalogs.findCatalog({ accountId, catalogId }))!;
      const replacement = await replacementFor(catalogs, catalog, list, { nowMs: NOON_MS });
      const { end } = await importSlice(ports, file, replacement, { stop: new AbortController().signal });
      expect(end).toBe('complete');
      await before();
      expect(await putInPlace(catalogs, catalog, replacement, NOON_MS)).toBeDefined();
    },
    row: async (catalogId: string, row: number) => {
      const { data } = (await page.get('/catalogs/row', session, `catalog_id=${catalogId}&row=${row}`)).json;
      return { outcome: data.outcome, item_id: data.item?.id ?? null, decided_in: data.decided_in };
    },
    post: async (to: string, body: object) => (await page.post(to, body, session)).json.data,
    learned: async () => (await page.get('/catalogs/learned', session)).json.data.learned as readonly any[],
    trail: async () =>
      ((await page.get('/trail', session)).json.data as readonly any[]).map(({ who, what }) => [
        who === person.personId,
        what,
      ]),
  };
}

/** A customer who decided on the row of a file, and the keys of what is remembered by it. */
async function decideOnRow() {
  const customer = await newCustomer();
  const first = await customer.importList('messy.csv', ['A-1,Norvane,R-10K']);
  await customer.post('/catalogs/accept', { catalog_id: first, row: 1, item_id: 'itm_Remem001' });
  const [learned] = await customer.learned();
  const { keys } = learned as { keys: readonly LearnedKey[] };
  return { customer, first, keys };
}

test('a decision holds for the same own number and statement, says where it was made, and is taken back', async () => {
  const customer = await newCustomer();
  const first = await customer.importList('messy.csv', ['A-1,Norvane,R-10K']);
  expect(await customer.row(first, 1)).toMatchObject({ outcome: 'not_found', item_id: null });
  await customer.post('/catalogs/accept', { catalog_id: first, row: 1, item_id: 'itm_Remem001' });
  expect(await customer.learned()).toMatchObject([
    { your_item_number: 'A-1', item_id: 'itm_Remem001', file: 'messy.csv' },
  ]);

  const lines = ['A-1,Norvane,R-10K', 'B-2,Norvane,R-10K', 'A-1,Norvane,R-22K', ',Norvane,R-10K'];
  const later = await customer.importList('later.csv', lines);
  const decided = { catalog_id: first, name: 'messy.csv' };
  expect(await customer.row(later, 1)).toMatchObject({ item_id: 'itm_Remem001', decided_in: decided });
  expect(await customer.row(later, 2)).toMatchObject({ item_id: null });
  expect(await customer.row(later, 3)).toMatchObject({ item_id: null });
  expect(await customer.row(later, 4)).toMatchObject({ item_id: 'itm_Remem001', decided_in: decided });

  expect(await customer.post('/catalogs/not-this', { catalog_id: later, row: 1 })).toMatchObject({ item_id: null });
  expect(await customer.learned()).toEqual([]);
  const last = await customer.importList('last.csv', ['A-1,Norvane,R-10K']);
  expect(await customer.row(last, 1)).toMatchObject({ outcome: 'not_found', item_id: null });
});

test('a forgotten match is not used until it is restored, and the trail names who did it', async () => {
  const customer = await newCustomer();
  const first = await customer.importList('messy.csv', ['A-1,Norvane,R-10K']);
  await customer.post('/catalogs/accept', { catalog_id: first, row: 1, item_id: 'itm_Remem001' });
  const [match] = await customer.learned();
  const { keys } = match;
  await customer.post('/catalogs/learned/forget', { keys });
  const without = await customer.importList('without.csv', ['A-1,Norvane,R-10K']);
  expect(await customer.row(without, 1)).toMatchObject({ item_id: null });
  await customer.post('/catalogs/learned/restore', { keys });
  const again = await customer.importList('again.csv', ['A-1,Norvane,R-10K']);
  expect(await customer.row(again, 1)).toMatchObject({ item_id: 'itm_Remem001' });
  await customer.post('/catalogs/learned/restore', { keys });
  const trail = (await customer.trail()).filter(([, what]) => String(what).startsWith('match.'));
  expect(trail.toSorted()).toEqual([
    [true, 'match.forgotten'],
    [true, 'match.restored'],
  ]);
});

test('a decision on another row that states the same is not taken for this one’s', async () => {
  const customer = await newCustomer();
  const first = await customer.importList('two.csv', ['A-1,Norvane,R-K', 'B-2,Norvane,R-K']);
  await customer.post('/catalogs/accept', { catalog_id: first, row: 1, item_id: 'itm_Remem001' });
  await customer.post('/catalogs/accept', { catalog_id: first, row: 2, item_id: 'itm_Remem002' });
  const later = await customer.importList('later.csv', ['A-1,Norvane,R-K', 'B-2,Norvane,R-K']);
  expect(await customer.row(later, 1)).toMatchObject({ item_id: 'itm_Remem001' });
  expect(await customer.row(later, 2)).toMatchObject({ item_id: 'itm_Remem002' });
});

/** Decides on a row, and imports two later files that use the decision. */
async function decideAndUse() {
  const customer = await newCustomer();
  const first = await customer.importList('messy.csv', ['A-1,Norvane,R-10K']);
  await customer.post('/catalogs/accept', { catalog_id: first, row: 1, item_id: 'itm_Remem001' });
  const second = await customer.importList('second.csv', ['X-1,Norvane,R-0805-22K', 'A-1,Norvane,R-10K']);
  const third = await customer.importList('third.csv', ['A-1,Norvane,R-10K', ',Norvane,R-10K']);
  const rows = async () => {
    const places = [
      [first, 1],
      [second, 1],
      [second, 2],
      [third, 1],
      [third, 2],
    ] as const;
    const all = await Promise.all(places.map(([catalogId, row]) => customer.row(catalogId, row)));
    return all.map(({ outcome, item_id, decided_in }) => [outcome, item_id, decided_in?.name ?? null]);
  };
  const [match] = await customer.learned();
  return { customer, ...{ first, second, third }, rows, match, keys: match.keys as readonly string[] };
}

const KEPT = [
  ['cache_hit', 'itm_Remem001', null],
  ['cache_hit', 'itm_Remem002', null],
] as const;
const USED = [...KEPT, ...Array.from({ length: 3 }, () => ['cache_hit', 'itm_Remem001', 'messy.csv'])];
const OPEN = [...KEPT, ...Array.from({ length: 3 }, () => ['not_found', null, null])];

test('rows of every catalog that only the forgotten match gave their part are undecided at once, and undo restores them', async () => {
  const { customer, rows, match, keys } = await decideAndUse();
  expect(match.later_files).toBe(2);
  const before = await rows();
  expect(before.slice(0, 4)).toEqual(USED.slice(0, 4));
  expect(before[4]).toEqual(['duplicate', 'itm_Remem001', 'messy.csv']);
  expect(await customer.post('/catalogs/learned/forget', { keys })).toEqual({
    ...{ forgotten: 2, undecided: 3, next: null },
  });
  expect(await rows()).toEqual(OPEN);
  expect(await customer.post('/catalogs/learned/forget', { keys })).toMatchObject({ undecided: 0, next: null });

  const restored = await customer.post('/catalogs/learned/restore', { keys });
  expect(restored).toMatchObject({ matched: 3, next: null });
  expect(await rows()).toEqual(USED);
});

test('a person’s decision on a row that was made since stays when a match is forgotten and restored', async () => {
  const { customer, third, rows, keys } = await decideAndUse();
  await customer.post('/catalogs/accept', { catalog_id: third, row: 1, item_id: 'itm_Remem002' });
  const [now] = (await customer.learned()).filter(({ item_id }) => item_id === 'itm_Remem001');
  expect(await customer.post('/catalogs/learned/forget', { keys: now?.keys ?? keys })).toMatchObject({ next: null });
  await customer.post('/catalogs/learned/restore', { keys });
  expect((await rows())[3]).toEqual(['cache_hit', 'itm_Remem002', null]);
});

test('a forgetting that is killed between two catalogs is finished by the next one', async () => {
  const { customer, rows, keys } = await decideAndUse();
  let writes = 0;
  const killed = new Proxy(customer.catalogs, {
    get: (store, name) => {
      const value: unknown = Reflect.get(store, name, store);
      if (typeof value !== 'function') return value;
      if (name !== 'changeRows') return value.bind(store) as unknown;
      return (...of: Parameters<typeof store.changeRows>) => {
        writes += 1;
        return writes === 2 ? Promise.reject(new Error('killed')) : store.changeRows(...of);
      };
    },
  });
  const all = keys as readonly LearnedKey[];
  const line = { who: 'per_1', what: 'match.forgotten', details: {}, atMs: NOON_MS } as const;
  await customer.catalogs.forgetLearned(customer.accountId, all, NOON_MS, line);
  const ports = { catalogs: killed, index: customer.index };
  await expect(rematchUses(ports, customer.accountId, all, 'forgotten')).rejects.toThrow('killed');
  expect(await rows()).not.toEqual(OPEN);
  // The page still lists it, and no later file uses it.
  const [listed, ...others] = await customer.learned();
  expect([listed.keys.toSorted(), others]).toEqual([keys.toSorted(), []]);
  const later = await customer.importList('later.csv', ['A-1,Norvane,R-10K']);
  expect(await customer.row(later, 1)).toMatchObject({ item_id: null });
  expect(await customer.post('/catalogs/learned/forget', { keys: listed.keys })).toMatchObject({ next: null });
  expect(await rows()).toEqual(OPEN);
  expect(await customer.learned()).toEqual([]);
});

test('a match whose forgetting was killed is restored, and one that was learned since is listed once', async () => {
  const { customer, first, rows, keys } = await decideAndUse();
  const before = await rows();
  const all = keys as readonly LearnedKey[];
  const line = { who: 'per_1', what: 'match.forgotten', details: {}, atMs: NOON_MS } as const;
  await customer.catalogs.forgetLearned(customer.accountId, all, NOON_MS, line);
  await customer.post('/catalogs/learned/restore', { keys });
  expect(await customer.catalogs.listForgetting(customer.accountId)).toEqual([]);
  expect(await rows()).toEqual(before);

  await customer.catalogs.forgetLearned(customer.accountId, all, NOON_MS, line);
  await customer.post('/catalogs/accept', { catalog_id: first, row: 1, item_id: 'itm_Remem002' });
  expect((await customer.learned()).map(({ item_id }) => item_id)).toEqual(['itm_Remem002']);
});

test('many rows are undecided by several requests, each of which says where the next goes on', async () => {
  const { customer, keys } = await decideOnRow();
  const lines = Array.from({ length: 300 }, () => ',Norvane,R-10K');
  const many = await customer.importList('many.csv', lines);
  let [undecided, requests] = [0, 0];
  for (let after: string | undefined; ;) {
    const done = await customer.post('/catalogs/learned/forget', { keys, ...(after !== undefined && { after }) });
    [undecided, requests] = [undecided + Number(done.undecided), requests + 1];
    if (done.next === null) break;
    after = done.next;
  }
  expect({ undecided, requests }).toEqual({ undecided: 300, requests: 2 });
  const catalog = await customer.catalogs.findCatalog({ accountId: customer.accountId, catalogId: many });
  expect(catalog?.counts).toMatchObject({ not_found: 300, cache_hit: 0, duplicate: 0 });
});

test('a deleted catalog has no rows to undecide', async () => {
  const { customer, second, keys } = await decideAndUse();
  await customer.catalogs.removeCatalog({ accountId: customer.accountId, catalogId: second }, NOON_MS);
  expect(await customer.post('/catalogs/learned/forget', { keys })).toMatchObject({ undecided: 2, next: null });
});

test('a row that a person decides on while it is matched again keeps that decision', async () => {
  const { customer, keys } = await decideOnRow();
  const later = await customer.importList('later.csv', [',Norvane,R-10K']);
  await customer.catalogs.forgetLearned(customer.accountId, keys, NOON_MS);
  const changeRows = customer.catalogs.changeRows.bind(customer.catalogs);
  customer.catalogs.changeRows = async (...rows) => {
    await customer.post('/catalogs/accept', { catalog_id: later, row: 1, item_id: 'itm_Remem002' });
    return changeRows(...rows);
  };
  const ports = { catalogs: customer.catalogs, index: customer.index };
  expect(await rematchUses(ports, customer.accountId, keys, 'forgotten')).toEqual({ changed: 0, next: null });
  expect(await customer.row(later, 1)).toMatchObject({ outcome: 'cache_hit', item_id: 'itm_Remem002' });
});

test('a run of many keys looks at five uses in all, and the next goes on', async () => {
  const customer = await newCustomer();
  const lines = Array.from({ length: 6 }, (_line, place) => `Norvane,R-X${place}`);
  const first = await customer.importList(
    'many.csv',
    lines.map((line, place) => `A-${place},${line}`),
  );
  for (const place of lines.keys())
    await customer.post('/catalogs/accept', { catalog_id: first, row: place + 1, item_id: 'itm_Remem001' });
  for (const name of ['one.csv', 'two.csv'])
    await customer.importList(
      name,
      lines.map((line) => `,${line}`),
    );
  const keys = (await customer.learned()).flatMap((learned) => (learned as { keys: readonly LearnedKey[] }).keys);
  await customer.catalogs.forgetLearned(customer.accountId, keys, NOON_MS);
  const ports = { catalogs: customer.catalogs, index: customer.index };
  const runs: number[] = [];
  let from: RematchPlace | undefined;
  do {
    const { changed, next } = await rematchUses(ports, customer.accountId, keys, 'forgotten', from);
    runs.push(changed);
    from = next ?? undefined;
  } while (from !== undefined);
  expect(runs.filter((changed) => changed > 0)).toEqual([5, 5, 2]);
});

test('a forgotten match gives way to another one that is still remembered, and forgetting that finds the row', async () => {
  const customer = await newCustomer();
  const first = await customer.importList('a.csv', ['A-1,Norvane,']);
  await customer.post('/catalogs/accept', { catalog_id: first, row: 1, item_id: 'itm_Remem001' });
  const other = await customer.importList('b.csv', ['A-1,Norvane,R-ZZ']);
  await customer.post('/catalogs/accept', { catalog_id: other, row: 1, item_id: 'itm_Remem002' });
  const later = await customer.importList('later.csv', ['A-1,Norvane,']);
  const keysOf = async (itemId: string) =>
    (await customer.learned()).find(({ item_id }) => item_id === itemId) as { keys: readonly LearnedKey[] };
  expect(await customer.row(later, 1)).toMatchObject({ item_id: 'itm_Remem001', decided_in: { name: 'a.csv' } });

  const { keys } = await keysOf('itm_Remem001');
  expect(await customer.post('/catalogs/learned/forget', { keys })).toMatchObject({ undecided: 1, next: null });
  const fresh = await customer.importList('fresh.csv', ['A-1,Norvane,']);
  const asFresh = await customer.row(fresh, 1);
  expect(await customer.row(later, 1)).toEqual(asFresh);
  expect(asFresh).toMatchObject({ item_id: 'itm_Remem002', decided_in: { name: 'b.csv' } });

  const rest = (await keysOf('itm_Remem002')).keys;
  await customer.post('/catalogs/learned/forget', { keys: rest });
  expect(await customer.row(later, 1)).toMatchObject({ item_id: null });
});

test('a match that is forgotten between reading it and writing the rows gives no row its part', async () => {
  const { customer, keys } = await decideOnRow();
  const appendRows = customer.catalogs.appendRows.bind(customer.catalogs);
  customer.catalogs.appendRows = async (append) => {
    await customer.post('/catalogs/learned/forget', { keys });
    return appendRows(append);
  };
  const later = await customer.importList('later.csv', [',Norvane,R-10K']);
  expect(await customer.row(later, 1)).toMatchObject({ outcome: 'not_found', item_id: null });
});

test('a match that is forgotten while a replacement is imported gives no row of it its part', async () => {
  const { customer, keys } = await decideOnRow();
  const replaced = await customer.importList('replaced.csv', ['X-1,Norvane,R-0805-22K']);
  const appendRows = customer.catalogs.appendRows.bind(customer.catalogs);
  customer.catalogs.appendRows = async (append) => {
    await customer.post('/catalogs/learned/forget', { keys });
    return appendRows(append);
  };
  await customer.replaceList(replaced, 'newer.csv', [',Norvane,R-10K']);
  expect(await customer.row(replaced, 1)).toMatchObject({ outcome: 'not_found', item_id: null });
});

/** Decides on a row that the file of another catalog is replaced with. */
async function decideAndReplace() {
  const { customer, keys } = await decideOnRow();
  const replaced = await customer.importList('replaced.csv', ['X-1,Norvane,R-0805-22K']);
  const state = async () => {
    const catalog = await customer.catalogs.findCatalog({ accountId: customer.accountId, catalogId: replaced });
    return { row: await customer.row(replaced, 1), counts: catalog?.counts, toDecide: catalog?.toDecide };
  };
  return { customer, replaced, keys, state };
}

const ONE_OPEN = {
  row: { outcome: 'not_found', item_id: null },
  counts: { not_found: 1, cache_hit: 0 },
  toDecide: { not_found: 0 },
};

test('a match that is forgotten between the last row of a replacement and the switch gives no row its part', async () => {
  const { customer, replaced, keys, state } = await decideAndReplace();
  await customer.replaceList(replaced, 'newer.csv', [',Norvane,R-10K'], async () => {
    expect(await customer.post('/catalogs/learned/forget', { keys })).toMatchObject({ undecided: 1, next: null });
  });
  expect(await state()).toMatchObject(ONE_OPEN);
});

test('a match that is forgotten when the counts of a replacement are read leaves the catalog’s counts right', async () => {
  const { customer, replaced, keys, state } = await decideAndReplace();
  const switchRows = customer.catalogs.switchRows.bind(customer.catalogs);
  customer.catalogs.switchRows = async (...asked) => {
    await customer.post('/catalogs/learned/forget', { keys });
    return switchRows(...asked);
  };
  await customer.replaceList(replaced, 'newer.csv', [',Norvane,R-10K']);
  expect(await state()).toMatchObject(ONE_OPEN);
});

test('a match that is forgotten while the catalog is switched to the replacement is found in the catalog', async () => {
  const { customer, replaced, keys, state } = await decideAndReplace();
  await customer.replaceList(replaced, 'newer.csv', [',Norvane,R-10K'], async () => {
    await customer.catalogs.forgetLearned(customer.accountId, keys, NOON_MS);
  });
  expect(await state()).toMatchObject({ row: { item_id: 'itm_Remem001' } });
  // A run that was killed before the switch is repeated behind it.
  expect(await customer.post('/catalogs/learned/forget', { keys })).toMatchObject({ undecided: 1, next: null });
  expect(await state()).toMatchObject(ONE_OPEN);
});

test('a row that another key of the same decision still matches is found when that one is forgotten', async () => {
  const { customer, keys } = await decideOnRow();
  const later = await customer.importList('later.csv', ['A-1,Norvane,R-10K']);
  const usesOf = (key: LearnedKey) => customer.catalogs.listUses(customer.accountId, key, { after: null, limit: 5 });
  const noted = await Promise.all(keys.map(usesOf));
  const used = keys.filter((_key, place) => noted[place]!.length > 0);
  expect([keys.length, used.length]).toEqual([2, 1]);
  expect(await customer.post('/catalogs/learned/forget', { keys: used })).toMatchObject({ undecided: 0 });
  expect(await customer.row(later, 1)).toMatchObject({ item_id: 'itm_Remem001' });
  const rest = keys.filter((key) => !used.includes(key));
  expect(await customer.post('/catalogs/learned/forget', { keys: rest })).toMatchObject({ undecided: 1 });
  expect(await customer.row(later, 1)).toMatchObject({ outcome: 'not_found', item_id: null });
});

test('a part that research found since a match was forgotten stays when the match is restored', async () => {
  const { customer, second, keys } = await decideAndUse();
  await customer.post('/catalogs/learned/forget', { keys });
  const catalog = { accountId: customer.accountId, catalogId: second };
  const found = { id: 'itm_Remem002', updated_at: null };
  const head = (await customer.catalogs.findCatalog(catalog))!;
  await customer.catalogs.changeRowOutcome(head, 2, { from: 'not_found', to: 'enriched', item: found });
  expect(await customer.post('/catalogs/learned/restore', { keys })).toMatchObject({ matched: 2, next: null });
  expect(await customer.row(second, 2)).toMatchObject({ outcome: 'enriched', item_id: 'itm_Remem002' });
});

test('rows of an account that may not be billed show no other part when a match is forgotten', async () => {
  const customer = await newCustomer({ billingState: 'past_due' });
  const stated = { supplier: 'Norvane', partNumber: 'R-0805-22K', gtin: null };
  const key = statementKey(stated, { itemNumber: null, cells: null })!;
  const of = { itemNumber: null, stated, named: null, catalogId: 'cat_00000100000000', acceptedBy: 'per_1' };
  await customer.catalogs.storeLearned(customer.accountId, [{ key, itemId: 'itm_Remem001', learnedAtMs: 1, ...of }]);
  const unpaid = await customer.importList('unpaid.csv', [',Norvane,R-0805-22K']);
  const before = await customer.row(unpaid, 1);
  expect(before).toMatchObject({ outcome: 'cache_hit' });
  expect(await customer.post('/catalogs/learned/forget', { keys: [key] })).toMatchObject({ undecided: 0, next: null });
  expect(await customer.row(unpaid, 1)).toEqual(before);
});
