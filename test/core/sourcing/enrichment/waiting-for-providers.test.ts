import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_WAIT_MS } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import type { ResearchAnswer } from '../../../../core/sourcing/research/part-researcher.ts';
import { researchStanding } from '../../../../core/sourcing/enrichment/enrichment-offer.ts';
import { randomAlphanumeric } from '../../../../core/identifiers.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../../core/money.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';
import { ResearchHarness, type AskedItem } from '../../../support/research/research-harness.ts';

const PRICE = RESEARCH_PRICE_NANO_USD;
const MINUTE_MS = 60_000;
const NOON_MS = Date.UTC(2026, 10, 18, 12);
const USED_UP: ResearchAnswer = { kind: 'used_up', detail: 'icecat: used up', retryAfterSeconds: 7200 };

let harness: ResearchHarness;
beforeAll(async () => void (harness = await ResearchHarness.open()));
afterAll(async () => harness.close());
beforeEach(() => {
  harness.nowMs = NOON_MS;
  harness.queue.messages.length = 0;
  harness.queue.sent.length = 0;
  harness.researcher.tasks.length = 0;
});

const newPart = (): AskedItem => ({ manufacturer: 'Norvane', part_number: `N-${randomAlphanumeric(8)}` });

async function asked(parts: readonly AskedItem[]): Promise<string> {
  const { account, client } = await harness.openAccount();
  valueOf(await harness.ask(client.clientId, parts));
  return account.accountId;
}

/** Sweeps when the request is due and works its message, until the request has ended or `untilMs` has passed. */
async function live(accountId: string, part: AskedItem, untilMs: number) {
  for (;;) {
    const request = await harness.request(accountId, part);
    if (request === undefined || request.dueAtMs === null || request.dueAtMs > untilMs) return request;
    harness.nowMs = Math.max(harness.nowMs + 1, request.dueAtMs);
    await harness.sweep();
    for (const message of harness.queue.messages.splice(0)) await harness.work(message);
  }
}

describe('a provider whose requests are used up in the middle of a batch', () => {
  it('charges the found parts; the others wait without redelivery, and are later found and charged once', async () => {
    const parts = [newPart(), newPart(), newPart()];
    const accountId = await asked(parts);
    let left = 2;
    harness.researcher.answer = (task) =>
      (left -= 1) >= 0 ? { kind: 'found', record: { title: `A ${task.partNumber}` } } : USED_UP;
    const ends = await harness.workAll();
    expect(ends.map(({ kind }) => kind)).toEqual(['settled', 'settled', 'waiting']);
    expect(await harness.usage(accountId)).toMatchObject({ chargedNanoUsd: 2 * PRICE, reservedNanoUsd: PRICE });
    expect(harness.queue.messages).toEqual([]);

    const requests = await Promise.all(parts.map((part) => harness.request(accountId, part)));
    const waiting = requests.findIndex((request) => request?.state === 'queued');
    const request = requests[waiting];
    const part = parts[waiting];
    if (request === undefined || part === undefined) throw new Error('One of them waits');
    expect(request).toMatchObject({ claims: 0, lease: null });
    expect(request.dueAtMs).toBeGreaterThanOrEqual(NOON_MS + 7_200_000);
    // The customer sees when to check back.
    expect(request.checkBackAfterMs).toBeGreaterThan(request.dueAtMs ?? 0);
    expect(researchStanding(request, harness.nowMs)).toContain(new Date(request.checkBackAfterMs).toISOString());

    harness.nowMs = (request.dueAtMs ?? 0) - 1;
    expect((await harness.sweep()).resent).toBe(0);
    harness.nowMs += 1;
    harness.researcher.answer = () => ({ kind: 'found', record: { title: 'At last' } });
    expect((await harness.sweep()).resent).toBe(1);
    await harness.workAll();
    expect(await harness.request(accountId, part)).toMatchObject({ state: 'found', charged: true });
    expect(await harness.usage(accountId)).toMatchObject({ chargedNanoUsd: 3 * PRICE, reservedNanoUsd: 0 });
  });

  it('ends the request after seven days, releases its reserve and charges nobody', async () => {
    const part = newPart();
    const accountId = await asked([part]);
    harness.researcher.answer = () => USED_UP;
    await harness.workAll();
    const ended = await live(accountId, part, NOON_MS + 2 * MAX_WAIT_MS);
    expect(ended).toMatchObject({ state: 'failed', failure: 'used_up', charged: false });
    expect(ended?.settledAtMs).toBeGreaterThanOrEqual(NOON_MS + MAX_WAIT_MS);
    expect(ended?.settledAtMs).toBeLessThanOrEqual(NOON_MS + MAX_WAIT_MS + MINUTE_MS);
    expect(await harness.usage(accountId)).toMatchObject({ chargedNanoUsd: 0, reservedNanoUsd: 0, researchNanoUsd: 0 });
    // Retries come every two to three hours, not in a loop.
    expect(harness.researcher.tasks.length).toBeLessThan(100);
  });

  it('delays a request longer each time its minute is used up, up to an hour', async () => {
    const part = newPart();
    const accountId = await asked([part]);
    harness.researcher.answer = () => ({ ...USED_UP, retryAfterSeconds: 1 });
    await harness.workAll();
    await live(accountId, part, NOON_MS + 24 * 60 * MINUTE_MS);
    expect(harness.researcher.tasks.length).toBeLessThan(100);
  });

  it('ends a waiting request with its account', async () => {
    const part = newPart();
    const accountId = await asked([part]);
    harness.researcher.answer = () => USED_UP;
    const message = harness.queue.messages[0];
    await harness.workAll();
    const account = await harness.administration.readAccount(accountId);
    if (message === undefined || account === undefined) throw new Error('It was asked for');
    const ports = harness.workerPorts();
    const enrichment = new Proxy(ports.enrichment, {
      get: (target, name) => {
        if (name === 'readAccountStatus') return async () => 'suspended';
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const { researchPart } = await import('../../../../core/sourcing/research/research-part.ts');
    expect(await researchPart({ ...ports, enrichment }, message)).toEqual({ kind: 'account_inactive' });
    expect(await harness.usage(accountId)).toMatchObject({ reservedNanoUsd: 0 });
  });
});

describe('a researched item without content', () => {
  it.each([
    ['an empty record', {}],
    [
      'only manufacturer and part number',
      { manufacturer: 'Norvane', confidence: 99, sources: [{ url: 'https://a.example/' }] },
    ],
    ['only unusable values', { title: '', gtin: 'not a barcode', weight: { value: 'heavy' } }],
  ])('of %s counts as not found, and is not charged', async (_, record) => {
    const part = newPart();
    const accountId = await asked([part]);
    harness.researcher.answer = () => ({ kind: 'found', record });
    await harness.workAll();
    expect(await harness.request(accountId, part)).toMatchObject({ state: 'not_found', charged: false });
    expect(await harness.usage(accountId)).toMatchObject({ chargedNanoUsd: 0, reservedNanoUsd: 0 });
  });
});
