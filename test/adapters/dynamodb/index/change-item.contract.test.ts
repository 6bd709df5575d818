/**
 * Changes of one item against a real engine, with other writers at work, and with a writer that dies at any point.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { setMembers } from '../../../../core/sourcing/item-import/set-members.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { AmazonConflicts } from '../../../support/stores/amazon-conflicts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults, type FaultPlan } from '../../../support/stores/faulty-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const NOW = Date.parse('2027-01-02T03:04:05Z');
const GAUGE = recordOf({
  id: 'itm_Gauge001',
  manufacturer: 'Norvane',
  mpn: 'A-1',
  title: 'Dial gauge',
  attributes: { lifecycle: { status: 'active' }, physical: { package: 'box' } },
});

let tables: OpenTables;
beforeAll(async () => {
  tables = await openTables();
});
afterAll(() => tables.stop());
beforeEach(async () => {
  await writer().writeItem(GAUGE);
});

function client(plan?: FaultPlan) {
  const documents = testClient(tables.endpoint);
  if (plan !== undefined) injectFaults(plan, documents);
  return documents;
}

/** A client that does something else right before its call with this number. */
function beforeCall(number: number, act: () => Promise<void>) {
  const documents = client();
  let calls = 0;
  documents.middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      if (calls === number) await act();
      return next(args);
    },
    { step: 'finalizeRequest', name: 'beforeCall', priority: 'low' },
  );
  return documents;
}

const writer = (own = client()) => new DynamoItemWriter(own, tables.productIndexTable);
const change = (itemId: string, changes: readonly (readonly [string, string])[], own = client()) =>
  writer(own).changeItem(itemId, (known) =>
    setMembers(
      known,
      changes.map(([member, value]) => ({ member, value })),
      NOW,
    ),
  );

async function stored(): Promise<ItemRecord> {
  const { records: items, faults } = await checkIndex(client(), tables.productIndexTable);
  expect(faults).toEqual([]);
  return items.get(GAUGE.id) ?? recordOf({});
}

describe('changeItem', () => {
  test('changes the named fields with all their index rows, and writes nothing the second time', async () => {
    const changes = [
      ['title', 'Lever gauge'],
      ['lifecycle.status', 'obsolete'],
      ['mpn', 'A-2'],
    ] as const;
    expect(await change(GAUGE.id, changes)).toMatchObject({ value: { outcome: 'changed', before: { mpn: 'A-1' } } });
    expect(await stored()).toMatchObject({
      title: 'Lever gauge',
      mpn: 'A-2',
      attributes: { lifecycle: { status: 'obsolete', as_of: '2027-01-02' }, physical: { package: 'box' } },
    });
    expect(await change(GAUGE.id, changes)).toMatchObject({ ok: true, value: { outcome: 'unchanged' } });
  });

  test('writes nothing if the change is refused, and does not find a missing item', async () => {
    expect(await change(GAUGE.id, [['confidence', 'high']])).toMatchObject({ reason: { kind: 'invalid_value' } });
    const words = Array.from({ length: 300 }, (_, place) => `word${place}`).join(';');
    expect(await change(GAUGE.id, [['keywords', words]])).toMatchObject({ reason: { kind: 'too_many_terms' } });
    expect(await stored()).toEqual({ ...GAUGE, lifecycle: { status: 'active' } });
    expect(await change('itm_Nowhere1', [['title', 'x']])).toBeUndefined();
  });

  test('keeps the values of many concurrent writers', async () => {
    const conflicts = new AmazonConflicts();
    const members = Array.from({ length: 12 }, (_, place) => `attributes.a${place}`);
    await Promise.all(members.map((member) => change(GAUGE.id, [[member, 'set']], conflicts.rule(client()))));
    expect(Object.keys((await stored()).attributes ?? {})).toHaveLength(members.length + 2);
  });

  test('keeps the fields that another writer sets before any of its calls', async () => {
    let isReached = true;
    for (let call = 1; isReached; call += 1) {
      await writer().writeItem(GAUGE);
      isReached = false;
      const own = beforeCall(call, async () => {
        isReached = true;
        await change(GAUGE.id, [['title', 'Theirs']]);
      });
      await change(GAUGE.id, [['attributes.mine', 'set']], own);
      const expected = { title: isReached ? 'Theirs' : 'Dial gauge', attributes: { mine: 'set' } };
      expect(await stored(), `before call ${call}`).toMatchObject(expected);
    }
  });

  test(
    'leaves the old item or the new one, wherever its writer dies, and a second run ends with the new one',
    { timeout: 120_000 },
    async () => {
      const changes = [
        [
          'keywords',
          Array.from({ length: 95 }, (_, place) => `wq${String.fromCharCode(97 + (place % 26))}${place}`).join(';'),
        ],
        ['lifecycle.status', 'obsolete'],
      ] as const;
      await change(GAUGE.id, changes);
      const expected = await stored();
      let deaths = 0;
      for (let isDead = true; isDead;) {
        await writer().writeItem(GAUGE);
        const last = deaths + 1;
        const dying = client(({ call }) => (call === last ? 'crash-after' : undefined));
        isDead = await change(GAUGE.id, changes, dying).then(
          () => false,
          () => true,
        );
        const [seen] = await writer()
          .changeItem(GAUGE.id, (known) => ({ ok: true, value: known }))
          .then((same) => (same?.ok === true ? [same.value.before] : []));
        expect([null, 95]).toContain(seen?.keywords?.length ?? null);
        await change(GAUGE.id, changes);
        expect(await stored()).toEqual(expected);
        deaths += Number(isDead);
      }
      expect(deaths).toBeGreaterThan(4);
    },
  );
});
