/**
 * The rows of part numbers and GTINs: the result of one read, and that their copies are never older than the item.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { keyRow } from '../../../../adapters/dynamodb/index/item-index-keys.ts';
import type { PartByNumber } from '../../../../core/index/lookup/find-part.ts';
import { findParts } from '../../../../core/index/lookup/find-parts.ts';
import type { Gtin14 } from '../../../../core/index/part-keys/gtin.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { numbersAlike } from '../../../../core/index/lookup/similar-part-numbers.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import { AmazonConflicts } from '../../../support/stores/amazon-conflicts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults, seededFaults } from '../../../support/stores/faulty-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openLoadedIndex } from '../../../support/index/loaded-index.ts';
import { observe } from '../../../support/stores/observed-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const BARCODE = '04006381333931';
let tables: OpenTables;
let table: string;

beforeAll(async () => {
  tables = await openTables();
  table = tables.productIndexTable;
});
afterAll(() => tables.stop());
beforeEach(async () => {
  const { records: items } = await checkIndex(client(), table);
  await Promise.all([...items.keys()].map((itemId) => writer().deleteItem(itemId)));
});

const client = () => testClient(tables.endpoint);
const writer = (own = client()) => new DynamoItemWriter(own, table);
const reader = (own = client()) => new DynamoItemIndex(own, table);
const id = (serial: number) => `itm_${String(serial).padStart(8, '0')}`;

function question(manufacturer: string, number: string): PartByNumber {
  return {
    by: 'part',
    manufacturer,
    manufacturerKey: toManufacturerKey(manufacturer),
    part: partKey(number),
    verbatim: number,
  };
}

/** An item of the part number by its own manufacturer, of about 500 bytes like real ones. */
function made(serial: number, number: string, fields: Partial<ItemRecord> = {}): ItemRecord {
  const description = `${number} as manufacturer ${serial} makes it. `.padEnd(330, 'x');
  return recordOf({
    id: id(serial),
    manufacturer: `Manufacturer ${serial}`,
    mpn: number,
    confidence: 50,
    description,
    ...fields,
  });
}

async function find(manufacturer: string, number: string, index = reader()): Promise<ItemRecord | null | undefined> {
  const [answer] = await findParts(index, [question(manufacturer, number)], []);
  return answer?.found;
}

async function numberRow(number: string) {
  const { pk, sk } = keyRow({ by: 'part', part: partKey(number) });
  return (await client().send(new GetCommand({ TableName: table, Key: { pk, sk } }))).Item ?? {};
}

async function inTurns(items: readonly ItemRecord[], writers: number, own = client): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const write = async () => {
    const mine = writer(own());
    for (const item of waiting) expect(await mine.writeItem(item)).toMatchObject({ ok: true });
  };
  await Promise.all(Array.from({ length: writers }, write));
}

describe('one read of a part number', () => {
  it('finds the item and its other manufacturers; facts, and a row of more than 4 kB, need a second read', async () => {
    await inTurns(
      Array.from({ length: 4 }, (_, serial) => made(serial, '1N4148')),
      1,
    );
    const own = client();
    const index = reader(own);
    await find('Manufacturer 0', '1N4148', index);
    const observed = observe(own);
    expect(await find('manufacturer 3', '1n4148', index)).toEqual(made(3, '1N4148'));
    expect([observed.depth(), observed.readUnits()]).toEqual([1, 0.5]);
    observed.reset();
    const [whole] = await findParts(index, [question('Manufacturer 3', '1N4148')], ['keywords']);
    expect([whole?.found?.id, observed.depth()]).toEqual([id(3), 2]);

    await inTurns(
      Array.from({ length: 16 }, (_, place) => made(place + 4, '1N4148')),
      1,
    );
    const row = await numberRow('1N4148');
    const forms = Object.entries(row).flatMap(([name, entry]) => (name.startsWith('itm_') ? [typeof entry] : []));
    expect(forms.filter((form) => form === 'string').length).toBeGreaterThanOrEqual(7);
    expect(forms).toContain('object');
    observed.reset();
    expect(await find('Manufacturer 19', '1N4148', index)).toEqual(made(19, '1N4148'));
    expect([observed.depth(), observed.readUnits()]).toEqual([2, 1.5]);
    const [entries = []] = await index.readKeys([question('Manufacturer 0', '1N4148')]);
    expect(entries.map(({ identity }) => identity?.manufacturer)).toHaveLength(20);
    expect((await checkIndex(client(), table)).faults).toEqual([]);
  });

  it('counts only filings: a new manufacturer is a filing, a new description is not', async () => {
    await writer().writeItem(made(1, 'C-1'));
    const { changes } = await numberRow('C-1');
    await writer().writeItem(made(1, 'C-1', { description: 'Another' }));
    expect(await numberRow('C-1')).toMatchObject({ changes, [id(1)]: expect.stringContaining('Another') as string });
    await writer().writeItem(made(1, 'C-1', { manufacturer: 'Another' }));
    expect(await numberRow('C-1')).toMatchObject({ changes: Number(changes) + 1 });
  });
});

describe('a part number of more than 200 items', () => {
  it('refuses none of them, finds each by its manufacturer, and keeps nothing of deleted ones', async () => {
    const items = Array.from({ length: 212 }, (_, serial) => made(serial, 'N/A', { gtin: BARCODE }));
    for (const item of items) await writer().writeItem(item);
    expect(await numberRow('N/A')).toMatchObject({ apart: 12 });
    expect((await checkIndex(client(), table)).faults).toEqual([]);
    for (const serial of [0, 150, 199, 200, 211])
      expect((await find(`Manufacturer ${serial}`, 'n/a'))?.id).toBe(id(serial));
    const [surest] = [made(205, 'N/A', { gtin: BARCODE, confidence: 99, brand: 'Second name' })];
    await writer().writeItem(surest ?? items[0] ?? made(0, ''));
    expect((await find('Second Name', 'N/A'))?.id).toBe(id(205));
    const [byBarcode] = await findParts(reader(), [{ by: 'gtin', gtin: BARCODE as Gtin14 }], []);
    expect(byBarcode?.found?.id).toBe(id(205));
    await writer().writeItem(made(206, 'Other'));
    await writer().deleteItem(id(207));
    expect(await find('Manufacturer 206', 'N/A')).toBeNull();
    expect((await find('Manufacturer 206', 'Other'))?.id).toBe(id(206));
    expect(await numberRow('N/A')).toMatchObject({ apart: 10 });
    expect((await checkIndex(client(), table)).faults).toEqual([]);
    await writer().repairItem(id(205));
    expect((await checkIndex(client(), table)).faults).toEqual([]);
    const again = await writer().insertItem({ ...made(300, 'N/A'), manufacturer: 'Manufacturer 211' });
    expect(again).toMatchObject({ ok: true, value: { inserted: false, item: { id: id(211) } } });
  });

  it('is read for one manufacturer only if more than a thousand are stored separately', async () => {
    const loaded = await openLoadedIndex();
    const items = Array.from({ length: 1_300 }, (_, serial) => made(serial, 'N/A'));
    await loaded.load([...items, made(1_300, 'N/A', { manufacturer: 'Texas Instruments' })]);
    const own = loaded.client();
    const index = new DynamoItemIndex(own, loaded.tableName);
    const observed = observe(own);
    expect((await find('Manufacturer 1299', 'N/A', index))?.id).toBe(id(1299));
    expect((await find('Manufacturer 7', 'N/A', index))?.id).toBe(id(7));
    expect((await find('TI', 'N/A', index))?.id).toBe(id(1_300));
    expect(observed.readUnits()).toBeLessThan(18);
    await loaded.stop();
  });
});

describe('the copy of an item in its index rows', () => {
  it('is never older than the item, while many writers conflict, wait, lose responses and die', async () => {
    let compared = 0;
    for (let round = 0; round < 6; round += 1) {
      const conflicts = new AmazonConflicts();
      const mortal = (seed: number) => {
        const own = conflicts.rule(client());
        injectFaults(seededFaults(seed, 0.12, [{ slowMs: 30 }, 'conflict', 'answer-lost', 'crash-after']), own);
        return writer(own);
      };
      const work = Array.from({ length: 12 }, async (_, who) => {
        for (let turn = 0; turn < 4; turn += 1) {
          // Two writers for each item, with long texts and short ones, so that the row is full at times.
          const serial = who % 6;
          const description = `${round} ${who} ${turn} `.padEnd((who + turn) % 3 === 0 ? 1_500 : 40, 'y');
          const brand = turn % 2 === 0 ? null : `Brand ${who}`;
          const mine = mortal(round * 1_000 + who * 10 + turn);
          const write =
            turn === 2 && who === 0
              ? mine.deleteItem(id(serial))
              : mine.writeItem(made(serial, 'SHARED-1', { description, brand, gtin: BARCODE }));
          await write.catch(() => undefined);
        }
      });
      await Promise.all(work);
      const { faults, records: items } = await checkIndex(client(), table);
      expect(faults).toEqual([]);
      compared += 2 * items.size;
    }
    expect(compared).toBeGreaterThan(60);
  });

  it('is written even if the row that was read seemed up to date', async () => {
    // The row is full, so the entry has only names; while the writer waits, another writer of the same item turns it
    // into a copy.
    await inTurns(
      Array.from({ length: 12 }, (_, serial) => made(serial, 'TRAP')),
      1,
    );
    expect(typeof (await numberRow('TRAP'))[id(11)]).toBe('object');
    const slow = client();
    slow.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const answer = await next(args);
          const rows = (answer.output as { Responses?: Record<string, { sk: string }[]> }).Responses?.[table] ?? [];
          if (commandName !== 'BatchGetItemCommand' || interfered) return answer;
          interfered = true;
          // Between the reads of the key row and of CORE: the old key row and the new CORE.
          for (const serial of [0, 1, 2]) await writer().deleteItem(id(serial));
          await writer().writeItem(made(11, 'TRAP', { description: 'Written in between' }));
          const now = (
            await client().send(new GetCommand({ TableName: table, Key: { pk: `ITEM#${id(11)}`, sk: 'CORE' } }))
          ).Item;
          const place = rows.findIndex(({ sk }) => sk === 'CORE');
          rows[place] = now as { sk: string };
          return answer;
        },
      { step: 'initialize', name: 'interfere', priority: 'low' },
    );
    let interfered = false;
    expect(await writer(slow).writeItem(made(11, 'TRAP', { description: 'Written last' }))).toMatchObject({ ok: true });
    expect(interfered).toBe(true);
    expect((await find('Manufacturer 11', 'TRAP'))?.description).toBe('Written last');
    expect((await checkIndex(client(), table)).faults).toEqual([]);
  });
});

describe('under Amazon’s rule for conflicting transactions', () => {
  it('eight writers of one part number store all of their items', async () => {
    const conflicts = new AmazonConflicts();
    const items = Array.from({ length: 40 }, (_, serial) => made(serial, '1N4148'));
    await inTurns(items, 8, () => conflicts.rule(client()));
    expect(conflicts.cancelled).toBeGreaterThan(8);
    const { faults, records: stored } = await checkIndex(client(), table);
    expect([faults, stored.size]).toEqual([[], 40]);
  });

  it('of ten inserts for each of eight manufacturers of one part number, eight succeed and the others get the existing item', async () => {
    const conflicts = new AmazonConflicts();
    const offers = Array.from({ length: 80 }, (_, serial) =>
      made(serial, 'INSERTED-1', { manufacturer: `Manufacturer ${serial % 8}` }),
    );
    const results = await Promise.all(offers.map((item) => writer(conflicts.rule(client())).insertItem(item)));
    expect(results.filter((result) => result.ok && result.value.inserted)).toHaveLength(8);
    const ids = results.map((result) => (result.ok ? result.value.item.id : 'refused'));
    expect(new Set(ids).size).toBe(8);
    const { faults, records: items } = await checkIndex(client(), table);
    expect([faults, items.size]).toEqual([[], 8]);
  });
});

describe('similar part numbers', () => {
  const alike = async (manufacturer: string, number: string) =>
    (await numbersAlike(reader(), question(manufacturer, number))).map((entry) => entry.number);

  it('are up to three that begin with the requested one, those of the requested manufacturer first', async () => {
    const numbers = ['FT232RL', 'FT232RQ', 'FT232BL', 'FT232H', 'FT231XS', 'LM317', 'LM317_TO-220', 'LM31'];
    await inTurns(
      numbers.map((number, serial) => made(serial, number, { manufacturer: 'FTDI' })),
      2,
    );
    await writer().writeItem(made(20, 'FT232-Other', { manufacturer: 'Somebody' }));
    expect(await alike('ftdi', 'ft-232')).toEqual(['FT232BL', 'FT232H', 'FT232RL']);
    expect(await alike('Somebody', 'FT232')).toEqual(['FT232-Other']);
    expect(await alike('FTDI', 'LM317')).toEqual(['LM317_TO-220', 'LM31']);
    expect(await alike('FTDI', 'FT2')).toHaveLength(3);
    expect(await alike('FTDI', 'FT')).toEqual([]);
    expect(await alike('FTDI', 'XY232')).toEqual([]);
  });

  it('include the part number without its packaging suffix, which is never treated as the same', async () => {
    await inTurns(
      ['FT232RL', 'FT232', 'FT2'].map((number, serial) => made(serial, number, { manufacturer: 'FTDI' })),
      1,
    );
    expect(await alike('FTDI', 'FT232RL-REEL')).toEqual(['FT232RL', 'FT232']);
    expect(await find('FTDI', 'FT232RL-REEL')).toBeNull();
  });
});
