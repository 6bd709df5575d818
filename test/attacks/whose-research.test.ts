/** Several accounts, one part, and research that one does for all: each pays for what it gets, and for nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../functions/adapters/dynamodb/dynamo-item-writer.ts';
import { randomAlphanumeric } from '../../functions/core/identifiers.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../functions/core/money.ts';
import { candidateIds, decideFind, type PartQuestion } from '../../functions/core/products/find-part.ts';
import type { Gtin14 } from '../../functions/core/products/gtin.ts';
import type { ProductIndex } from '../../functions/core/products/product-index.ts';
import { researchPart } from '../../functions/core/enrichment/research-part.ts';
import { abandonRequest } from '../../functions/core/enrichment/settle-enrichment.ts';
import { openAccount, valueOf } from '../support/accounts.ts';
import { recordOf } from '../support/item-records.ts';
import { ResearchHouse, type AskedItem } from '../support/research-house.ts';

let house: ResearchHouse;
beforeAll(async () => {
  house = await ResearchHouse.open();
});
afterAll(async () => house.close());
beforeEach(() => {
  house.nowMs = Date.UTC(2026, 10, 18, 12);
  house.queue.messages.length = 0;
  house.researcher.tasks.length = 0;
  house.researcher.answer = (task) => ({ kind: 'found', record: { title: `A ${task.partNumber}` } });
});

async function account() {
  const { account: opened, client } = await openAccount(house.client, house.tables.accountsTable);
  return { accountId: opened.accountId, clientId: client.clientId };
}
const paid = async ({ accountId }: { accountId: string }) => (await house.usage(accountId)).chargedNanoUsd;
const part = (part_number: string): AskedItem => ({ manufacturer: 'Norvane GmbH', part_number });

async function index(part_number: string) {
  const writer = new DynamoItemWriter(house.client, house.tables.productIndexTable);
  const record = { id: `itm_${randomAlphanumeric(8)}`, manufacturer: 'Norvane GmbH', mpn: part_number };
  valueOf(await writer.writeItem(recordOf(record)));
}

test('a record that research stores between a worker’s two reads is paid for', async () => {
  const [first, second] = [await account(), await account()];
  const item = part(`RACE-${randomAlphanumeric(6)}`);
  await house.ask(first.clientId, [item]);
  await house.ask(second.clientId, [item]);
  const [ofFirst, ofSecond] = house.queue.messages.splice(0);
  if (ofFirst === undefined || ofSecond === undefined) throw new Error('Two were asked for');
  const services = house.workerServices();
  const slowIndex: ProductIndex = {
    readItems: (...args) => house.products.readItems(...args),
    async readKeys(...args) {
      // The other worker does all of its work while this one waits for its first answer.
      expect(await house.work(ofFirst)).toEqual({ kind: 'settled', state: 'found' });
      return house.products.readKeys(...args);
    },
  };
  expect(await researchPart({ ...services, products: slowIndex }, ofSecond)).toEqual({
    kind: 'settled',
    state: 'found',
  });
  expect(house.researcher.tasks).toHaveLength(1);
  expect([await paid(first), await paid(second)]).toEqual([RESEARCH_PRICE_NANO_USD, RESEARCH_PRICE_NANO_USD]);
});

describe('two numbers that only look alike, asked for at once', () => {
  test('where their likes are in the index: one that is found is not charged to who asked for the other', async () => {
    const [first, second] = [await account(), await account()];
    for (const known of ['Q-BC1', 'QB-C1']) await index(known);
    house.researcher.answer = ({ partNumber }) =>
      partNumber === 'QBC1' ? { kind: 'found', record: { title: 'It' } } : { kind: 'not_found' };
    await house.ask(first.clientId, [part('QBC1')]);
    await house.ask(second.clientId, [part('Q-B-C1')]);
    await house.workAll();
    expect(await house.request(first.accountId, part('QBC1'))).toMatchObject({ state: 'found' });
    expect(await house.request(second.accountId, part('Q-B-C1'))).toMatchObject({ state: 'not_found', charged: false });
    expect([await paid(first), await paid(second)]).toEqual([RESEARCH_PRICE_NANO_USD, 0]);
  });

  test('one that is not found does not end the research of the other', async () => {
    const [first, second] = [await account(), await account()];
    house.researcher.answer = ({ partNumber }) =>
      partNumber === 'R-BC2' ? { kind: 'found', record: { title: 'It' } } : { kind: 'not_found' };
    await house.ask(first.clientId, [part('RBC-2')]);
    await house.ask(second.clientId, [part('R-BC2')]);
    await house.workAll();
    expect(await house.request(first.accountId, part('RBC-2'))).toMatchObject({ state: 'not_found' });
    expect(await house.request(second.accountId, part('R-BC2'))).toMatchObject({ state: 'found', charged: true });
  });

  test('the same number, in other case or spacing, is still one research for both', async () => {
    const [first, second] = [await account(), await account()];
    house.researcher.answer = () => ({ kind: 'not_found' });
    await house.ask(first.clientId, [part('same-3')]);
    await house.ask(second.clientId, [part(' SAME-3 ')]);
    await house.workAll();
    expect(house.researcher.tasks).toHaveLength(1);
  });
});

describe('a record of research that claims another record’s barcode', () => {
  const BARCODE = '04006381333931';
  const byBarcode = async () => {
    const keys = [{ by: 'gtin' as const, gtin: BARCODE as Gtin14 }];
    const entries = await house.products.readKeys(keys);
    const records = await house.products.readItems(candidateIds(entries), []);
    return decideFind(keys[0] as PartQuestion, entries[0] ?? [], records).found;
  };

  test.each([['gtin'], ['upc']])(
    'as its %s is stored without it: look-ups by barcode stay with who had it',
    async (field) => {
      const asker = await account();
      const writer = new DynamoItemWriter(house.client, house.tables.productIndexTable);
      const original = { id: 'itm_Origin01', manufacturer: 'Norvane GmbH', mpn: 'BC-ORIGINAL', gtin: BARCODE };
      valueOf(await writer.writeItem(recordOf({ ...original, confidence: 60 })));
      const item = part(`BC-THIEF-${field}`);
      const record = { title: 'Another thing', confidence: 100, [field]: '4006381333931' };
      house.researcher.answer = () => ({ kind: 'found', record });
      await house.ask(asker.clientId, [item]);
      await house.workAll();
      expect(await house.request(asker.accountId, item)).toMatchObject({ state: 'found', charged: true });
      expect((await byBarcode())?.id).toBe(original.id);
    },
  );

  test('that nobody has keeps it', async () => {
    const asker = await account();
    house.researcher.answer = () => ({ kind: 'found', record: { title: 'New', gtin: '96385074' } });
    const item = part('BC-NEW');
    await house.ask(asker.clientId, [item]);
    await house.workAll();
    const { itemId } = (await house.request(asker.accountId, item)) ?? {};
    expect((await house.products.readItems([itemId ?? ''], [])).get(itemId ?? '')?.gtin).toBe('00000096385074');
  });
});

test('a record that was deleted before the second account’s turn is not charged to it', async () => {
  const [first, second] = [await account(), await account()];
  const item = part('DELETED-1');
  await house.ask(first.clientId, [item]);
  await house.ask(second.clientId, [item]);
  const [ofFirst, ofSecond] = house.queue.messages.splice(0);
  if (ofFirst === undefined || ofSecond === undefined) throw new Error('Two were asked for');
  await house.work(ofFirst);
  const { itemId } = (await house.request(first.accountId, item)) ?? {};
  const writer = new DynamoItemWriter(house.client, house.tables.productIndexTable);
  expect(await writer.deleteItem(itemId ?? '')).toBe(true);
  expect(await house.work(ofSecond)).toMatchObject({ kind: 'busy' });
  expect(await house.request(second.accountId, item)).toMatchObject({ state: 'queued', charged: false });
  // Given up after its last delivery, it costs nothing, and asking again researches the part anew.
  expect(await abandonRequest(house.store, ofSecond, 'given_up', { evenLeased: false }, house.nowMs)).toBe('ended');
  expect(await house.usage(second.accountId)).toMatchObject({ chargedNanoUsd: 0, reservedNanoUsd: 0 });
  house.nowMs += 60_000;
  await house.ask(second.clientId, [item]);
  await house.workAll();
  expect(await house.request(second.accountId, item)).toMatchObject({ state: 'found', charged: true });
  expect(house.researcher.tasks).toHaveLength(2);
});
