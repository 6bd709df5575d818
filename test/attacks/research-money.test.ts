/**
 * The cost of research to an account, attacked by customers who want it for less, with others' money, or without limit.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemWriter } from '../../core/sourcing/item-import/item-writer.ts';
import { setAccount } from '../../core/access/administration/administer-accounts.ts';
import { requestForAccount } from '../../core/sourcing/enrichment/enrich-for-account.ts';
import { numberName } from '../../core/sourcing/enrichment/enrichment-request.ts';
import { randomAlphanumeric } from '../../core/identifiers.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../core/money.ts';
import { requestEnrichmentTool } from '../../core/api/tools/definitions/request-enrichment.ts';
import { valueOf } from '../support/fixtures/accounts.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { nameOf, ResearchHarness, type AskedItem, type ToolOutcome } from '../support/research/research-harness.ts';

const PRICE = RESEARCH_PRICE_NANO_USD;
const OPERATOR = { who: 'test' };

let harness: ResearchHarness;
let writer: ItemWriter;
beforeAll(async () => {
  harness = await ResearchHarness.open();
  writer = harness.writer;
});
afterAll(async () => harness.close());
beforeEach(() => {
  harness.nowMs = Date.UTC(2026, 10, 18, 12);
  harness.queue.messages.length = 0;
  harness.queue.sent.length = 0;
  harness.researcher.tasks.length = 0;
  harness.researcher.answer = (task) => ({ kind: 'found', record: { title: `A ${task.partNumber}` } });
});

async function account(wanted: Parameters<typeof harness.openAccount>[0] = {}) {
  const opened = await harness.openAccount(wanted);
  return { account: opened.account, accountId: opened.account.accountId, clientId: opened.client.clientId };
}
const part = (part_number: string): AskedItem => ({ manufacturer: 'Norvane GmbH', part_number });
/** Similar part numbers that no other test uses: `-` where the template has one. */
const alike = (...templates: string[]): AskedItem[] => {
  const stem = randomAlphanumeric(6).toUpperCase();
  return templates.map((template) => part(template.replace('*', stem)));
};
const oneOf = (items: readonly AskedItem[], place = 0): AskedItem => items[place] ?? part('missing');
const entriesOf = (answer: ToolOutcome) => valueOf(answer).structured.results;
const statusesOf = (answer: ToolOutcome) => entriesOf(answer).map(({ status }) => status);
const chargedTo = async ({ accountId }: { accountId: string }) => (await harness.usage(accountId)).chargedNanoUsd;
async function index(item: AskedItem, id = `itm_${randomAlphanumeric(8)}`): Promise<string> {
  valueOf(await writer.writeItem(recordOf({ id, manufacturer: item.manufacturer, mpn: item.part_number, title: 'T' })));
  return id;
}

describe('similar part numbers', () => {
  test('in one call are researched and charged separately', async () => {
    const asker = await account();
    const items = alike('X-1*2', 'X1-*2');
    expect(statusesOf(await harness.ask(asker.clientId, items))).toEqual(['queued', 'queued']);
    expect(await harness.usage(asker.accountId)).toMatchObject({ reservedNanoUsd: 2 * PRICE });
    await harness.workAll();
    expect(harness.researcher.tasks.map(({ partNumber }) => partNumber)).toEqual(items.map((item) => item.part_number));
    const found = await Promise.all(items.map((item) => harness.request(asker.accountId, item)));
    expect(found).toMatchObject([
      { state: 'found', charged: true },
      { state: 'found', charged: true },
    ]);
    expect(new Set(found.map((request) => request?.itemId)).size).toBe(2);
    expect(await harness.usage(asker.accountId)).toMatchObject({ chargedNanoUsd: 2 * PRICE, reservedNanoUsd: 0 });
  });

  test('that the provider treats as one part are charged once, and become one item', async () => {
    const asker = await account();
    const items = alike('Y-1*2', 'Y1-*2');
    const record = { title: 'It', mpn: oneOf(items).part_number };
    harness.researcher.answer = () => ({ kind: 'found', record });
    await harness.ask(asker.clientId, items);
    await harness.workAll();
    const found = await Promise.all(items.map((item) => harness.request(asker.accountId, item)));
    expect(found).toMatchObject([
      { state: 'found', charged: true },
      { state: 'found', charged: false },
    ]);
    expect(new Set(found.map((request) => request?.itemId)).size).toBe(1);
    expect(await harness.usage(asker.accountId)).toMatchObject({ chargedNanoUsd: PRICE, reservedNanoUsd: 0 });
  });

  test('do not block each other if one was not found', async () => {
    const asker = await account();
    const [first, second] = alike('Z-*12', 'Z*1-2');
    harness.researcher.answer = () => ({ kind: 'not_found' });
    await harness.ask(asker.clientId, [first ?? part('')]);
    await harness.workAll();
    const answer = await harness.ask(asker.clientId, [first ?? part(''), second ?? part('')]);
    expect(entriesOf(answer).map(({ status, error_code }) => [status, error_code])).toEqual([
      ['refused', 'not_found'],
      ['queued', null],
    ]);
  });

  test('do not make each other free if one was paid for', async () => {
    const asker = await account();
    const [first, second] = alike('W-*12', 'W*1-2');
    await harness.ask(asker.clientId, [first ?? part('')]);
    await harness.workAll();
    const { itemId } = (await harness.request(asker.accountId, first ?? part(''))) ?? {};
    await writer.deleteItem(itemId ?? '');
    harness.nowMs += 60_000;
    const prices = entriesOf(await harness.ask(asker.clientId, [first ?? part(''), second ?? part('')]));
    expect(prices.map(({ enrich_price }) => enrich_price)).toEqual(['0.00', '0.15']);
  });

  test.each([2, 5])(
    'in the index, %i of them and none exact, cause a conflict with three candidates',
    async (count) => {
      const asker = await account();
      const known = alike(...['V-*ABCD', 'V*-ABCD', 'V*A-BCD', 'V*AB-CD', 'V*ABC-D'].slice(0, count));
      for (const item of known) await index(item);
      const spelled = oneOf(known).part_number.replaceAll('-', '');
      const [entry, again] = entriesOf(
        await harness.ask(asker.clientId, [part(spelled), part(spelled.replace('A', '-A-'))]),
      );
      for (const answer of [entry, again])
        expect(answer).toMatchObject({ status: 'refused', error_code: 'conflict', enrich_price: null });
      const numbers = known.map((item) => item.part_number).sort();
      for (const number of numbers) expect(entry?.message).not.toContain(number);
      const shown = numbers.slice(0, 3).map((part_number) => ({ manufacturer: 'Norvane GmbH', part_number }));
      expect(entry).toMatchObject({ candidates: shown });
      expect(harness.queue.sent).toEqual([]);
      expect(await harness.store.listRequests(asker.accountId)).toEqual([]);
    },
  );

  test('in the index are not shown to a caller that may not be billed, in any refusal', async () => {
    const known = alike('U-*AB', 'U*-AB');
    for (const item of known) await index(item);
    const spelled = part(oneOf(known).part_number.replace('-', ''));
    const unable = [{ kind: 'test' }, { billingState: 'past_due' }, { planCode: null }] as const;
    const used = { spendingCapCents: 0, terms: { tokensIncluded: 0 } };
    for (const wanted of [...unable, used]) {
      const answer = await harness.ask((await account(wanted)).clientId, [spelled]);
      expect(answer.ok).toBe(false);
      expect(JSON.stringify(answer)).not.toContain(oneOf(known).part_number);
    }
  });

  test('do not share an item if a worker dies between starting one and its result', async () => {
    const asker = await account();
    const items = alike('S-1*2', 'S1-*2');
    await harness.ask(asker.clientId, items);
    const [ofFirst, ofSecond] = harness.queue.messages.splice(0);
    if (ofFirst === undefined || ofSecond === undefined) throw new Error('Two were asked for');
    await harness.work(ofFirst);
    harness.researcher.answer = () => {
      throw new Error('Killed');
    };
    await expect(harness.work(ofSecond)).rejects.toThrow('Killed');
    harness.researcher.answer = () => ({ kind: 'found', record: { title: 'The other' } });
    harness.nowMs += 5 * 60_000;
    expect(await harness.work(ofSecond)).toEqual({ kind: 'settled', state: 'found' });
    expect(await chargedTo(asker)).toBe(2 * PRICE);
  });
});

describe('a suspended or closed account', () => {
  test.each(['suspended', 'closed'] as const)(
    '%s: enrichment requests not yet started are released, and no provider is asked',
    async (status) => {
      const asker = await account();
      const items = alike(...Array.from({ length: 10 }, (_, place) => `N${place}-*`));
      await harness.ask(asker.clientId, items);
      const store = harness.administration;
      valueOf(await setAccount(store, asker.accountId, { status }, OPERATOR, harness.nowMs));
      const messages = [...harness.queue.messages];
      expect(await harness.workAll()).toEqual(Array.from({ length: 10 }, () => ({ kind: 'account_inactive' })));
      expect(harness.researcher.tasks).toEqual([]);
      expect(await harness.usage(asker.accountId)).toMatchObject({
        reservedNanoUsd: 0,
        chargedNanoUsd: 0,
        researchNanoUsd: 0,
      });
      expect(await harness.request(asker.accountId, oneOf(items))).toMatchObject({
        state: 'failed',
        failure: 'account_inactive',
      });
      for (const message of messages) expect(await harness.work(message)).toEqual({ kind: 'void' });
      // Once it is active again, it may request again.
      valueOf(await setAccount(store, asker.accountId, { status: 'active' }, OPERATOR, harness.nowMs));
      expect(statusesOf(await harness.ask(asker.clientId, items.slice(0, 1)))).toEqual(['queued']);
    },
  );

  test('keeps a request that another worker has started', async () => {
    const asker = await account();
    const [item] = alike('O-*');
    await harness.ask(asker.clientId, [item ?? part('')]);
    const [message] = harness.queue.messages.splice(0);
    if (message === undefined) throw new Error('One was asked for');
    const store = harness.administration;
    harness.researcher.answer = async () => {
      valueOf(await setAccount(store, asker.accountId, { status: 'suspended' }, OPERATOR, harness.nowMs));
      expect(await harness.work(message)).toEqual({ kind: 'leased' });
      return { kind: 'found', record: { title: 'A part' } };
    };
    expect(await harness.work(message)).toEqual({ kind: 'settled', state: 'found' });
    expect(await chargedTo(asker)).toBe(PRICE);
  });
});

describe('a researched item', () => {
  test('that is deleted and imported again under its id after a new request is not charged, because no research found it', async () => {
    const [first, second] = [await account(), await account()];
    const [item] = alike('P-*');
    if (item === undefined) throw new Error('One is made');
    await harness.ask(first.clientId, [item]);
    await harness.workAll();
    const { itemId = '' } = (await harness.request(first.accountId, item)) ?? {};
    await writer.deleteItem(itemId ?? '');
    for (const laterMs of [1, 60_000]) {
      harness.nowMs += laterMs;
      expect(statusesOf(await harness.ask(second.clientId, [item]))).toEqual(['queued']);
      await index(item, itemId ?? '');
      expect(await harness.workAll()).toEqual([{ kind: 'settled', state: 'found' }]);
      expect(await harness.usage(second.accountId)).toMatchObject({ chargedNanoUsd: 0, reservedNanoUsd: 0 });
      await writer.deleteItem(itemId ?? '');
    }
    expect(harness.researcher.tasks).toHaveLength(1);
  });

  test('is not charged either if the worker that wrote it died before it could settle', async () => {
    const [first, second] = [await account(), await account()];
    const [item] = alike('T-*');
    if (item === undefined) throw new Error('One is made');
    await harness.ask(first.clientId, [item]);
    const [message] = harness.queue.messages.splice(0);
    if (message === undefined) throw new Error('One was asked for');
    const ports = harness.workerPorts();
    const dying = {
      ...ports,
      writer: {
        ...ports.writer,
        insertItem: async (record: Parameters<ItemWriter['insertItem']>[0]) => {
          await writer.insertItem(record);
          throw new Error('Killed');
        },
      } as unknown as ItemWriter,
    };
    const { researchPart } = await import('../../core/sourcing/research/research-part.ts');
    await expect(researchPart(dying, message)).rejects.toThrow('Killed');
    harness.nowMs += 3 * 60_000;
    // A worker that takes over finds the item and charges it, because it was researched for this request.
    expect(await harness.work(message)).toEqual({ kind: 'settled', state: 'found' });
    expect(await chargedTo(first)).toBe(PRICE);
    const { itemId = '' } = (await harness.request(first.accountId, item)) ?? {};
    await writer.deleteItem(itemId ?? '');
    harness.nowMs += 60_000;
    await harness.ask(second.clientId, [item]);
    await index(item, itemId ?? '');
    await harness.workAll();
    expect(await harness.usage(second.accountId)).toMatchObject({ chargedNanoUsd: 0, reservedNanoUsd: 0 });
  });

  test.each([0, 1_000, 9_999])(
    '%i ms after it was found is researched immediately if it is requested again',
    async (laterMs) => {
      const [first, second] = [await account(), await account()];
      const [item] = alike('R-*');
      if (item === undefined) throw new Error('One is made');
      await harness.ask(first.clientId, [item]);
      await harness.workAll();
      const { itemId = '' } = (await harness.request(first.accountId, item)) ?? {};
      await writer.deleteItem(itemId ?? '');
      harness.nowMs += laterMs - 1000;
      for (const { clientId } of [first, second]) await harness.ask(clientId, [item]);
      const ends = await harness.workAll();
      expect(ends).toEqual(Array.from({ length: 2 }, () => ({ kind: 'settled', state: 'found' })));
      expect(harness.researcher.tasks).toHaveLength(2);
      expect([await chargedTo(first), await chargedTo(second)]).toEqual([PRICE, PRICE]);
    },
  );
});

describe('the limits of an account', () => {
  const BOUNDS = { terms: { openParts: 12, notFoundPartsPerDay: 15 } };
  const invented = (count: number) => alike(...Array.from({ length: count }, (_, place) => `I${place}X*`));
  const code = ({ status, error_code }: { status: string; error_code: string | null }) => error_code ?? status;

  test('on open parts refuse further ones as rate_limited, with the time to try again', async () => {
    const asker = await account(BOUNDS);
    expect(new Set(statusesOf(await harness.ask(asker.clientId, invented(10))))).toEqual(new Set(['queued']));
    const entries = entriesOf(await harness.ask(asker.clientId, invented(4)));
    expect(entries.map(code)).toEqual(['queued', 'queued', 'rate_limited', 'rate_limited']);
    expect(entries[3]?.message).toContain('2026-11-18T12:02:00.000Z');
    expect(await harness.usage(asker.accountId)).toMatchObject({ reservedNanoUsd: 12 * PRICE });
    const all = entriesOf(await harness.ask(asker.clientId, invented(2)));
    expect(all.map(code)).toEqual(['rate_limited', 'rate_limited']);
    // A repeated request for a queued part does not count as a new part.
    await harness.workAll();
    expect(entriesOf(await harness.ask(asker.clientId, invented(4))).map(code)).toEqual(Array(4).fill('queued'));
  });

  test('apply to any number of concurrent calls', async () => {
    const asker = await account(BOUNDS);
    const answers = await Promise.all(Array.from({ length: 6 }, () => harness.ask(asker.clientId, invented(4))));
    const codes = answers.flatMap((answer) => (answer.ok ? entriesOf(answer).map(code) : []));
    expect(codes.filter((each) => each === 'queued')).toHaveLength(12);
    expect((await harness.usage(asker.accountId)).reservedNanoUsd).toBe(12 * PRICE);
  });

  test('on parts not found in a day refuse until the day ends', async () => {
    const asker = await account(BOUNDS);
    harness.researcher.answer = () => ({ kind: 'not_found' });
    for (const count of [10, 5]) {
      expect(new Set(statusesOf(await harness.ask(asker.clientId, invented(count))))).toEqual(new Set(['queued']));
      await harness.workAll();
    }
    const [entry] = entriesOf(await harness.ask(asker.clientId, invented(1)));
    expect(entry).toMatchObject({ status: 'refused', error_code: 'rate_limited' });
    expect(entry?.message).toContain('2026-11-19T00:00:00.000Z');
    harness.nowMs = Date.UTC(2026, 10, 19);
    expect(entriesOf(await harness.ask(asker.clientId, invented(1))).map(code)).toEqual(['queued']);
  });

  test('leave parts in the index available, and neither restrict nor count requests of operators', async () => {
    const asker = await account({ terms: { openParts: 1, notFoundPartsPerDay: 1 } });
    const [known, ...others] = invented(4);
    if (known === undefined) throw new Error('Four are made');
    await index(known);
    const entries = entriesOf(await harness.ask(asker.clientId, [others[0] ?? known, others[1] ?? known, known]));
    expect(entries.map(code)).toEqual(['queued', 'rate_limited', 'already_in_index']);
    const ports = { index: harness.index, enrichment: harness.store, researchQueue: harness.queue };
    const behalf = others.slice(1).map((item) => ({
      name: nameOf(item),
      asked: { manufacturer: item.manufacturer, partNumber: item.part_number, description: null },
    }));
    const answers = await requestForAccount(
      ports,
      asker.account,
      behalf,
      { again: false, counted: false },
      harness.nowMs,
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['queued', 'queued']);
    harness.researcher.answer = () => ({ kind: 'not_found' });
    await harness.workAll();
    const load = await harness.store.readBeforeRequest(asker.accountId, [], harness.nowMs);
    expect(load.load).toEqual({ open: 0, notFoundToday: 1 });
  });
});

test('numberName ignores only case and outer spaces of a part number', () => {
  const name = nameOf(part('x-12'));
  expect(numberName(name, ' X-12 ')).toEqual(name);
  expect(numberName(name, 'X12')).not.toEqual(name);
});

describe('a part without content', () => {
  test.each(['', ' ', '-', '...', 'Inc.', '\u200b', 'GmbH', 'Co., Ltd.', '株式会社', '!?'])(
    'with the manufacturer %j is refused as missing it',
    (manufacturer) => {
      const items = [part('NV-1'), { manufacturer, part_number: 'NV-1' }];
      const reason = { code: 'missing_parameter', field: 'items[1].manufacturer' };
      expect(requestEnrichmentTool.prepare({ items })).toMatchObject({ ok: false, reason });
    },
  );

  test.each(['', ' ', '-', '---', '\u200b', '...', '_', '/'])(
    'with the part number %j is refused as missing it',
    (part_number) => {
      const reason = { code: 'missing_parameter', field: 'items[0].part_number' };
      expect(requestEnrichmentTool.prepare({ items: [part(part_number)] })).toMatchObject({ ok: false, reason });
    },
  );

  test.each([
    ['3M', '1'],
    ['三菱電機', '型番-1'],
    ['Inc. Magazine', '+5'],
  ])('is not one with %s %s', (manufacturer, part_number) => {
    expect(requestEnrichmentTool.prepare({ items: [{ manufacturer, part_number }] }).ok).toBe(true);
  });
});
