import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { abandonRequest } from '../../../../core/sourcing/enrichment/settle-enrichment.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../../core/money.ts';
import { randomAlphanumeric } from '../../../../core/identifiers.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { nameOf, ResearchHarness, type AskedItem } from '../../../support/research/research-harness.ts';

let harness: ResearchHarness;
beforeAll(async () => {
  harness = await ResearchHarness.open();
});
afterAll(async () => harness.close());

beforeEach(() => {
  harness.nowMs = Date.UTC(2026, 10, 18, 12);
  harness.queue.messages.length = 0;
  harness.queue.sent.length = 0;
  harness.researcher.tasks.length = 0;
  harness.researcher.answer = (task) => ({ kind: 'found', record: { title: `A ${task.partNumber}` } });
});

const PRICE = RESEARCH_PRICE_NANO_USD;

async function account(wanted: Parameters<typeof harness.openAccount>[0] = {}) {
  const { account: opened, client } = await harness.openAccount(wanted);
  return { accountId: opened.accountId, clientId: client.clientId };
}

/** Returns a part that no other test requests. */
function newPart(): AskedItem {
  return { manufacturer: 'Norvane GmbH', part_number: `N-${randomAlphanumeric(8)}` };
}

async function index(item: AskedItem, id = `itm_${randomAlphanumeric(8)}`) {
  const { writer } = harness;
  await writer.writeItem(
    recordOf({ id, manufacturer: item.manufacturer, mpn: item.part_number, title: 'In the index' }),
  );
  return id;
}

describe('a part that research finds', () => {
  test('is queued, researched, stored, charged once, and found by later look-ups', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    const answer = valueOf(await harness.ask(clientId, [part]));
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
    expect(await harness.usage(accountId)).toMatchObject({ reservedNanoUsd: PRICE, chargedNanoUsd: 0 });
    expect(await harness.workAll()).toEqual([{ kind: 'settled', state: 'found' }]);
    expect(await harness.usage(accountId)).toMatchObject({
      reservedNanoUsd: 0,
      chargedNanoUsd: PRICE,
      researchNanoUsd: PRICE,
      committedNanoUsd: PRICE,
    });
    const again = valueOf(await harness.ask(clientId, [part]));
    expect(again.structured.results[0]?.status).toBe('already_in_index');
    expect(again.billing).toMatchObject({ kind: 'metered', charge: { items: 1 } });
  });

  test('is not charged if an import stored it while it was queued', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    await harness.ask(clientId, [part]);
    const id = await index(part);
    expect(await harness.workAll()).toEqual([{ kind: 'settled', state: 'found' }]);
    expect(await harness.request(accountId, part)).toMatchObject({ state: 'found', itemId: id, charged: false });
    expect(await harness.usage(accountId)).toMatchObject({
      researchNanoUsd: 0,
      committedNanoUsd: 0,
      reservedNanoUsd: 0,
    });
    expect(harness.researcher.tasks).toEqual([]);
  });

  test('is researched again for free if its item was deleted', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    await harness.ask(clientId, [part]);
    await harness.workAll();
    const itemId = (await harness.request(accountId, part))?.itemId ?? '';
    await harness.writer.deleteItem(itemId);
    harness.nowMs += 60_000;
    const answer = valueOf(await harness.ask(clientId, [part]));
    expect(answer.structured.results[0]).toMatchObject({ status: 'queued', enrich_price: '0.00' });
    expect(await harness.workAll()).toEqual([{ kind: 'settled', state: 'found' }]);
    expect(await harness.usage(accountId)).toMatchObject({ chargedNanoUsd: PRICE, researchNanoUsd: PRICE });
    expect((await harness.request(accountId, part))?.itemId).not.toBe(itemId);
  });
});

describe('a part that research does not find', () => {
  test('costs nothing, and is not requested again within 30 days', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    harness.researcher.answer = () => ({ kind: 'not_found' });
    await harness.ask(clientId, [part]);
    expect(await harness.workAll()).toEqual([{ kind: 'settled', state: 'not_found' }]);
    expect(await harness.usage(accountId)).toMatchObject({
      researchNanoUsd: 0,
      committedNanoUsd: 0,
      reservedNanoUsd: 0,
    });
    const soon = valueOf(await harness.ask(clientId, [part]));
    expect(soon.structured.results[0]).toMatchObject({ status: 'refused', error_code: 'not_found' });
    harness.nowMs += 31 * 86_400_000;
    const later = valueOf(await harness.ask(clientId, [part]));
    expect(later.structured.results[0]).toMatchObject({ status: 'queued', enrich_price: '0.15' });
  });

  test('includes the case that the provider describes another part', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    harness.researcher.answer = () => ({ kind: 'found', record: { mpn: 'SOMETHING-ELSE', title: 'Wrong' } });
    await harness.ask(clientId, [part]);
    expect(await harness.workAll()).toEqual([{ kind: 'settled', state: 'not_found' }]);
    expect((await harness.usage(accountId)).researchNanoUsd).toBe(0);
  });
});

describe('one call', () => {
  test('answers twice for a part that it names twice, and reserves the price once', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    const known = newPart();
    await index(known);
    const spaced = { ...part, part_number: ` ${part.part_number.toLowerCase()} ` };
    const answer = valueOf(await harness.ask(clientId, [part, known, spaced, known]));
    const statuses = answer.structured.results.map(({ status }) => status);
    expect(statuses).toEqual(['queued', 'already_in_index', 'queued', 'already_in_index']);
    expect(answer.billing).toMatchObject({
      kind: 'settled',
      figures: { tokens_used_this_period: expect.any(Number) as number },
    });
    const usage = await harness.usage(accountId);
    expect(usage).toMatchObject({ reservedNanoUsd: PRICE, items: 1, calls: 1 });
    expect(usage.tokens).toBeGreaterThan(0);
    expect(harness.queue.sent).toHaveLength(1);
  });

  test('repeated while the part is queued returns the same time, without a new reserve', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    const first = valueOf(await harness.ask(clientId, [part]));
    harness.nowMs += 30_000;
    const second = valueOf(await harness.ask(clientId, [part]));
    expect(second.structured.results).toEqual(first.structured.results);
    expect((await harness.usage(accountId)).reservedNanoUsd).toBe(PRICE);
    expect(harness.queue.sent).toHaveLength(1);
  });

  test('of several concurrent ones for one part by one account is the only one that reserves', async () => {
    const { accountId, clientId } = await account();
    const parts = [newPart(), newPart()];
    const answers = await Promise.all(Array.from({ length: 12 }, () => harness.ask(clientId, parts)));
    for (const answer of answers) {
      const { results } = valueOf(answer).structured;
      expect(results.map(({ status }) => status)).toEqual(['queued', 'queued']);
    }
    expect(await harness.usage(accountId)).toMatchObject({ reservedNanoUsd: 2 * PRICE, researchNanoUsd: 2 * PRICE });
  });

  test('accepts what fits under the cap in the order of the parts, and refuses the rest', async () => {
    const { accountId, clientId } = await account({ spendingCapCents: 30 });
    const parts = [newPart(), newPart(), newPart()];
    const answer = valueOf(await harness.ask(clientId, parts));
    expect(answer.structured.results.map(({ status, error_code }) => [status, error_code])).toEqual([
      ['queued', null],
      ['queued', null],
      ['refused', 'spending_cap_reached'],
    ]);
    expect((await harness.usage(accountId)).researchNanoUsd).toBe(2 * PRICE);
    expect(await harness.ask(clientId, [newPart()])).toMatchObject({ reason: { code: 'spending_cap_reached' } });
  });

  test('stays under the cap even if many calls run concurrently', async () => {
    const { accountId, clientId } = await account({ spendingCapCents: 100 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => harness.ask(clientId, [newPart(), newPart()])));
    const queued = answers.flatMap((answer) =>
      answer.ok ? answer.value.structured.results.filter(({ status }) => status === 'queued') : [],
    );
    expect(queued).toHaveLength(6);
    expect((await harness.usage(accountId)).researchNanoUsd).toBe(6 * PRICE);
  });

  test('whose message the queue refuses still queues the part, and the sweeper sends the message', async () => {
    const { clientId } = await account();
    const part = newPart();
    const send = harness.queue.send.bind(harness.queue);
    harness.queue.send = async () => Promise.reject(new Error('no queue'));
    const answer = valueOf(await harness.ask(clientId, [part]));
    harness.queue.send = send;
    expect(answer.structured.results[0]?.status).toBe('queued');
    harness.nowMs += 6 * 60_000;
    await harness.sweep();
    const { manufacturerKey, part: number } = nameOf(part);
    expect(
      harness.queue.sent.some((message) => message.manufacturerKey === manufacturerKey && message.part === number),
    ).toBe(true);
  });
});

describe('enrichment requests by kind of key', () => {
  test('return parts in the index to test keys for free, and an explained refusal for other parts', async () => {
    const { accountId, clientId } = await account({ kind: 'test' });
    const known = newPart();
    await index(known);
    const answer = valueOf(await harness.ask(clientId, [known, newPart()]));
    expect(answer.structured.results.map(({ status }) => status)).toEqual(['already_in_index', 'refused']);
    expect(answer.structured.results[1]?.error_code).toBe('plan_required_for_enrich');
    // It is metered like a look-up, for which a test key pays nothing.
    expect(answer.billing).toMatchObject({ kind: 'metered', charge: { items: 1 } });
    expect((await harness.usage(accountId)).calls).toBe(0);
    expect(await harness.ask(clientId, [newPart()])).toMatchObject({ reason: { code: 'plan_required_for_enrich' } });
  });

  test('allow trial keys only if the trial includes research; a found part counts as one item', async () => {
    const without = await account({ kind: 'trial', trialAllowanceItems: 5 });
    expect(await harness.ask(without.clientId, [newPart()])).toMatchObject({
      reason: { code: 'plan_required_for_enrich' },
    });
    const { accountId, clientId } = await account({
      kind: 'trial',
      trialAllowanceItems: 2,
      trialResearchAllowed: true,
    });
    const [found, missing] = [newPart(), newPart()];
    harness.researcher.answer = ({ partNumber }) =>
      partNumber === found.part_number ? { kind: 'found', record: { title: 'A part' } } : { kind: 'not_found' };
    const answer = valueOf(await harness.ask(clientId, [found, missing, newPart()]));
    expect(answer.structured.results.map(({ status, error_code }) => [status, error_code])).toEqual([
      ['queued', null],
      ['queued', null],
      ['refused', 'trial_limit_reached'],
    ]);
    expect(await harness.store.readUsage(accountId, 'TRIAL')).toMatchObject({ items: 2, reservedItems: 2 });
    await harness.workAll();
    expect(await harness.store.readUsage(accountId, 'TRIAL')).toMatchObject({ items: 1, reservedItems: 0 });
  });

  test.each(['no_active_plan', 'past_due', 'trial_ended'] as const)(
    'refuse a live key of an account in %s with that reason',
    async (state) => {
      const { clientId } = await account({ billingState: state });
      expect(await harness.ask(clientId, [newPart()])).toMatchObject({ reason: { code: state } });
    },
  );
});

describe('two accounts that request one part', () => {
  test('cost the provider one call, share one item, and are charged once each', async () => {
    const [one, two] = [await account(), await account()];
    const part = newPart();
    await Promise.all([harness.ask(one.clientId, [part]), harness.ask(two.clientId, [part])]);
    const messages = harness.queue.messages.splice(0);
    const ends = await Promise.all(messages.map((message) => harness.work(message)));
    harness.queue.messages.push(...messages.filter((_, i) => ends[i]?.kind === 'busy'));
    await harness.workAll();
    expect(harness.researcher.tasks).toHaveLength(1);
    const requests = await Promise.all([harness.request(one.accountId, part), harness.request(two.accountId, part)]);
    expect(new Set(requests.map((request) => request?.itemId)).size).toBe(1);
    for (const { accountId } of [one, two])
      expect(await harness.usage(accountId)).toMatchObject({ chargedNanoUsd: PRICE, reservedNanoUsd: 0 });
  });

  test('share a result of not found that arrives while both wait', async () => {
    const [one, two] = [await account(), await account()];
    const part = newPart();
    harness.researcher.answer = () => ({ kind: 'not_found' });
    await harness.ask(one.clientId, [part]);
    await harness.ask(two.clientId, [part]);
    expect(await harness.workAll()).toHaveLength(2);
    expect(harness.researcher.tasks).toHaveLength(1);
    expect((await harness.usage(two.accountId)).reservedNanoUsd).toBe(0);
  });
});

describe('the provider', () => {
  test('receives the part and nothing about the caller', async () => {
    const { accountId, clientId } = await account();
    const part = { ...newPart(), description: 'A regulator' };
    await harness.ask(clientId, [part]);
    await harness.workAll();
    const [task] = harness.researcher.tasks;
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

  test('that returns nothing usable leaves the request for redelivery, and nothing is charged', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    await harness.ask(clientId, [part]);
    const answers = [
      { kind: 'unavailable', detail: 'The provider answered 500' },
      { kind: 'found', record: 'garbage' },
    ] as const;
    harness.researcher.answer = () =>
      answers[harness.researcher.tasks.length - 1] ?? { kind: 'found', record: { title: 'A part' } };
    const message = harness.queue.messages[0];
    if (message === undefined) throw new Error('A message was sent');
    expect(await harness.work(message)).toMatchObject({ kind: 'unavailable' });
    expect(await harness.work(message)).toMatchObject({ kind: 'unavailable' });
    expect(await harness.usage(accountId)).toMatchObject({ reservedNanoUsd: PRICE, chargedNanoUsd: 0 });
    expect(await harness.work(message)).toEqual({ kind: 'settled', state: 'found' });
    expect(new Set(harness.researcher.tasks.map(({ researchId }) => researchId)).size).toBe(1);
  });
});

describe('periods', () => {
  test('charge the row of November if a reserve of November is settled in December', async () => {
    const { accountId, clientId } = await account();
    harness.nowMs = Date.UTC(2026, 10, 30, 23, 59);
    await harness.ask(clientId, [newPart()]);
    harness.nowMs = Date.UTC(2026, 11, 1, 0, 5);
    await harness.workAll();
    expect(await harness.usage(accountId, '2026-11')).toMatchObject({ chargedNanoUsd: PRICE, reservedNanoUsd: 0 });
    expect((await harness.usage(accountId, '2026-12')).calls).toBe(0);
  });
});

describe('abandoning', () => {
  test('a request releases its reserve, and the part can be requested again', async () => {
    const { accountId, clientId } = await account();
    const part = newPart();
    await harness.ask(clientId, [part]);
    const [message] = harness.queue.messages.splice(0);
    const key = { accountId, ...nameOf(part) };
    const which = { attempt: message?.attempt ?? '', evenLeased: false };
    expect(await abandonRequest(harness.store, key, 'given_up', which, harness.nowMs)).toBe('ended');
    expect(await abandonRequest(harness.store, key, 'given_up', which, harness.nowMs)).toBe('nothing_open');
    expect(await harness.usage(accountId)).toMatchObject({
      reservedNanoUsd: 0,
      researchNanoUsd: 0,
      committedNanoUsd: 0,
    });
    if (message) expect(await harness.work(message)).toEqual({ kind: 'void' });
    const answer = valueOf(await harness.ask(clientId, [part]));
    expect(answer.structured.results[0]).toMatchObject({ status: 'queued', enrich_price: '0.15' });
    await harness.workAll();
    expect((await harness.usage(accountId)).chargedNanoUsd).toBe(PRICE);
  });
});
