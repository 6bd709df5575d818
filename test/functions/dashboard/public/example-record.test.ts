/** The item that the home page shows, and the reads that it costs. */
import { describe, expect, test } from 'vitest';
import { countTokens } from '../../../../core/billing/meter/charge-for-items.ts';
import { selectFields, showItem } from '../../../../core/index/items/item-selection.ts';
import type { StoredItem } from '../../../../core/index/items/item-lifecycle.ts';
import { Example } from '../../../../functions/dashboard/public/example-record.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';

const MINUTE_MS = 60_000;
const RECORD = recordOf({ id: 'itm_Example1', manufacturer: 'Solmira', mpn: 'CC 1027 X', title: 'Capacitor, 4.7 µF' });

/** An index that counts its reads. */
function indexOf(...items: readonly StoredItem[]) {
  const reads: (readonly string[])[] = [];
  const index = {
    items: [...items],
    isDown: false,
    reads,
    async readItems(ids: readonly string[], sections: readonly string[]) {
      reads.push([...ids, ...sections]);
      if (index.isDown) throw new Error('The table is throttled.');
      return new Map(index.items.filter(({ id }) => ids.includes(id)).map((item) => [item.id, item]));
    },
  };
  return index;
}

describe('the example item of the home page', () => {
  test('is the item that the stage names, read without its facts', async () => {
    const index = indexOf(recordOf({ id: 'itm_Another1' }), RECORD);
    const shown = await new Example(index, RECORD.id).record(0);
    expect(shown).toMatchObject({ manufacturer: 'Solmira', partNumber: 'CC 1027 X', title: 'Capacitor, 4.7 µF' });
    expect(index.reads).toEqual([[RECORD.id]]);
  });

  test('costs the tokens that a look-up of it would be billed', async () => {
    const shown = await new Example(indexOf(RECORD), RECORD.id).record(0);
    const { fields } = selectFields({ defaults: 'lookup' });
    expect(shown?.tokens).toBe(countTokens(showItem(RECORD, { fields, sections: [] })));
    expect(shown?.tokens).toBeGreaterThan(20);
  });

  test('is missing, and not read, if the stage names none', async () => {
    const index = indexOf(RECORD);
    expect([await new Example(index, undefined).record(0), index.reads]).toEqual([undefined, []]);
  });

  test('is missing if the index lacks it, or it lacks the fields that an example call needs', async () => {
    expect(await new Example(indexOf(), RECORD.id).record(0)).toBeUndefined();
    expect(await new Example(indexOf({ ...RECORD, mpn: null }), RECORD.id).record(0)).toBeUndefined();
  });

  test('is read once in ten minutes, for any number of concurrent visitors', async () => {
    const index = indexOf(RECORD);
    const example = new Example(index, RECORD.id);
    await Promise.all([0, 0, 1, 10 * MINUTE_MS].map((nowMs) => example.record(nowMs)));
    expect(index.reads.length).toBe(1);
    index.items = [];
    expect(await example.record(10 * MINUTE_MS + 1)).toBeUndefined();
    expect(index.reads.length).toBe(2);
  });

  test('stays as it is while the index cannot be read', async () => {
    const index = indexOf(RECORD);
    const example = new Example(index, RECORD.id);
    await example.record(0);
    index.isDown = true;
    expect(await example.record(11 * MINUTE_MS)).toMatchObject({ partNumber: 'CC 1027 X' });
  });
});
