import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoManufacturerAliasStore } from '../../../../adapters/dynamodb/index/dynamo-manufacturer-alias-store.ts';
import { DynamoManufacturerTableStore } from '../../../../adapters/dynamodb/index/dynamo-manufacturer-table-store.ts';
import {
  addManufacturerAlias,
  MAX_ALIAS_LENGTH,
  MAX_ALIASES,
  removeManufacturerAlias,
} from '../../../../core/index/manufacturers/administer-manufacturers.ts';
import type { ManufacturerTable } from '../../../../core/index/manufacturers/manufacturer-table.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { NOON_MS, OPERATOR } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

describe('operators’ aliases of manufacturers', () => {
  let tables: OpenTables;
  let client: ReturnType<typeof testClient>;
  let store: DynamoManufacturerAliasStore;
  let nowMs = NOON_MS;

  beforeAll(async () => {
    tables = await openTables();
    client = testClient(tables.endpoint);
    store = new DynamoManufacturerAliasStore(client, tables.accountsTable);
  });
  afterAll(async () => {
    client.destroy();
    await tables.stop();
  });

  const tableStore = () => new DynamoManufacturerTableStore(client, tables.accountsTable, { nowMs: () => nowMs });
  const meaning = (table: ManufacturerTable, name: string) =>
    table.manufacturersOf(toManufacturerKey(name)).map((manufacturer) => manufacturer.name);
  const alias = (spelling: string, manufacturer: string) =>
    addManufacturerAlias(store, { spelling, manufacturer }, OPERATOR, nowMs);

  test('take effect after at most a minute, and are read from memory before', async () => {
    const manufacturers = tableStore();
    expect(meaning(await manufacturers.current(), 'Wile')).toEqual([]);
    expect(await alias('Wile', 'Texas Instruments')).toMatchObject({ ok: true });
    nowMs += 59_999;
    expect(meaning(await manufacturers.current(), 'Wile')).toEqual([]);
    expect(meaning(await tableStore().current(), 'Wile')).toEqual(['Texas Instruments']);
    nowMs += 1;
    const [one, other] = await Promise.all([manufacturers.current(), manufacturers.current()]);
    expect(meaning(one, 'wile inc')).toEqual(['Texas Instruments']);
    expect(other).toBe(one);
    expect(await manufacturers.cached()).toBe(one);
  });

  test('are kept if a read fails, and read again by the next caller', async () => {
    let failing = false;
    const faulty = testClient(tables.endpoint, { maxAttempts: 1 });
    faulty.middlewareStack.add(
      (next) => (args) => (failing ? Promise.reject(new Error('storage is down')) : next(args)),
      { step: 'initialize' },
    );
    const manufacturers = new DynamoManufacturerTableStore(faulty, tables.accountsTable, { nowMs: () => nowMs });
    await manufacturers.current();
    nowMs += 60_000;
    failing = true;
    await expect(manufacturers.current()).rejects.toThrow('storage is down');
    expect(meaning(await manufacturers.cached(), 'Wile')).toEqual(['Texas Instruments']);
    failing = false;
    expect(meaning(await manufacturers.current(), 'Wile')).toEqual(['Texas Instruments']);
    faulty.destroy();
  });

  test('are recorded in the audit trail with the actor, the old and the new value', async () => {
    await alias('Coyote', 'Vishay');
    await alias('Coyote', 'ROHM');
    await removeManufacturerAlias(store, 'COYOTE', OPERATOR, nowMs);
    await removeManufacturerAlias(store, 'TI', OPERATOR, nowMs);
    const trail = new DynamoAdministrationStore(client, tables.accountsTable);
    const lines = (await trail.listStageLines(20)).filter(({ details }) => details['spelling'] !== 'Wile');
    expect(lines.map(({ who, what, details }) => [who, what, details['before'], details['after']])).toEqual(
      expect.arrayContaining([
        ['test', 'manufacturer.alias', null, 'Vishay'],
        ['test', 'manufacturer.alias', 'Vishay', 'ROHM'],
        ['test', 'manufacturer.unalias', 'ROHM', null],
        ['test', 'manufacturer.unalias', 'Texas Instruments', null],
      ]),
    );
    expect(meaning(await tableStore().current(), 'TI')).toEqual([]);
    await removeManufacturerAlias(store, 'TI', OPERATOR, nowMs);
    expect(meaning(await tableStore().current(), 'TI')).toEqual(['Texas Instruments']);
  });

  test.each([
    ['Texas Instruments', 'texas instruments inc.', 'means_it_already'],
    ['Wile', 'TI', 'means_it_already'],
    ['   ', 'TI', 'blank_name'],
    ['Road Runner', '***', 'blank_name'],
    ['x'.repeat(MAX_ALIAS_LENGTH + 1), 'TI', 'name_too_long'],
  ])('refuse %j for %j', async (spelling, manufacturer, kind) => {
    expect(await alias(spelling, manufacturer)).toEqual({ ok: false, reason: { kind } });
  });

  test('cannot be removed if they do not exist', async () => {
    expect(await removeManufacturerAlias(store, 'Nobody at all', OPERATOR, nowMs)).toEqual({
      ok: false,
      reason: { kind: 'unknown_spelling' },
    });
  });

  test('are not lost if operators change them concurrently', async () => {
    const results = await Promise.all(['A1', 'A2', 'A3'].map((spelling) => alias(spelling, 'Vishay')));
    const told = results.filter(({ ok }) => ok).length;
    const { aliases } = await store.readAliases();
    expect(aliases.filter(({ spelling }) => /^A\d$/.test(spelling))).toHaveLength(told);
    expect(told).toBeGreaterThan(0);
  });

  test('fill their row to the last, and are refused beyond', async () => {
    const { aliases, revision } = await store.readAliases();
    const name = (place: number) => `${'村'.repeat(MAX_ALIAS_LENGTH - 6)}${place}`;
    const full = Array.from({ length: MAX_ALIASES - aliases.length }, (_, place) => ({
      spelling: name(place),
      manufacturer: name(place + 1_000),
    }));
    const line = { who: 'test', what: 'manufacturer.alias' as const, details: {}, atMs: nowMs };
    expect(await store.writeAliases([...aliases, ...full], revision, line)).toBe(true);
    expect(await alias('One more', 'TI')).toEqual({ ok: false, reason: { kind: 'too_many_aliases' } });
    expect(await store.writeAliases(aliases, revision, line)).toBe(false);
  });
});
