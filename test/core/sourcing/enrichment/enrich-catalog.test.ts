import { beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import type { CatalogRow } from '../../../../core/catalogs/rows/catalog.ts';
import type { CatalogStore } from '../../../../core/catalogs/rows/catalog-store.ts';
import {
  askForCatalog,
  countResearchable,
  followCatalog,
} from '../../../../core/sourcing/enrichment/enrich-catalog.ts';
import { isOpen } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import { retryRequest } from '../../../../core/sourcing/enrichment/enrich-for-account.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { nameOf, ResearchHarness } from '../../../support/research/research-harness.ts';

let harness: ResearchHarness;
let account: Account;
let rows: CatalogRow[];
const reads: { after: number; limit: number }[] = [];

beforeEach(async () => {
  harness = await ResearchHarness.open();
  ({ account } = await harness.openAccount());
  rows = [];
  reads.length = 0;
});

const rowOf = (row: number, partNumber: string | null, supplier: string | null = 'Norvane'): CatalogRow => ({
  ...{ row, itemNumber: null, supplier, partNumber, gtin: null, outcome: 'not_found' },
  ...{
    itemId: null,
    itemUpdatedAt: null,
    reason: null,
    candidates: [],
    matchedBy: null,
    acceptedBy: null,
    isCorrected: false,
    stated: null,
    isRunningNumber: false,
    cells: null,
  },
});

/** The current rows of the catalog; each change of a row is stored in them. */
const catalogs = {
  async readRows(_key: unknown, page: { outcomes: readonly string[]; after: number; limit: number }) {
    reads.push({ after: page.after, limit: page.limit });
    return rows.filter(({ row, outcome }) => row > page.after && page.outcomes.includes(outcome)).slice(0, page.limit);
  },
  async changeRowOutcome(
    _key: unknown,
    row: number,
    { from, to, item }: { from: string; to: 'enriched'; item: { id: string; updated_at: string | null } },
  ) {
    const place = rows.findIndex((each) => each.row === row && each.outcome === from);
    const found = rows[place];
    if (found === undefined) return false;
    rows[place] = { ...found, outcome: to, itemId: item.id, itemUpdatedAt: item.updated_at };
    return true;
  },
} as unknown as CatalogStore;

const ports = () => ({
  catalogs,
  enrichment: harness.store,
  index: harness.index,
  researchQueue: harness.queue,
});
const audit = (atMs: number) => ({ who: 'test', what: 'research.asked_for_catalog' as const, details: {}, atMs });
const progress: number[] = [];
const runOf = (stop = new AbortController().signal) => ({
  key: { accountId: account.accountId, catalogId: 'cat_00000001', rowsIn: 'cat_00000001' },
  stop,
  onProgress: (row: number) => void progress.push(row),
  audit,
  nowMs: () => harness.nowMs,
  counted: false,
});
const ask = (stop?: AbortSignal) => askForCatalog(ports(), async () => account, runOf(stop));
const follow = () => followCatalog(ports(), runOf());

describe('rows that were not found', () => {
  test('are requested ten at a time, and follow the results of research', async () => {
    rows = Array.from({ length: 23 }, (_, place) => rowOf(place + 1, `C-${place}`));
    progress.length = 0;
    expect(await ask()).toEqual({ queued: 23, left: 0, skipped: 0, refusal: undefined });
    expect(progress).toEqual([10, 20, 23]);
    expect(reads).toEqual([0, 10, 20, 23].map((after) => ({ after, limit: 10 })));
    expect(await follow()).toEqual({ enriched: 0, open: 23 });
    harness.researcher.answer = ({ partNumber }) =>
      partNumber === 'C-7' ? { kind: 'not_found' } : { kind: 'found', record: { title: 'A part' } };
    await harness.workAll();
    expect(await follow()).toEqual({ enriched: 22, open: 0 });
    expect(rows.filter(({ outcome }) => outcome === 'not_found').map(({ row }) => row)).toEqual([8]);
    const { itemId, updated_at } = { ...(await harness.request(account.accountId, part('C-0'))), updated_at: rows[0] };
    expect(updated_at).toMatchObject({ outcome: 'enriched', itemId, itemUpdatedAt: expect.any(String) as string });
    expect(await ask()).toEqual({ queued: 0, left: 1, skipped: 0, refusal: undefined });
  });

  test('are left alone if they name no part', async () => {
    const long = 'x'.repeat(201);
    rows = [
      rowOf(1, null),
      rowOf(2, 'C-1', null),
      rowOf(3, '-'),
      rowOf(4, 'C-1', 'Inc.'),
      rowOf(5, 'C-1', long),
      rowOf(6, long.slice(0, 121)),
      rowOf(7, `C${long.slice(0, 119)}`, long.slice(0, 200)),
    ];
    expect(await ask()).toEqual({ queued: 1, left: 6, skipped: 0, refusal: undefined });
    expect(await follow()).toEqual({ enriched: 0, open: 1 });
  });

  test('are held back and counted if the index has a candidate, unless those are requested too', async () => {
    const candidates = [{ manufacturer: 'Norvane', part_number: 'C-1A' }] as unknown as CatalogRow['candidates'];
    rows = [
      { ...rowOf(1, 'C-1'), candidates },
      { ...rowOf(2, 'C-2'), candidates },
      rowOf(3, 'C-3'),
      rowOf(4, null),
      ...Array.from({ length: 9 }, (_, place) => rowOf(place + 5, `D-${place}`)),
    ];
    expect(await countResearchable(catalogs, runOf())).toEqual({ parts: 10, left: 1, skipped: 2 });
    const counted = await countResearchable(catalogs, { ...runOf(), withCandidates: true });
    expect(counted).toEqual({ parts: 12, left: 1, skipped: 0 });
    expect(await ask()).toEqual({ queued: 10, left: 1, skipped: 2, refusal: undefined });
    const all = { ...runOf(), withCandidates: true };
    expect(await askForCatalog(ports(), async () => account, all)).toMatchObject({ queued: 12, skipped: 0 });
  });

  test('are left, and not among those with a candidate, if they are not fitted', async () => {
    const candidates = [{ manufacturer: 'Norvane', partNumber: 'C-1A' }];
    rows = [
      { ...rowOf(1, 'C-1'), notFitted: 'DNP' },
      { ...rowOf(2, 'C-2'), notFitted: 'DNP', candidates },
      { ...rowOf(3, 'C-3'), candidates },
      rowOf(4, 'C-4'),
    ];
    const all = { ...runOf(), withCandidates: true };
    expect(await countResearchable(catalogs, runOf())).toEqual({ parts: 1, left: 1, skipped: 1 });
    expect(await countResearchable(catalogs, all)).toEqual({ parts: 2, left: 2, skipped: 0 });
    expect(await ask()).toEqual({ queued: 1, left: 1, skipped: 1, refusal: undefined });
    expect(await askForCatalog(ports(), async () => account, all)).toMatchObject({ queued: 2, left: 2, skipped: 0 });
  });

  test('request nothing if none of them names a part', async () => {
    rows = [rowOf(1, null)];
    let read = false;
    const refusing = async () => {
      read = true;
      return account;
    };
    expect(await askForCatalog(ports(), refusing, runOf())).toMatchObject({ queued: 0, left: 1 });
    expect(read).toBe(false);
  });

  test('are requested up to the cap, and the reason is reported', async () => {
    account = { ...account, spendingCapCents: 30 };
    rows = [rowOf(1, 'C-1'), rowOf(2, 'C-2'), rowOf(3, 'C-3')];
    expect(await ask()).toEqual({ queued: 2, left: 0, skipped: 0, refusal: { kind: 'spending_cap_reached' } });
  });

  test('are not requested if the run was stopped before', async () => {
    rows = [rowOf(1, 'C-1')];
    expect(await ask(AbortSignal.abort())).toEqual({ queued: 0, left: 0, skipped: 0, refusal: undefined });
    expect(reads).toEqual([]);
  });

  test('are neither queued nor left if their part is in the index by now, and are not marked as enriched', async () => {
    rows = [rowOf(1, 'C-1')];
    await harness.writer.writeItem(recordOf({ id: 'itm_00000001', manufacturer: 'Norvane', mpn: 'C-1' }));
    expect(await ask()).toEqual({ queued: 0, left: 0, skipped: 0, refusal: undefined });
    expect(await follow()).toEqual({ enriched: 0, open: 0 });
  });

  test('are requested under one audit line per batch, each with its time', async () => {
    rows = Array.from({ length: 11 }, (_, place) => rowOf(place + 1, `A-${place}`));
    const lines: unknown[] = [];
    const given = ports();
    const commit = given.enrichment.commit.bind(given.enrichment);
    const enrichment = Object.assign(Object.create(given.enrichment) as typeof given.enrichment, {
      commit: async (change: Parameters<typeof commit>[0]) => {
        lines.push(change.audit);
        harness.nowMs += 1000;
        return commit(change);
      },
      readBeforeRequest: given.enrichment.readBeforeRequest.bind(given.enrichment),
      readUsage: given.enrichment.readUsage.bind(given.enrichment),
    });
    const startMs = harness.nowMs;
    await askForCatalog({ ...given, enrichment }, async () => account, runOf());
    expect(lines).toEqual([audit(startMs), audit(startMs + 1000)]);
    expect(await harness.request(account.accountId, part('A-10'))).toMatchObject({ requestedAtMs: startMs + 1000 });
  });

  test('read each item that research found once, and no other items', async () => {
    rows = [rowOf(1, 'C-1'), rowOf(2, 'c-1 '), rowOf(3, 'C-2'), rowOf(4, 'C-3'), rowOf(5, null)];
    harness.researcher.answer = ({ partNumber }) =>
      partNumber === 'C-2' ? { kind: 'not_found' } : { kind: 'found', record: { title: 'A part' } };
    await ask();
    await harness.workAll();
    harness.queue.messages.length = 0;
    rows.push(rowOf(6, 'C-4'));
    await ask();
    const read: unknown[] = [];
    const index = Object.assign(Object.create(harness.index) as typeof harness.index, {
      readItems: async (...asked: Parameters<typeof harness.index.readItems>) => {
        read.push(asked);
        return harness.index.readItems(...asked);
      },
    });
    expect(await followCatalog({ ...ports(), index }, runOf())).toEqual({ enriched: 3, open: 1 });
    const found = await Promise.all(['C-1', 'C-3'].map((number) => harness.request(account.accountId, part(number))));
    expect(read).toEqual([[found.map((request) => request?.itemId), []]]);
  });

  test('stay as they are if the researched item is gone again', async () => {
    rows = [rowOf(1, 'C-1')];
    await ask();
    await harness.workAll();
    await harness.writer.deleteItem((await harness.request(account.accountId, part('C-1')))?.itemId ?? '');
    expect(await follow()).toEqual({ enriched: 0, open: 0 });
  });
});

const part = (part_number: string) => ({ manufacturer: 'Norvane', part_number });

describe('a retry', () => {
  const line = { who: 'test', what: 'research.retried' as const, details: {}, atMs: 0 };
  const requestOf = async (number: string) => {
    const request = await harness.request(account.accountId, part(number));
    if (request === undefined) throw new Error('It was asked for');
    return request;
  };

  test('of an open enrichment request sends its message again', async () => {
    rows = [rowOf(1, 'R-1')];
    await ask();
    const [sent] = harness.queue.messages.splice(0);
    expect(await retryRequest(ports(), account, await requestOf('R-1'), line, harness.nowMs)).toEqual({
      kind: 'sent_again',
    });
    expect(harness.queue.messages).toEqual([sent]);
  });

  test('of one that was not found requests the part again, without waiting 30 days', async () => {
    rows = [rowOf(1, 'R-2')];
    harness.researcher.answer = () => ({ kind: 'not_found' });
    await ask();
    await harness.workAll();
    const ended = await requestOf('R-2');
    expect(isOpen(ended)).toBe(false);
    expect(await retryRequest(ports(), account, ended, line, harness.nowMs)).toMatchObject({ kind: 'queued' });
    const again = await requestOf('R-2');
    expect(again).toMatchObject({
      state: 'queued',
      counted: false,
      asked: ended.asked,
      number: nameOf(part('R-2')).number,
    });
    expect(again.attempt).toMatch(/^enr_[A-Za-z0-9]{20}$/);
    expect(again.attempt).not.toBe(ended.attempt);
  });

  test('of one that is in the index names the item', async () => {
    rows = [rowOf(1, 'R-3')];
    await ask();
    await harness.workAll();
    const retried = await retryRequest(ports(), account, await requestOf('R-3'), line, harness.nowMs);
    expect(retried).toMatchObject({ kind: 'in_index', record: { mpn: 'R-3' } });
  });
});
