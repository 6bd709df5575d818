import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { sectionKey } from '../../../../adapters/dynamodb/index/item-index-keys.ts';
import { findParts } from '../../../../core/index/lookup/find-parts.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { ITEM_SECTIONS } from '../../../../core/index/items/item-record.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import type { IndexKey } from '../../../../core/index/items/item-index.ts';
import type { Term } from '../../../../core/index/search/term.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults, seededFaults, type FaultPlan } from '../../../support/stores/faulty-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { recordOf, REGULATOR } from '../../../support/fixtures/item-records.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;
let table: string;
const id = (serial: number) => `itm_${String(serial).padStart(8, '0')}`;

beforeAll(async () => {
  tables = await openTables();
  table = tables.productIndexTable;
});
afterAll(() => tables.stop());
beforeEach(async () => {
  const { records: items } = await checkIndex(client(), table);
  for (const itemId of items.keys()) await writer().deleteItem(itemId);
});

function client(plan?: FaultPlan) {
  const documentClient = testClient(tables.endpoint);
  if (plan !== undefined) injectFaults(plan, documentClient);
  return documentClient;
}

const writer = (plan?: FaultPlan) => new DynamoItemWriter(client(plan), table);
const reader = (plan?: FaultPlan) => new DynamoItemIndex(client(plan), table);

async function lookUp(manufacturer: string, number: string): Promise<ItemRecord | null> {
  const question = {
    by: 'part',
    manufacturer,
    manufacturerKey: toManufacturerKey(manufacturer),
    part: partKey(number),
  } as const;
  const [answer] = await findParts(reader(), [{ ...question, verbatim: number }], []);
  return answer?.found ?? null;
}

/** An item with this many words, in addition to those of its part number and manufacturer. */
function wordy(words: number, fields: Partial<ItemRecord> = {}): ItemRecord {
  const keywords = Array.from(
    { length: words },
    (_, index) => `word${String.fromCharCode(97 + (index % 26))}q${index}`,
  );
  return recordOf({ ...REGULATOR, id: id(7), keywords, ...fields });
}

describe('a stored item', () => {
  test('reads back exactly, with the requested facts and no others', async () => {
    const odd: ItemRecord = recordOf({
      ...REGULATOR,
      attributes: { z: 1, a: [1e200, -0.5, null, { deep: { deeper: [[[[]]]] } }], '': '', __proto__x: 'Ω' },
      weight: { value: null, unit: 'g' },
      keywords: [],
    });
    await writer().writeItem(odd);
    const whole = (await reader().readItems([odd.id], ITEM_SECTIONS)).get(odd.id);
    expect(JSON.stringify(whole)).toBe(JSON.stringify(odd));
    const bare = (await reader().readItems([odd.id, 'itm_absent00'], ['media'])).get(odd.id);
    expect(bare).toEqual({ ...odd, attributes: null, keywords: null, sources: null });
  });

  test('is found under its manufacturer, its brand and its GTINs, and has every posting', async () => {
    await writer().writeItem(REGULATOR);
    expect((await lookUp('norvane', 'nv7805/2.5'))?.id).toBe(REGULATOR.id);
    expect((await lookUp('Norvane Semiconductor', 'NV-7805/2.5'))?.id).toBe(REGULATOR.id);
    const keys = [
      { by: 'gtin', gtin: '04006381333931' },
      { by: 'gtin', gtin: '00000096385074' },
    ] as IndexKey[];
    const copy = { ...REGULATOR, attributes: null, media: null, keywords: null, sources: null };
    expect(await reader().readKeys(keys)).toEqual([
      [{ itemId: REGULATOR.id, identity: copy, item: copy, large: {} }],
      [],
    ]);
    expect(await checkIndex(client(), table)).toMatchObject({ faults: [] });
  });

  test('lists its large fields by name, in steps of 16 kB, as copies and as names', async () => {
    const largeOf = async (gtin: string) =>
      (await reader().readKeys([{ by: 'gtin', gtin } as IndexKey]))[0]?.[0]?.large;
    const sized = (bytes: number, description: string | null = null) => ({
      ...REGULATOR,
      description,
      attributes: { a: 'x'.repeat(bytes) },
    });
    await writer().writeItem(sized(100_000));
    expect(await largeOf('04006381333931')).toEqual({ attributes: 112 });
    await writer().writeItem(sized(16_000));
    expect(await largeOf('04006381333931')).toEqual({});
    await writer().writeItem(sized(16_400, 'y'.repeat(40_000)));
    expect(await largeOf('04006381333931')).toEqual({ core: 48, attributes: 32 });
    expect(await checkIndex(client(), table)).toMatchObject({ faults: [] });
  });

  test('is not written again if nothing changed', async () => {
    expect(await writer().writeItem(REGULATOR)).toEqual({ ok: true, value: 'created' });
    expect(await writer().writeItem({ ...REGULATOR })).toEqual({ ok: true, value: 'unchanged' });
    const other = { ...REGULATOR, title: `${REGULATOR.title}, changed` };
    expect(await writer().writeItem(other)).toEqual({ ok: true, value: 'changed' });
  });

  test('is never found under a part number or manufacturer that it no longer has', async () => {
    await writer().writeItem(REGULATOR);
    await writer().writeItem({ ...REGULATOR, mpn: 'NV-1', brand: 'Other', gtin: null, upc: '036000291452' });
    expect(await lookUp('Norvane', 'NV-7805/2.5')).toBeNull();
    expect((await lookUp('Other', 'NV1'))?.id).toBe(REGULATOR.id);
    expect(await checkIndex(client(), table)).toMatchObject({ faults: [] });
  });

  test.each([10, 200])('leaves nothing behind if it changes or is deleted, with %i words', async (words) => {
    await writer().writeItem(wordy(words));
    await writer().writeItem(wordy(words, { confidence: 12, media: null, title: 'Anything else' }));
    expect(await checkIndex(client(), table)).toMatchObject({ faults: [], records: { size: 1 } });
    expect(await writer().deleteItem(id(7))).toBe(true);
    expect(await writer().deleteItem(id(7))).toBe(false);
    expect(await checkIndex(client(), table)).toMatchObject({ faults: [], records: { size: 0 } });
  });
});

describe('an item that cannot be stored is refused with its reason', () => {
  test.each([
    ['too_many_terms', wordy(300)],
    ['section_too_large', recordOf({ attributes: { long_description: 'x'.repeat(300_001) } })],
    [
      'record_too_large',
      recordOf({
        attributes: { a: 'x'.repeat(299_000) },
        keywords: null,
        sources: [{ url: 'y'.repeat(299_000) }],
        description: 'z'.repeat(9_000),
      }),
    ],
    ['record_too_large', recordOf({ description: 'x'.repeat(300_001) })],
  ])('%s', async (kind, item) => {
    expect(await writer().writeItem(item)).toMatchObject({ ok: false, reason: { kind } });
  });
});

describe('a reader of the index', () => {
  test('reads again, consistently, if it sees rows of two moments, and gives up after three tries', async () => {
    await writer().writeItem(REGULATOR);
    const torn = { ...sectionKey(REGULATOR.id, 'keywords'), json: '["old"]', digest: 'of another moment' };
    const whole = { ...torn, json: JSON.stringify(REGULATOR.keywords), digest: '' };
    const rows = await readRow(whole);
    await client().send(new PutCommand({ TableName: table, Item: torn }));
    await expect(reader().readItems([REGULATOR.id], ['keywords'])).rejects.toThrow('did not settle');
    expect((await reader().readItems([REGULATOR.id], ['media'])).size).toBe(1);
    // The section is repaired between the second and the third read.
    const reads: unknown[] = [];
    const healing = client(({ operation, input }) => {
      if (operation === 'BatchGetItem') reads.push(input);
      return undefined;
    });
    healing.middlewareStack.add(
      (next) => async (args) => {
        if (reads.length === 2) await client().send(new PutCommand({ TableName: table, Item: rows }));
        return next(args);
      },
      { step: 'initialize' },
    );
    const items = await new DynamoItemIndex(healing, table).readItems([REGULATOR.id], ['keywords']);
    expect(items.get(REGULATOR.id)?.keywords).toEqual(REGULATOR.keywords);
    expect(reads.map((input) => JSON.stringify(input).includes('"ConsistentRead":true'))).toEqual([false, true, true]);
  });

  test('loses nothing that DynamoDB leaves unprocessed', async () => {
    await writer().writeItem(REGULATOR);
    const leaves = seededFaults(3, 0.6, [{ unprocessed: 1 }, { unprocessed: 3 }]);
    const items = await reader(leaves).readItems([REGULATOR.id], ITEM_SECTIONS);
    expect(items.get(REGULATOR.id)).toEqual(REGULATOR);
  });

  test('pages through a posting list in order, highest confidence first', async () => {
    const confidences = [50, 99.9, null, 99.1, 100, 50];
    for (const [serial, confidence] of confidences.entries()) {
      await writer().writeItem(recordOf({ id: id(serial), title: 'Washer', confidence }));
    }
    const term = 'w:washer' as Term;
    const first = await reader().readPostings(term, undefined, 4);
    const rest = await reader().readPostings(term, first.postings.at(-1)?.position, 4);
    const serials = [...first.postings, ...rest.postings].map(({ position }) => Number(position.slice(8)));
    expect(serials).toEqual([4, 1, 3, 0, 5, 2]);
    expect([first.isLast, rest.isLast]).toEqual([false, true]);
  });
});

describe('insertItem', () => {
  test('inserts for one of eight concurrent calls for one part, and returns its item to the others', async () => {
    const offers = Array.from({ length: 8 }, (_, serial) => recordOf({ ...REGULATOR, id: id(serial) }));
    const results = await Promise.all(offers.map((item) => writer().insertItem(item)));
    const inserted = results.filter((result) => result.ok && result.value.inserted);
    expect(inserted).toHaveLength(1);
    const ids = results.map((result) => (result.ok ? result.value.item.id : 'refused'));
    expect(new Set(ids).size).toBe(1);
    expect(await checkIndex(client(), table)).toMatchObject({ faults: [], records: { size: 1 } });
  });

  test('inserts after the item of that part number is deleted or has another part number', async () => {
    await writer().writeItem(REGULATOR);
    await writer().writeItem({ ...REGULATOR, mpn: 'NV-2' });
    const again = { ...REGULATOR, id: id(9) };
    expect(await writer().insertItem(again)).toEqual({ ok: true, value: { inserted: true, item: again } });
  });
});

describe('two concurrent writers, killed at any point', () => {
  const versions = [
    wordy(150),
    wordy(40, { mpn: 'NV-2', title: 'Second' }),
    wordy(200, { confidence: 20, brand: 'Third', keywords: null }),
    wordy(130, { confidence: 90, gtin: '00036000291452' }),
  ];

  test('leave the old item or the new one after a crash of a write, and one repair fixes the rest', async () => {
    for (let call = 1; call <= 8; call += 1) {
      for (const fault of ['crash', 'crash-after'] as const) {
        await writer().writeItem(wordy(150, { confidence: 33 }));
        const dying = writer(({ call: now }) => (now === call ? fault : undefined));
        await dying.writeItem(wordy(140, { title: 'Rewritten', confidence: 80 })).catch(() => undefined);
        const found = (await reader().readItems([id(7)], ITEM_SECTIONS)).get(id(7));
        expect([wordy(150, { confidence: 33 }), wordy(140, { title: 'Rewritten', confidence: 80 })]).toContainEqual(
          found,
        );
        await writer().repairItem(id(7));
        expect(await checkIndex(client(), table)).toMatchObject({ faults: [] });
      }
    }
  });

  test('leave the item or none after a crash of a deletion, and one repair fixes the rest', async () => {
    for (let call = 1; call <= 6; call += 1) {
      await writer().writeItem(wordy(180));
      await writer(({ call: now }) => (now === call ? 'crash-after' : undefined))
        .deleteItem(id(7))
        .catch(() => undefined);
      await writer().repairItem(id(7));
      const { faults, records: items } = await checkIndex(client(), table);
      expect(faults).toEqual([]);
      if (items.size > 0) expect(items.get(id(7))).toEqual(wordy(180));
    }
  });

  test('leave every key and posting correct after a last write, for any mix of writes, deletions and crashes', async () => {
    const crash = (seed: number) =>
      seededFaults(seed, 0.08, ['crash', 'crash-after', 'conflict', 'answer-lost', 'throttled']);
    for (let round = 0; round < 3; round += 1) {
      const work = Array.from({ length: 6 }, async (_, who) => {
        for (let turn = 0; turn < 3; turn += 1) {
          const mortal = writer(crash(round * 100 + who * 10 + turn));
          const version = versions[(who + turn + round) % versions.length] ?? REGULATOR;
          await (turn === 1 && who === 0 ? mortal.deleteItem(id(7)) : mortal.writeItem(version)).catch(() => undefined);
        }
      });
      const readings = Promise.all(work).then(() => 'done');
      while ((await Promise.race([readings, readOnce()])) !== 'done');
      await writer().repairItem(id(7));
      expect((await checkIndex(client(), table)).faults).toEqual([]);
      await writer().writeItem(versions[round % versions.length] ?? REGULATOR);
      const { faults, records: items } = await checkIndex(client(), table);
      expect(faults).toEqual([]);
      expect(items.get(id(7))).toEqual(versions[round % versions.length]);
    }
  });

  /** Reads once during a write: a reader sees one complete version, no item, or an error, never a mixture. */
  async function readOnce(): Promise<string> {
    const read = await reader()
      .readItems([id(7)], ITEM_SECTIONS)
      .catch((error: Error) => error.name);
    if (typeof read === 'string') expect(read).toBe('TornRecordError');
    const found = typeof read === 'string' ? undefined : read.get(id(7));
    if (found !== undefined) expect(versions).toContainEqual(found);
    return 'read';
  }

  test('lose none of several items that share a key', async () => {
    const shared = Array.from({ length: 12 }, (_, serial) =>
      recordOf({ id: id(serial), manufacturer: 'Acme', mpn: 'A-1' }),
    );
    await Promise.all(shared.map((item) => writer().writeItem(item)));
    const [entries] = await reader().readKeys([
      { by: 'part', manufacturerKey: toManufacturerKey('acme'), part: partKey('a1') },
    ]);
    expect(entries).toHaveLength(12);
    expect(await checkIndex(client(), table)).toMatchObject({ faults: [] });
  });
});

async function readRow(key: { pk: string; sk: string }) {
  const { Item } = await client().send(new GetCommand({ TableName: table, Key: { pk: key.pk, sk: key.sk } }));
  return Item;
}
