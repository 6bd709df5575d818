/** list_my_catalogs and get_catalog_items on the wire, over the real adapters. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { ROW_OUTCOMES, type Catalog, type RowOutcome } from '../../../core/catalogs/rows/catalog.ts';
import { readCatalogSequence } from '../../../core/catalogs/rows/catalog-id.ts';
import { newAccountId } from '../../../core/identifiers.ts';
import { openAccount, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import type { HandlerAnswer } from '../../support/service/gateway.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

let service: McpService;
let store: DynamoCatalogStore;
let mine: OpenedAccount;
let theirs: OpenedAccount;
/** The catalog has 120 rows: one in ten is found, the item of row 60 is deleted, and the rest is not found. */
let catalog: Catalog;

beforeAll(async () => {
  service = await startMcpService();
  store = new DynamoCatalogStore(testClient(service.tables.endpoint), service.tables.accountsTable);
  valueOf(await service.writer.writeItem(REGULATOR));
  [mine, theirs] = [await open({}), await open({})];
  catalog = await newCatalog(store, mine.account.accountId, 'Spring list');
  for (let before = 0; before < 120; before += 40) {
    const rows = Array.from({ length: 40 }, (_, index) => rowOf(before + index + 1));
    const [from, to] = [before, before + 40].map((at) => ({ rows: at, bytes: at }));
    if (from === undefined || to === undefined) continue;
    await store.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
  }
  await store.completeImport(catalog, { rows: 120, bytes: 120 }, Date.UTC(2026, 10, 18, 13));
});
afterAll(() => service.stop());

function rowOf(row: number) {
  const outcome: RowOutcome = row % 10 === 0 ? 'cache_hit' : row % 33 === 0 ? 'error' : 'not_found';
  const itemId = row === 60 ? 'itm_Deleted1' : outcome === 'cache_hit' ? REGULATOR.id : null;
  return catalogRow(row, { outcome, itemId, itemNumber: `#${row}`, supplier: 'Norvane', partNumber: `P-${row}` });
}

const open = (wanted: Parameters<typeof openAccount>[2]) =>
  openAccount(service.store, service.tables.accountsTable, wanted);
const keyOf = ({ client, secret }: OpenedAccount) => `${client.clientId}:${secret}`;
const call = (name: string, args: unknown, account = mine): Promise<HandlerAnswer> =>
  service.send(toolCall(name, args, keyOf(account)));
const list = async (args: object, account = mine) =>
  (await call('list_my_catalogs', args, account)).json.result.structuredContent;
const rows = async (args: object, account = mine) =>
  (await call('get_catalog_items', { catalog_id: catalog.catalogId, ...args }, account)).json.result.structuredContent;
/** An error without the members that differ in every response. */
const refusal = ({ statusCode, json }: HandlerAnswer) => {
  const { _meta: meta, content, isError } = json.result;
  return { statusCode, content, isError, error: meta['com.service/error'], usage: meta['com.service/usage'] };
};

describe('list_my_catalogs', () => {
  test('shows a catalog with a count for every outcome, free, and the address of the dashboard', async () => {
    const answer = await call('list_my_catalogs', {});
    expect(answer.json.result.structuredContent).toEqual({
      catalogs: [
        {
          id: catalog.catalogId,
          name: 'Spring list',
          status: 'complete',
          created_at: '2026-11-18T12:00:00.000Z',
          completed_at: '2026-11-18T13:00:00.000Z',
          rows: {
            ...Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])),
            total: 120,
            cache_hit: 12,
            not_found: 105,
            error: 3,
          },
        },
      ],
      next_cursor: null,
      dashboard_url: 'https://dashboard.example.com',
    });
    expect(answer.json.result.content[0].text).toBe('1 catalog, newest first.');
    expect(answer.json.result._meta['com.service/usage'].tokens_billed).toBe(0);
  });

  test('lists newest first, page by page, each catalog once; a cursor of 0 is the beginning', async () => {
    const account = await open({});
    for (let number = 1; number <= 23; number += 1)
      await newCatalog(store, account.account.accountId, `List ${number}`);
    const first = await list({ cursor: 0 }, account);
    expect(first.catalogs).toHaveLength(20);
    expect(first.next_cursor).toBe(4);
    const names: string[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page: { catalogs: { name: string }[]; next_cursor: number | null } = await list(
        { limit: 5, cursor },
        account,
      );
      names.push(...page.catalogs.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(names).toEqual(Array.from({ length: 23 }, (_, index) => `List ${23 - index}`));
  });
});

describe('the state of a matched part', () => {
  const obsolete = { ...REGULATOR, attributes: { lifecycle: { status: 'obsolete' } } };
  const messageOf = async (account: OpenedAccount) => {
    const own = await newCatalog(store, account.account.accountId, 'States');
    const [from, to] = [
      { rows: 0, bytes: 0 },
      { rows: 1, bytes: 1 },
    ];
    const row = catalogRow(1, { outcome: 'cache_hit', itemId: REGULATOR.id });
    await store.appendRows({ ...own, into: 'importing', runId: 'run', from, to, rows: [row] });
    return (await rows({ catalog_id: own.catalogId }, account)).rows[0].message as string | undefined;
  };

  test('is in the message of its row if it is known and not active, for accounts that may be billed', async () => {
    expect((await messageOf(mine)) ?? '').not.toContain('This part');
    valueOf(await service.writer.writeItem(obsolete));
    expect(await messageOf(mine)).toContain('This part is obsolete.');
    expect((await messageOf(await open({ billingState: 'past_due' }))) ?? '').not.toContain('obsolete');
    valueOf(await service.writer.writeItem(REGULATOR));
  });
});

describe('get_catalog_items', () => {
  test('returns rows in order, each with a summary of the current item, null if that is gone', async () => {
    const { title, gtin, confidence, manufacturer, mpn, id } = REGULATOR;
    const page = await rows({ outcome: ['cache_hit'], limit: 6 });
    expect(page.catalog_id).toBe(catalog.catalogId);
    expect(page.dashboard_url).toBe('https://dashboard.example.com');
    expect(page.next_cursor).toBe(60);
    expect(page.rows[0]).toEqual({
      row: 10,
      outcome: 'cache_hit',
      your_item_number: '#10',
      supplier: 'Norvane',
      supplier_part_number: 'P-10',
      item: { id, manufacturer, mpn, title, gtin, confidence },
    });
    expect(page.rows[5]).toMatchObject({ row: 60, outcome: 'cache_hit', item: null });
    valueOf(await service.writer.writeItem({ ...REGULATOR, title: 'A new title' }));
    expect((await rows({ cursor: 9, limit: 1 })).rows[0].item.title).toBe('A new title');
  });

  test('returns several outcomes in row order and page by page, each row once', async () => {
    const seen: number[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page: { rows: { row: number }[]; next_cursor: number | null } = await rows({
        outcome: ['error', 'cache_hit', 'error'],
        limit: 4,
        cursor,
      });
      seen.push(...page.rows.map(({ row }) => row));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([10, 20, 30, 33, 40, 50, 60, 66, 70, 80, 90, 99, 100, 110, 120]);
  });

  test('returns 50 rows by default, of all outcomes, and no cursor on the last page', async () => {
    const first = await rows({});
    expect(first.rows).toHaveLength(50);
    expect(first.next_cursor).toBe(50);
    const last = await rows({ cursor: 100, outcome: [] });
    expect(last.rows).toHaveLength(20);
    expect(last.next_cursor).toBeNull();
    expect((await rows({ cursor: 2 ** 53 - 1 })).rows).toEqual([]);
  });

  // The round trips are the caller's rows, the catalog's rows, their items, and the assistant's activity.
  test('takes four sequential round trips for any outcomes', async () => {
    service.observed.reset();
    await rows({ outcome: ['cache_hit', 'error'] });
    expect(service.observed.depth()).toBeLessThanOrEqual(4);
  });
});

describe('the arguments of catalog tools', () => {
  test.each([
    ['list_my_catalogs', { limit: 0 }, 'limit'],
    ['list_my_catalogs', { limit: 101 }, 'limit'],
    ['list_my_catalogs', { cursor: -1 }, 'cursor'],
    ['list_my_catalogs', { cursor: 1.5 }, 'cursor'],
    ['list_my_catalogs', { cursor: '-1' }, 'cursor'],
    ['list_my_catalogs', { cursor: '5.0' }, 'cursor'],
    ['list_my_catalogs', { cursor: 'five' }, 'cursor'],
    ['list_my_catalogs', { status: 'complete' }, 'status'],
    ['get_catalog_items', { catalog_id: 'x'.repeat(21) }, 'catalog_id'],
    ['get_catalog_items', { catalog_id: 'cat_1', outcome: ['found'] }, 'outcome[0]'],
    ['get_catalog_items', { catalog_id: 'cat_1', limit: 101 }, 'limit'],
    ['get_catalog_items', { catalog_id: 'cat_1', account_id: 'acc_1' }, 'account_id'],
  ])('of %s are refused if %j, with the field', async (tool, args, field) => {
    const { error, usage } = refusal(await call(tool, args));
    expect(error).toMatchObject({ code: 'invalid_parameter', field });
    expect(usage.tokens_billed).toBe(0);
  });

  test('may be integers written as text', async () => {
    expect(await list({ cursor: '5' })).toEqual(await list({ cursor: 5 }));
    const page = await rows({ cursor: '50', limit: '2' });
    expect(page.rows).toHaveLength(2);
    expect(page).toEqual(await rows({ cursor: 50, limit: 2 }));
  });

  test('of get_catalog_items must name a catalog', async () => {
    expect(refusal(await call('get_catalog_items', {})).error).toMatchObject({
      code: 'missing_parameter',
      field: 'catalog_id',
    });
  });

  test.each(['list_my_catalogs', 'get_catalog_items'])('of %s need the scope catalogs:read', async (tool) => {
    const account = await open({ scopes: ['items:read', 'usage:read'] });
    const answer = await call(tool, { catalog_id: catalog.catalogId }, account);
    expect(answer.statusCode).toBe(403);
    expect(answer.headers?.['www-authenticate']).toContain('scope="catalogs:read"');
  });
});

describe('two accounts', () => {
  test('never see each other’s catalogs, by their ids, by guessed ids, or with any cursor', async () => {
    const theirCatalog = await newCatalog(store, theirs.account.accountId, 'Their list');
    const nobodys = refusal(await call('get_catalog_items', { catalog_id: 'cat_000001AAAAAAAA' }));
    expect(nobodys).toMatchObject({
      statusCode: 200,
      isError: true,
      error: { code: 'not_found', field: 'catalog_id' },
    });
    const { accountId } = mine.account;
    const tail = catalog.catalogId.slice(10);
    const guesses = [
      catalog.catalogId,
      catalog.catalogId.toUpperCase(),
      ` ${catalog.catalogId}`,
      ...Array.from({ length: 12 }, (_, index) => `cat_${index.toString(36).padStart(6, '0')}${tail}`),
      ...[
        '',
        '1',
        '000000001',
        'cat_',
        '#',
        'ROW#000000001',
        '../../',
        '__proto__',
        '%',
        '\u0000',
        accountId,
        `${accountId}#`,
      ],
    ];
    for (const guess of guesses) {
      const pages = [{}, { cursor: 0 }, { cursor: 59, limit: 100 }, { outcome: ['cache_hit'], cursor: 1 }];
      const asked = pages.map((page) => call('get_catalog_items', { catalog_id: guess.slice(0, 20), ...page }, theirs));
      for (const answer of await Promise.all(asked)) expect(refusal(answer)).toEqual(nobodys);
    }
    expect(readCatalogSequence(theirCatalog.catalogId)).toBe(readCatalogSequence(catalog.catalogId));
    expect(refusal(await call('get_catalog_items', { catalog_id: theirCatalog.catalogId }))).toEqual(nobodys);
    for (const cursor of [0, 1, 2, 3, 1e9, 2 ** 53 - 1]) {
      const names = (await list({ cursor, limit: 100 }, theirs)).catalogs.map(({ name }: { name: string }) => name);
      expect(names.filter((name: string) => name !== 'Their list')).toEqual([]);
    }
    expect((await list({}, theirs)).catalogs).toHaveLength(1);
  });

  test('leave no catalog behind: a deleted catalog, and those of a deleted account, are missing immediately', async () => {
    const lost = await newCatalog(store, newAccountId());
    const deleted = await newCatalog(store, mine.account.accountId, 'Deleted');
    await store.removeCatalog(deleted, 0);
    for (const { catalogId } of [lost, deleted]) {
      expect(refusal(await call('get_catalog_items', { catalog_id: catalogId })).error.code).toBe('not_found');
    }
    expect((await list({})).catalogs.map(({ name }: { name: string }) => name)).not.toContain('Deleted');
  });
});
