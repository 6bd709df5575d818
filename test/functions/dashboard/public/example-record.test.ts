/** The item that the home page shows, and the reads that it costs. */
import { describe, expect, test } from 'vitest';
import { countTokens } from '../../../../core/billing/meter/charge-for-items.ts';
import { selectFields, showItem } from '../../../../core/index/items/item-selection.ts';
import type { StoredItem } from '../../../../core/index/items/item-lifecycle.ts';
import { Example } from '../../../../functions/dashboard/public/example-record.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { MINUTE_MS } from '../../../../core/time.ts';

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

const exampleIn = (index: ReturnType<typeof indexOf>, itemId: string | undefined = RECORD.id) =>
  new Example(index, async () => index.items, itemId);

describe('the example item of the home page', () => {
  test('is the item that the stage names, read without its facts', async () => {
    const index = indexOf(recordOf({ id: 'itm_Another1' }), RECORD);
    const shown = await exampleIn(index).record(0);
    expect(shown).toMatchObject({ manufacturer: 'Solmira', partNumber: 'CC 1027 X', need: 'Capacitor, 4.7 µF' });
    expect(index.reads).toEqual([[RECORD.id]]);
  });

  test('costs the tokens that a search is billed for it', async () => {
    const shown = await exampleIn(indexOf(RECORD)).record(0);
    expect(shown?.tokens).toBe(countTokens(showItem(RECORD, selectFields({ defaults: 'lookup' }))));
    expect(shown?.tokens).toBeGreaterThan(20);
  });

  test('is asked for by a need without the names of the part, and shown only if a search for it finds the item', async () => {
    const title = 'Solmira CC 1027 X – ceramic capacitor, 4.7 µF';
    const asked: string[] = [];
    const shownOf = (found: readonly { id: string }[], record: StoredItem) =>
      new Example(indexOf(record), async (query) => (asked.push(query), found), RECORD.id).record(0);
    expect(await shownOf([RECORD], { ...RECORD, title })).toMatchObject({
      need: 'ceramic capacitor, 4.7 µF',
      isMade: false,
    });
    expect(asked).toEqual(['ceramic capacitor, 4.7 µF']);
    expect(await shownOf([{ id: 'itm_Another1' }], { ...RECORD, title })).toBeUndefined();
    expect(await shownOf([RECORD], { ...RECORD, title: 'Solmira, CC 1027 X' })).toBeUndefined();
  });

  test('is missing, and not read, if the stage names none', async () => {
    const index = indexOf(RECORD);
    expect([await new Example(index, async () => [], undefined).record(0), index.reads]).toEqual([undefined, []]);
  });

  test('is missing if the index lacks it, or it lacks the fields that an example call needs', async () => {
    expect(await exampleIn(indexOf()).record(0)).toBeUndefined();
    expect(await exampleIn(indexOf({ ...RECORD, mpn: null })).record(0)).toBeUndefined();
  });

  test('is read once in ten minutes, for any number of concurrent visitors', async () => {
    const index = indexOf(RECORD);
    const example = exampleIn(index);
    await Promise.all([0, 0, 1, 10 * MINUTE_MS].map((nowMs) => example.record(nowMs)));
    expect(index.reads.length).toBe(1);
    index.items = [];
    expect(await example.record(10 * MINUTE_MS + 1)).toBeUndefined();
    expect(index.reads.length).toBe(2);
  });

  test('stays as it is while the index cannot be read', async () => {
    const index = indexOf(RECORD);
    const example = exampleIn(index);
    await example.record(0);
    index.isDown = true;
    expect(await example.record(11 * MINUTE_MS)).toMatchObject({ partNumber: 'CC 1027 X' });
  });
});
