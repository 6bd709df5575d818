import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DynamoItemWriter } from '../../../functions/adapters/dynamodb/dynamo-item-writer.ts';
import { abandonRequest } from '../../../functions/core/enrichment/settle-enrichment.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../functions/core/money.ts';
import { randomAlphanumeric } from '../../../functions/core/identifiers.ts';
import { openAccount, valueOf } from '../../support/accounts.ts';
import { recordOf } from '../../support/item-records.ts';
import { nameOf, ResearchHouse, type AskedItem } from '../../support/research-house.ts';

let house: ResearchHouse;
beforeAll(async () => {
  house = await ResearchHouse.open();
});
afterAll(async () => house.close());

beforeEach(() => {
  house.nowMs = Date.UTC(2026, 10, 18, 12);
  house.queue.messages.length = 0;
  house.queue.sent.length = 0;
  house.researcher.tasks.length = 0;
  house.researcher.answer = (task) => ({ kind: 'found', record: { title: `A ${task.partNumber}` } });
});

const PRICE = RESEARCH_PRICE_NANO_USD;

async function account(wanted: Parameters<typeof openAccount>[2] = {}) {
  const { account: opened, client } = await openAccount(house.client, house.tables.accountsTable, wanted);
  return { accountId: opened.accountId, clientId: client.clientId };
}

/** A part that no other test asks for. */
function newPart(): AskedItem {
  return { manufacturer: 'Norvane GmbH', part_number: `N-${randomAlphanumeric(8)}` };
}

async function index(item: AskedItem, id = `itm_${randomAlphanumeric(8)}`) {
  const writer = new DynamoItemWriter(house.client, house.tables.productIndexTable);
  await writer.writeItem(
    recordOf({ id, manufacturer: item.manufacturer, mpn: item.part_number, title: 'In the index' }),
  );
  return id;
}

describe('a part that research finds', () => {
  it('is queued, researched, stored, charged once, and found afterwards', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    const answer = valueOf(await house.ask(clientId, [part]));
    expect(answer.structured.results).toEqual([
      {
        input_index: 0,
        status: 'queued',
        item: null,
        enrich_price: '0.15',
        charged_only_if_found: true,
        check_back_after: '2026-11-18T12:02:00.000Z',
        error_code: null,
        message: null,
      },
    ]);
    expect(await house.usage(accountId)).toMatchObject({ reservedNanoUsd: PRICE, chargedNanoUsd: 0 });
    expect(await house.workAll()).toEqual([{ kind: 'settled', state: 'found' }]);
    expect(await house.usage(accountId)).toMatchObject({
      reservedNanoUsd: 0,
      chargedNanoUsd: PRICE,
      researchNanoUsd: PRICE,
      committedNanoUsd: PRICE,
    });
    const again = valueOf(await house.ask(clientId, [part]));
    expect(again.structured.results[0]?.status).toBe('already_in_index');
    expect(again.billing).toMatchObject({ kind: 'metered', charge: { items: 1 } });
  });

  it('is not charged when an importer stored it while it was queued', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    await house.ask(clientId, [part]);
    const id = await index(part);
    expect(await house.workAll()).toEqual([{ kind: 'settled', state: 'found' }]);
    expect(await house.request(accountId, part)).toMatchObject({ state: 'found', itemId: id, charged: false });
    expect(await house.usage(accountId)).toMatchObject({ researchNanoUsd: 0, committedNanoUsd: 0, reservedNanoUsd: 0 });
    expect(house.researcher.tasks).toEqual([]);
  });

  it('is researched again free when its record was deleted', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    await house.ask(clientId, [part]);
    await house.workAll();
    const itemId = (await house.request(accountId, part))?.itemId ?? '';
    await new DynamoItemWriter(house.client, house.tables.productIndexTable).deleteItem(itemId);
    house.nowMs += 60_000;
    const answer = valueOf(await house.ask(clientId, [part]));
    expect(answer.structured.results[0]).toMatchObject({ status: 'queued', enrich_price: '0.00' });
    expect(await house.workAll()).toEqual([{ kind: 'settled', state: 'found' }]);
    expect(await house.usage(accountId)).toMatchObject({ chargedNanoUsd: PRICE, researchNanoUsd: PRICE });
    expect((await house.request(accountId, part))?.itemId).not.toBe(itemId);
  });
});

describe('a part that research does not find', () => {
  it('costs nothing, and is not asked for again within 30 days', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    house.researcher.answer = () => ({ kind: 'not_found' });
    await house.ask(clientId, [part]);
    expect(await house.workAll()).toEqual([{ kind: 'settled', state: 'not_found' }]);
    expect(await house.usage(accountId)).toMatchObject({ researchNanoUsd: 0, committedNanoUsd: 0, reservedNanoUsd: 0 });
    const soon = valueOf(await house.ask(clientId, [part]));
    expect(soon.structured.results[0]).toMatchObject({ status: 'refused', error_code: 'not_found' });
    house.nowMs += 31 * 86_400_000;
    const later = valueOf(await house.ask(clientId, [part]));
    expect(later.structured.results[0]).toMatchObject({ status: 'queued', enrich_price: '0.15' });
  });

  it('is another part than the one that the provider describes', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    house.researcher.answer = () => ({ kind: 'found', record: { mpn: 'SOMETHING-ELSE', title: 'Wrong' } });
    await house.ask(clientId, [part]);
    expect(await house.workAll()).toEqual([{ kind: 'settled', state: 'not_found' }]);
    expect((await house.usage(accountId)).researchNanoUsd).toBe(0);
  });
});

describe('one call', () => {
  it('answers a part that it names twice twice, and reserves once', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    const known = newPart();
    await index(known);
    const spaced = { ...part, part_number: part.part_number.replace('-', ' ') };
    const answer = valueOf(await house.ask(clientId, [part, known, spaced, known]));
    const statuses = answer.structured.results.map(({ status }) => status);
    expect(statuses).toEqual(['queued', 'already_in_index', 'queued', 'already_in_index']);
    expect(answer.billing).toMatchObject({
      kind: 'settled',
      figures: { tokens_used_this_period: expect.any(Number) as number },
    });
    const usage = await house.usage(accountId);
    expect(usage).toMatchObject({ reservedNanoUsd: PRICE, items: 1, calls: 1 });
    expect(usage.tokens).toBeGreaterThan(0);
    expect(house.queue.sent).toHaveLength(1);
  });

  it('asked again while queued: the same time, no new reserve', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    const first = valueOf(await house.ask(clientId, [part]));
    house.nowMs += 30_000;
    const second = valueOf(await house.ask(clientId, [part]));
    expect(second.structured.results).toEqual(first.structured.results);
    expect((await house.usage(accountId)).reservedNanoUsd).toBe(PRICE);
    expect(house.queue.sent).toHaveLength(1);
  });

  it('of many at once for one part by one account one reserves', async () => {
    const { accountId, clientId } = await account();
    const parts = [newPart(), newPart()];
    const answers = await Promise.all(Array.from({ length: 12 }, () => house.ask(clientId, parts)));
    for (const answer of answers) {
      const { results } = valueOf(answer).structured;
      expect(results.map(({ status }) => status)).toEqual(['queued', 'queued']);
    }
    expect(await house.usage(accountId)).toMatchObject({ reservedNanoUsd: 2 * PRICE, researchNanoUsd: 2 * PRICE });
  });

  it('takes what fits under the cap in the order of the request, and refuses the rest', async () => {
    const { accountId, clientId } = await account({ spendingCapCents: 30 });
    const parts = [newPart(), newPart(), newPart()];
    const answer = valueOf(await house.ask(clientId, parts));
    expect(answer.structured.results.map(({ status, error_code }) => [status, error_code])).toEqual([
      ['queued', null],
      ['queued', null],
      ['refused', 'spending_cap_reached'],
    ]);
    expect((await house.usage(accountId)).researchNanoUsd).toBe(2 * PRICE);
    expect(await house.ask(clientId, [newPart()])).toMatchObject({ reason: { code: 'spending_cap_reached' } });
  });

  it('stays under the cap however many calls come at once', async () => {
    const { accountId, clientId } = await account({ spendingCapCents: 100 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => house.ask(clientId, [newPart(), newPart()])));
    const queued = answers.flatMap((answer) =>
      answer.ok ? answer.value.structured.results.filter(({ status }) => status === 'queued') : [],
    );
    expect(queued).toHaveLength(6);
    expect((await house.usage(accountId)).researchNanoUsd).toBe(6 * PRICE);
  });

  it('whose message the queue does not take is still queued, and the sweeper sends it', async () => {
    const { clientId } = await account();
    const part = newPart();
    const send = house.queue.send.bind(house.queue);
    house.queue.send = async () => Promise.reject(new Error('no queue'));
    const answer = valueOf(await house.ask(clientId, [part]));
    house.queue.send = send;
    expect(answer.structured.results[0]?.status).toBe('queued');
    house.nowMs += 6 * 60_000;
    await house.sweep();
    const { maker, part: number } = nameOf(part);
    expect(house.queue.sent.some((message) => message.maker === maker && message.part === number)).toBe(true);
  });
});

describe('who may ask', () => {
  it('test keys get the parts of the index free, and a refusal that explains itself for the rest', async () => {
    const { accountId, clientId } = await account({ kind: 'test' });
    const known = newPart();
    await index(known);
    const answer = valueOf(await house.ask(clientId, [known, newPart()]));
    expect(answer.structured.results.map(({ status }) => status)).toEqual(['already_in_index', 'refused']);
    expect(answer.structured.results[1]?.error_code).toBe('plan_required_for_enrich');
    expect(answer.billing).toEqual({ kind: 'free' });
    expect((await house.usage(accountId)).calls).toBe(0);
    expect(await house.ask(clientId, [newPart()])).toMatchObject({ reason: { code: 'plan_required_for_enrich' } });
  });

  it('trial keys only where the trial allows research; a found part counts as one item', async () => {
    const without = await account({ kind: 'trial', trialAllowanceItems: 5 });
    expect(await house.ask(without.clientId, [newPart()])).toMatchObject({
      reason: { code: 'plan_required_for_enrich' },
    });
    const { accountId, clientId } = await account({
      kind: 'trial',
      trialAllowanceItems: 2,
      trialResearchAllowed: true,
    });
    const [found, missing] = [newPart(), newPart()];
    house.researcher.answer = ({ partNumber }) =>
      partNumber === found.part_number ? { kind: 'found', record: {} } : { kind: 'not_found' };
    const answer = valueOf(await house.ask(clientId, [found, missing, newPart()]));
    expect(answer.structured.results.map(({ status, error_code }) => [status, error_code])).toEqual([
      ['queued', null],
      ['queued', null],
      ['refused', 'trial_limit_reached'],
    ]);
    expect(await house.store.readUsage(accountId, 'TRIAL')).toMatchObject({ items: 2, reservedItems: 2 });
    await house.workAll();
    expect(await house.store.readUsage(accountId, 'TRIAL')).toMatchObject({ items: 1, reservedItems: 0 });
  });

  it.each(['no_active_plan', 'past_due', 'trial_ended'] as const)(
    'a live key of an account in %s is told so',
    async (state) => {
      const { clientId } = await account({ billingState: state });
      expect(await house.ask(clientId, [newPart()])).toMatchObject({ reason: { code: state } });
    },
  );
});

describe('two accounts that ask for one part', () => {
  it('pay the provider one call, share one record, and are charged each once', async () => {
    const [one, two] = [await account(), await account()];
    const part = newPart();
    await Promise.all([house.ask(one.clientId, [part]), house.ask(two.clientId, [part])]);
    const messages = house.queue.messages.splice(0);
    const ends = await Promise.all(messages.map((message) => house.work(message)));
    house.queue.messages.push(...messages.filter((_, i) => ends[i]?.kind === 'busy'));
    await house.workAll();
    expect(house.researcher.tasks).toHaveLength(1);
    const requests = await Promise.all([house.request(one.accountId, part), house.request(two.accountId, part)]);
    expect(new Set(requests.map((request) => request?.itemId)).size).toBe(1);
    for (const { accountId } of [one, two])
      expect(await house.usage(accountId)).toMatchObject({ chargedNanoUsd: PRICE, reservedNanoUsd: 0 });
  });

  it('share a result of not found that came while both waited', async () => {
    const [one, two] = [await account(), await account()];
    const part = newPart();
    house.researcher.answer = () => ({ kind: 'not_found' });
    await house.ask(one.clientId, [part]);
    await house.ask(two.clientId, [part]);
    expect(await house.workAll()).toHaveLength(2);
    expect(house.researcher.tasks).toHaveLength(1);
    expect((await house.usage(two.accountId)).reservedNanoUsd).toBe(0);
  });
});

describe('the provider', () => {
  it('is told the part and nothing of who asks', async () => {
    const { accountId, clientId } = await account();
    const part = { ...newPart(), description: 'A regulator' };
    await house.ask(clientId, [part]);
    await house.workAll();
    const [task] = house.researcher.tasks;
    expect(task).toEqual({
      manufacturer: part.manufacturer,
      partNumber: part.part_number,
      description: 'A regulator',
      researchId: expect.stringMatching(/^res_[A-Za-z0-9]{20}$/) as string,
    });
    const told = JSON.stringify(task);
    expect(told).not.toContain(accountId.slice(4));
    expect(told).not.toContain(clientId.slice(-12));
  });

  it('that gives nothing to use leaves the request to be delivered again, and charges nothing', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    await house.ask(clientId, [part]);
    const answers = [
      { kind: 'unavailable', detail: 'The provider answered 500' },
      { kind: 'found', record: 'garbage' },
    ] as const;
    house.researcher.answer = () => answers[house.researcher.tasks.length - 1] ?? { kind: 'found', record: {} };
    const message = house.queue.messages[0];
    if (message === undefined) throw new Error('A message was sent');
    expect(await house.work(message)).toMatchObject({ kind: 'unavailable' });
    expect(await house.work(message)).toMatchObject({ kind: 'unavailable' });
    expect(await house.usage(accountId)).toMatchObject({ reservedNanoUsd: PRICE, chargedNanoUsd: 0 });
    expect(await house.work(message)).toEqual({ kind: 'settled', state: 'found' });
    expect(new Set(house.researcher.tasks.map(({ researchId }) => researchId)).size).toBe(1);
  });
});

describe('periods', () => {
  it('a reserve made in November and settled in December moves November’s row', async () => {
    const { accountId, clientId } = await account();
    house.nowMs = Date.UTC(2026, 10, 30, 23, 59);
    await house.ask(clientId, [newPart()]);
    house.nowMs = Date.UTC(2026, 11, 1, 0, 5);
    await house.workAll();
    expect(await house.usage(accountId, '2026-11')).toMatchObject({ chargedNanoUsd: PRICE, reservedNanoUsd: 0 });
    expect((await house.usage(accountId, '2026-12')).calls).toBe(0);
  });
});

describe('giving up', () => {
  it('releases the reserve, and the part can be asked for anew', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    await house.ask(clientId, [part]);
    const [message] = house.queue.messages.splice(0);
    const key = { accountId, ...nameOf(part) };
    const which = { attempt: message?.attempt ?? '', evenLeased: false };
    expect(await abandonRequest(house.store, key, 'given_up', which, house.nowMs)).toBe('ended');
    expect(await abandonRequest(house.store, key, 'given_up', which, house.nowMs)).toBe('nothing_open');
    expect(await house.usage(accountId)).toMatchObject({ reservedNanoUsd: 0, researchNanoUsd: 0, committedNanoUsd: 0 });
    if (message) expect(await house.work(message)).toEqual({ kind: 'void' });
    const answer = valueOf(await house.ask(clientId, [part]));
    expect(answer.structured.results[0]).toMatchObject({ status: 'queued', enrich_price: '0.15' });
    await house.workAll();
    expect((await house.usage(accountId)).chargedNanoUsd).toBe(PRICE);
  });
});
