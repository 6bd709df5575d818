/**
 * Drafts without an id against a real engine: they match the item that they belong to, with other writers at work,
 * and with a writer that dies at any point.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import type { ItemDraft } from '../../../../core/index/items/item-record.ts';
import type { KnownBy } from '../../../../core/sourcing/item-import/known-item.ts';
import { AmazonConflicts } from '../../../support/stores/amazon-conflicts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults, type FaultPlan } from '../../../support/stores/faulty-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const [EAN, OTHER_EAN] = ['04006381333931', '00036000291452'];

let tables: OpenTables;
beforeAll(async () => {
  tables = await openTables();
});
afterAll(() => tables.stop());
beforeEach(async () => {
  for (const { id } of await stored()) await writer().deleteItem(id);
});

function client(plan?: FaultPlan) {
  const documents = testClient(tables.endpoint);
  if (plan !== undefined) injectFaults(plan, documents);
  return documents;
}

const writer = (own = client()) => new DynamoItemWriter(own, tables.productIndexTable);

async function stored() {
  const { records: items, faults } = await checkIndex(client(), tables.productIndexTable);
  expect(faults).toEqual([]);
  return [...items.values()];
}

const { id: _, ...NOTHING } = recordOf({});

const draft = (fields: Partial<ItemDraft>): ItemDraft => ({
  ...NOTHING,
  manufacturer: 'Norvane',
  mpn: 'A-1',
  ...fields,
});

async function merge(fields: Partial<ItemDraft>, knownBy: KnownBy = 'number') {
  const merged = await writer().mergeItem(draft(fields), knownBy);
  return merged.ok ? merged.value : merged.reason;
}

describe('a draft without an id', () => {
  test('creates an item once, changes it if it differs, and keeps the fields that it omits', async () => {
    const made = await merge({ title: 'Gauge', gtin: EAN, keywords: ['dial'], attributes: { a: 1, b: 2 } });
    expect(made).toMatchObject({ outcome: 'created', itemId: expect.stringMatching(/^itm_\w{8}$/) as string });
    expect(await merge({ title: 'Gauge' })).toMatchObject({ outcome: 'unchanged' });
    const changed = await merge({ title: 'Dial', keywords: ['round'], attributes: { b: 3, c: 4 } });
    expect(changed).toMatchObject({ outcome: 'changed', overwritten: ['title', 'attributes'] });
    expect(await stored()).toMatchObject([
      { title: 'Dial', gtin: EAN, keywords: ['dial', 'round'], attributes: { a: 1, b: 3, c: 4 } },
    ]);
  });

  test('matches the item under an alias of its manufacturer, whose name stays, but under no other part number', async () => {
    await merge({ manufacturer: 'Texas Instruments', mpn: 'LM-358' });
    expect(await merge({ manufacturer: 'TI', mpn: ' lm-358', title: 'Op amp' })).toMatchObject({ outcome: 'changed' });
    expect(await merge({ manufacturer: 'TI', mpn: 'LM358' })).toMatchObject({ outcome: 'created' });
    const found = (await stored()).map(({ manufacturer, mpn }) => `${manufacturer} ${mpn}`).sort();
    expect(found).toEqual(['TI LM358', 'Texas Instruments LM-358']);
  });

  test('matches an item that was imported with an id', async () => {
    const item = recordOf({ id: 'itm_GivenId1', manufacturer: 'Norvane', mpn: 'A-1', title: 'Before' });
    await writer().writeItem(item);
    expect(await merge({ title: 'After' })).toMatchObject({ outcome: 'changed', itemId: 'itm_GivenId1' });
    expect(await stored()).toEqual([{ ...item, title: 'After' }]);
  });

  test('matches the item of its GTIN, and is refused if the part numbers differ', async () => {
    const made = await merge({ manufacturer: null, mpn: null, gtin: EAN, title: 'Pen' });
    expect(await merge({ mpn: 'A-1', gtin: EAN })).toMatchObject({ outcome: 'changed' });
    expect(await merge({ manufacturer: null, mpn: null, upc: '4006381333931' })).toMatchObject({ outcome: 'changed' });
    const [item] = await stored();
    expect(item).toMatchObject({ manufacturer: 'Norvane', mpn: 'A-1', title: 'Pen' });
    const itemId = item?.id;
    expect(made).toMatchObject({ itemId });
    expect(await merge({ mpn: 'A-2', gtin: EAN })).toEqual({ kind: 'barcode_of_another', itemId });
    await merge({ mpn: 'A-3' });
    expect(await merge({ mpn: 'A-3', gtin: EAN })).toEqual({ kind: 'barcode_of_another', itemId });
    expect(await stored()).toHaveLength(2);
  });

  test('creates an item per GTIN if items are identified by GTIN', async () => {
    await merge({ title: 'One' }, 'barcode');
    expect(await merge({ gtin: EAN }, 'barcode')).toMatchObject({ outcome: 'changed' });
    expect(await merge({ gtin: OTHER_EAN, title: 'Box of ten' }, 'barcode')).toMatchObject({ outcome: 'created' });
    expect(await merge({ gtin: OTHER_EAN, mpn: 'A-9' }, 'barcode')).toMatchObject({ outcome: 'changed' });
    const found = (await stored()).map(({ mpn, gtin, title }) => `${mpn} ${gtin} ${title}`).sort();
    expect(found).toEqual([`A-1 ${EAN} One`, `A-9 ${OTHER_EAN} Box of ten`]);
  });

  test('gets another id if its own belongs to another part', async () => {
    const made = await merge({});
    if (!('itemId' in made)) throw new Error('refused');
    await writer().writeItem(recordOf({ id: made.itemId, manufacturer: 'Norvane', mpn: 'Renamed' }));
    expect(await merge({})).toMatchObject({ outcome: 'created' });
    expect((await stored()).map(({ mpn }) => mpn).sort()).toEqual(['A-1', 'Renamed']);
  });
});

describe('one of many concurrent writers', () => {
  test('creates the item and the others change it, by any way of identifying it', async () => {
    const conflicts = new AmazonConflicts();
    const drafts = Array.from({ length: 24 }, (_, serial) =>
      serial % 3 === 0
        ? draft({ manufacturer: null, mpn: null, gtin: EAN, attributes: { [`a${serial}`]: 1 } })
        : draft({
            manufacturer: serial % 2 === 0 ? 'TI' : 'Texas Instruments',
            gtin: EAN,
            attributes: { [`a${serial}`]: 1 },
          }),
    );
    const merged = await Promise.all(drafts.map((one) => writer(conflicts.rule(client())).mergeItem(one, 'number')));
    expect(merged.filter((one) => one.ok && one.value.outcome === 'created')).toHaveLength(1);
    const [item, ...others] = await stored();
    expect(others).toEqual([]);
    expect(Object.keys(item?.attributes ?? {})).toHaveLength(24);
  });
});

describe('a writer that dies', () => {
  /** There are more postings than a transaction can contain. */
  const many = Array.from({ length: 95 }, (_, word) => `w${String.fromCharCode(97 + (word % 26))}q${word}`);
  const drafts = [
    draft({ gtin: EAN, title: 'First', keywords: many }),
    draft({ manufacturer: null, mpn: null, gtin: EAN, title: 'Second' }),
  ];
  const mergeAll = async (own = client()) => {
    for (const one of drafts) expect((await writer(own).mergeItem(one, 'number')).ok).toBe(true);
  };

  test('leaves, at any point, a table that a second run completes', async () => {
    await mergeAll();
    const expected = await stored();
    let deaths = 0;
    for (let isDead = true; isDead;) {
      for (const { id } of expected) await writer().deleteItem(id);
      const last = deaths + 1;
      isDead = await mergeAll(client(({ call }) => (call === last ? 'crash-after' : undefined))).then(
        () => false,
        () => true,
      );
      await mergeAll();
      expect(await stored()).toEqual(expected);
      deaths += Number(isDead);
    }
    expect(deaths).toBeGreaterThan(8);
  });
});
