/** Takes back decisions on rows, on stored catalogs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptItem, confirmItem } from '../../../../core/catalogs/import/correct-row.ts';
import { rejectMatch, undoDecision } from '../../../../core/catalogs/import/undo-decision.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openListHarness, type ListHarness } from '../../../support/index/list-imports.ts';

let lists: ListHarness;
beforeAll(async () => {
  lists = await openListHarness();
  await lists.load([
    recordOf({ id: 'itm_Chip0805', manufacturer: 'Norvane', mpn: 'R-0805', title: 'RES SMD 10K OHM 1% 0805' }),
    recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100' }),
  ]);
});
afterAll(() => lists.stop());

const by = { who: 'operator', nowMs: 0 };

test('an accepted row is undecided again after it is taken back, and its match is forgotten', async () => {
  const accountId = newAccountId();
  const { catalog } = await lists.importList('Item,Manufacturer,MPN\nA-1,Norvane,R-10\n', {}, accountId);
  const before = await lists.ports.catalogs.findRow(catalog, 1);
  await acceptItem(lists.ports, catalog, 1, 'itm_Relay001', by);
  expect(await lists.ports.catalogs.listLearned(accountId, { after: null, limit: 10 })).toHaveLength(2);
  expect(await undoDecision(lists.ports, catalog, 1, by)).toMatchObject({ ok: true });
  expect(await lists.ports.catalogs.findRow(catalog, 1)).toEqual(before);
  expect(await lists.ports.catalogs.listLearned(accountId, { after: null, limit: 10 })).toEqual([]);
  expect(await undoDecision(lists.ports, catalog, 1, by)).toEqual({ ok: false, reason: { kind: 'not_decided' } });
});

test('a row that contradicts its part is counted until a person says that it is right', async () => {
  const { catalog } = await lists.importList('Manufacturer,MPN,Description\nNorvane,R-0805,RES 10k 1% 1206\n');
  expect(catalog.toCheck).toBe(1);
  await confirmItem(lists.ports, catalog, 1, by);
  expect(await lists.ports.catalogs.findCatalog(catalog)).toMatchObject({ toCheck: 0 });
  expect((await lists.ports.catalogs.findRow(catalog, 1))?.contradictions).toBeUndefined();
});

test('a row that is left out with words and a number of the customer’s own can be given a part, and is as before after undo', async () => {
  const list = 'Item,Manufacturer,MPN,Description\nA-7,,,Relay R-100 of Norvane\n,,,Total\nA-8,Norvane,R-100,Relay\n';
  const { catalog } = await lists.importList(list);
  const [described, total] = await lists.ports.catalogs.readRows(catalog, { after: 0, limit: 2 });
  expect(await acceptItem(lists.ports, catalog, 1, 'itm_Relay001', by)).toMatchObject({
    ok: true,
    value: { outcome: 'cache_hit', itemId: 'itm_Relay001' },
  });
  expect((await lists.ports.catalogs.findCatalog(catalog))?.counts).toMatchObject({ cache_hit: 2, skipped: 1 });
  expect(await undoDecision(lists.ports, catalog, 1, by)).toMatchObject({ ok: true });
  expect(await lists.ports.catalogs.findRow(catalog, 1)).toEqual(described);
  expect(await acceptItem(lists.ports, catalog, 2, 'itm_Relay001', by)).toEqual({
    ok: false,
    reason: { kind: 'not_correctable', outcome: 'skipped' },
  });
  expect(total).toMatchObject({ outcome: 'skipped', reason: 'a row of totals' });
});

test.each([
  ['without a number of the customer’s own', ',,,Relay of Norvane,5', 'nothing in the columns that name a part'],
  ['with a running number', '1,,,Relay of Norvane,5', 'only a number of your own: no manufacturer and no number'],
])(
  'a row that only describes a part, %s, can be given one, and is left out again after undo',
  async (_, line, reason) => {
    const { catalog } = await lists.importList(
      `Item,Manufacturer,MPN,Description,Qty\n${line}\n2,Norvane,R-100,Relay,1\n`,
    );
    const before = await lists.ports.catalogs.findRow(catalog, 1);
    expect(before).toMatchObject({ outcome: 'skipped', reason });
    expect(await acceptItem(lists.ports, catalog, 1, 'itm_Relay001', by)).toMatchObject({ ok: true });
    await undoDecision(lists.ports, catalog, 1, by);
    expect(await lists.ports.catalogs.findRow(catalog, 1)).toEqual(before);
  },
);

test('a match that a person rejects leaves the row without a part, and taking that back matches it again', async () => {
  const { catalog } = await lists.importList('Manufacturer,MPN\nNorvane,R-100\n');
  expect(await rejectMatch(lists.ports, catalog, 1, by)).toMatchObject({
    ok: true,
    value: { outcome: 'not_found', itemId: null },
  });
  expect(await undoDecision(lists.ports, catalog, 1, by)).toMatchObject({
    ok: true,
    value: { outcome: 'cache_hit', itemId: 'itm_Relay001', matchedBy: 'exact' },
  });
});

test('a row whose candidates a person rejects has no part and none to accept, until that is taken back', async () => {
  const { catalog } = await lists.importList('Manufacturer,MPN\nNorvane,R-10\n');
  const before = await lists.ports.catalogs.findRow(catalog, 1);
  expect(before?.candidates).not.toEqual([]);
  expect(await rejectMatch(lists.ports, catalog, 1, by)).toMatchObject({ ok: true });
  expect(await lists.ports.catalogs.findRow(catalog, 1)).toMatchObject({
    ...{ outcome: 'not_found', itemId: null, candidates: [], acceptedBy: 'operator' },
    reason: 'Not meant: a person said so of each part that was suggested.',
  });
  expect(await rejectMatch(lists.ports, catalog, 1, by)).toEqual({ ok: false, reason: { kind: 'not_decided' } });
  await undoDecision(lists.ports, catalog, 1, by);
  expect(await lists.ports.catalogs.findRow(catalog, 1)).toEqual(before);
});
