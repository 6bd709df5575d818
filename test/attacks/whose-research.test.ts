/** Several accounts, one part, and one research for all: each pays for what it gets, and for nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomAlphanumeric } from '../../core/identifiers.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../core/money.ts';
import { findParts } from '../../core/index/lookup/find-parts.ts';
import type { Gtin14 } from '../../core/index/part-keys/gtin.ts';
import type { ItemIndex } from '../../core/index/items/item-index.ts';
import { researchPart } from '../../core/sourcing/research/research-part.ts';
import { valueOf } from '../support/fixtures/accounts.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { ResearchHarness, type AskedItem } from '../support/research/research-harness.ts';

let harness: ResearchHarness;
beforeAll(async () => {
  harness = await ResearchHarness.open();
});
afterAll(async () => harness.close());
beforeEach(() => {
  harness.nowMs = Date.UTC(2026, 10, 18, 12);
  harness.queue.messages.length = 0;
  harness.researcher.tasks.length = 0;
  harness.researcher.answer = (task) => ({ kind: 'found', record: { title: `A ${task.partNumber}` } });
});

async function account() {
  const { account: opened, client } = await harness.openAccount();
  return { accountId: opened.accountId, clientId: client.clientId };
}
const paid = async ({ accountId }: { accountId: string }) => (await harness.usage(accountId)).chargedNanoUsd;
const part = (part_number: string): AskedItem => ({ manufacturer: 'Norvane GmbH', part_number });

async function index(part_number: string) {
  const { writer } = harness;
  const record = { id: `itm_${randomAlphanumeric(8)}`, manufacturer: 'Norvane GmbH', mpn: part_number };
  valueOf(await writer.writeItem(recordOf(record)));
}

test('an item that research stores between a worker’s two reads is charged', async () => {
  const [first, second] = [await account(), await account()];
  const item = part(`RACE-${randomAlphanumeric(6)}`);
  await harness.ask(first.clientId, [item]);
  await harness.ask(second.clientId, [item]);
  const [ofFirst, ofSecond] = harness.queue.messages.splice(0);
  if (ofFirst === undefined || ofSecond === undefined) throw new Error('Two were asked for');
  const ports = harness.workerPorts();
  const slowIndex: ItemIndex = {
    manufacturers: () => harness.index.manufacturers(),
    readItems: (...args) => harness.index.readItems(...args),
    readNumbersAlike: (...args) => harness.index.readNumbersAlike(...args),
    async readKeys(...args) {
      // The other worker does all of its work while this one waits for its first response.
      expect(await harness.work(ofFirst)).toEqual({ kind: 'settled', state: 'found' });
      return harness.index.readKeys(...args);
    },
  };
  expect(await researchPart({ ...ports, index: slowIndex }, ofSecond)).toEqual({
    kind: 'settled',
    state: 'found',
  });
  expect(harness.researcher.tasks).toHaveLength(1);
  expect([await paid(first), await paid(second)]).toEqual([RESEARCH_PRICE_NANO_USD, RESEARCH_PRICE_NANO_USD]);
});

describe('two similar part numbers in one call', () => {
  test('stay separate if similar items are imported meanwhile: finding one does not charge the customer who requested the other', async () => {
    const [first, second] = [await account(), await account()];
    harness.researcher.answer = ({ partNumber }) =>
      partNumber === 'QBC1' ? { kind: 'found', record: { title: 'It' } } : { kind: 'not_found' };
    await harness.ask(first.clientId, [part('QBC1')]);
    await harness.ask(second.clientId, [part('Q-B-C1')]);
    for (const known of ['Q-BC1', 'QB-C1']) await index(known);
    await harness.workAll();
    expect(await harness.request(first.accountId, part('QBC1'))).toMatchObject({ state: 'found' });
    expect(await harness.request(second.accountId, part('Q-B-C1'))).toMatchObject({
      state: 'not_found',
      charged: false,
    });
    expect([await paid(first), await paid(second)]).toEqual([RESEARCH_PRICE_NANO_USD, 0]);
  });

  test('stay separate: one that is not found does not end the research of the other', async () => {
    const [first, second] = [await account(), await account()];
    harness.researcher.answer = ({ partNumber }) =>
      partNumber === 'R-BC2' ? { kind: 'found', record: { title: 'It' } } : { kind: 'not_found' };
    await harness.ask(first.clientId, [part('RBC-2')]);
    await harness.ask(second.clientId, [part('R-BC2')]);
    await harness.workAll();
    expect(await harness.request(first.accountId, part('RBC-2'))).toMatchObject({ state: 'not_found' });
    expect(await harness.request(second.accountId, part('R-BC2'))).toMatchObject({ state: 'found', charged: true });
  });

  test('share one research if they differ only in case or spacing', async () => {
    const [first, second] = [await account(), await account()];
    harness.researcher.answer = () => ({ kind: 'not_found' });
    await harness.ask(first.clientId, [part('same-3')]);
    await harness.ask(second.clientId, [part(' SAME-3 ')]);
    await harness.workAll();
    expect(harness.researcher.tasks).toHaveLength(1);
  });
});

describe('a researched item that claims another item’s GTIN', () => {
  const BARCODE = '04006381333931';
  const byBarcode = async () => {
    const [answer] = await findParts(harness.index, [{ by: 'gtin', gtin: BARCODE as Gtin14 }], []);
    return answer?.found;
  };

  test.each([['gtin'], ['upc']])(
    'as its %s is stored without it: look-ups by GTIN stay with the other item',
    async (field) => {
      const asker = await account();
      const { writer } = harness;
      const original = { id: 'itm_Origin01', manufacturer: 'Norvane GmbH', mpn: 'BC-ORIGINAL', gtin: BARCODE };
      valueOf(await writer.writeItem(recordOf({ ...original, confidence: 60 })));
      const item = part(`BC-THIEF-${field}`);
      const record = { title: 'Another thing', confidence: 100, [field]: '4006381333931' };
      harness.researcher.answer = () => ({ kind: 'found', record });
      await harness.ask(asker.clientId, [item]);
      await harness.workAll();
      expect(await harness.request(asker.accountId, item)).toMatchObject({ state: 'found', charged: true });
      expect((await byBarcode())?.id).toBe(original.id);
    },
  );

  test('keeps a GTIN that no item has', async () => {
    const asker = await account();
    harness.researcher.answer = () => ({ kind: 'found', record: { title: 'New', gtin: '96385074' } });
    const item = part('BC-NEW');
    await harness.ask(asker.clientId, [item]);
    await harness.workAll();
    const { itemId } = (await harness.request(asker.accountId, item)) ?? {};
    expect((await harness.index.readItems([itemId ?? ''], [])).get(itemId ?? '')?.gtin).toBe('00000096385074');
  });
});

test('an item that was deleted before the second account’s turn is researched again, and that account pays for this', async () => {
  const [first, second] = [await account(), await account()];
  const item = part('DELETED-1');
  await harness.ask(first.clientId, [item]);
  await harness.ask(second.clientId, [item]);
  const [ofFirst, ofSecond] = harness.queue.messages.splice(0);
  if (ofFirst === undefined || ofSecond === undefined) throw new Error('Two were asked for');
  await harness.work(ofFirst);
  const { itemId } = (await harness.request(first.accountId, item)) ?? {};
  const { writer } = harness;
  expect(await writer.deleteItem(itemId ?? '')).toBe(true);
  expect(await harness.work(ofSecond)).toEqual({ kind: 'settled', state: 'found' });
  const request = await harness.request(second.accountId, item);
  expect(request).toMatchObject({ state: 'found', charged: true });
  expect(request?.itemId).not.toBe(itemId);
  expect(harness.researcher.tasks).toHaveLength(2);
});
