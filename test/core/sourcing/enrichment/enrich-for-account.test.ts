/**
 * Enrichment requests of operators for an account, on in-memory stores: by the account's rules, with results in the
 * order of the parts.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditLine } from '../../../../core/billing/accounts/audit-line.ts';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import { prepareDebit } from '../../../../core/billing/meter/usage-debit.ts';
import {
  endRequest,
  type EnrichmentRequest,
  type ResearchEnd,
} from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import type { Commit, EnrichmentStore } from '../../../../core/sourcing/enrichment/enrichment-store.ts';
import { requestForAccount, retryRequest } from '../../../../core/sourcing/enrichment/enrich-for-account.ts';
import type { ResearchMessage } from '../../../../core/sourcing/enrichment/enrichment-queue.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { numberKey, partKey } from '../../../../core/index/part-keys/part-number.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { MemoryEnrichment } from '../../../support/stores/memory-enrichment.ts';
import { MemoryItems } from '../../../support/stores/memory-items.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const AUDIT: AuditLine = { who: 'test', what: 'research.retried', details: {}, atMs: NOON_MS };
const KNOWN = recordOf({ id: 'itm_00000001', manufacturer: 'Norvane', mpn: 'K-1', title: 'Known' });

/** The commits that were written, and the messages that were queued. */
let commits: Commit[];
let sent: ResearchMessage[];
let memory: MemoryEnrichment;
let enrichment: EnrichmentStore;
/** Items that were read in parallel with their key rows. */
let recordsRead: number;
let account: Account;

beforeEach(() => {
  commits = [];
  sent = [];
  recordsRead = 0;
  memory = new MemoryEnrichment(async () => 'active');
  enrichment = Object.assign(Object.create(memory) as MemoryEnrichment, {
    commit: async (commit: Commit) => {
      commits.push(commit);
      return memory.commit(commit);
    },
  });
  for (const name of ['readRequests', 'readBeforeRequest', 'readUsage'] as const)
    Object.assign(enrichment, { [name]: memory[name].bind(memory) });
  ({ account } = callerIn());
});

function ports(...records: readonly (typeof KNOWN)[]) {
  const index = new MemoryItems(records);
  const readItems = index.readItems.bind(index);
  index.readItems = async (ids) => {
    recordsRead += ids.length;
    return readItems(ids);
  };
  const researchQueue = { send: async (messages: readonly ResearchMessage[]) => void sent.push(...messages) };
  return { index, enrichment, researchQueue };
}

function part(partNumber: string, manufacturer = 'Norvane') {
  const name = { manufacturerKey: toManufacturerKey(manufacturer), part: partKey(partNumber) };
  return { name, asked: { manufacturer, partNumber, description: null } };
}
const ask = (
  numbers: readonly string[],
  { records = [] as readonly (typeof KNOWN)[], again = false, nowMs = NOON_MS } = {},
) =>
  requestForAccount(
    ports(...records),
    account,
    numbers.map((number) => part(number)),
    { again, counted: false, audit: AUDIT },
    nowMs,
  );
const kindsOf = (answers: Awaited<ReturnType<typeof ask>>) =>
  answers.map((answer) => (answer.kind === 'refused' ? answer.refusal.kind : answer.kind));
const requestOf = async (number: string): Promise<EnrichmentRequest> => {
  const { name } = part(number);
  const [request] = await memory.readRequests(account.accountId, [{ ...name, number: numberKey(number) }]);
  if (request === undefined) throw new Error('It was asked for');
  return request;
};
async function end(number: string, how: ResearchEnd): Promise<EnrichmentRequest> {
  const before = await requestOf(number);
  const { request: after, reserve } = endRequest(before, how, NOON_MS);
  const usage = reserve && ({ kind: 'settle', ...reserve } as const);
  await memory.commit({ accountId: account.accountId, changes: [{ before, after }], usage });
  commits.length = 0;
  sent.length = 0;
  return after;
}
/** Spends money on research that no request of this test explains. */
async function spend(parts: number, nowMs: number): Promise<void> {
  const payer = { account, client: { kind: 'live' }, usage: { periods: new Map(), trial: undefined } } as const;
  await memory.usageStore.debit(valueOf(prepareDebit(payer, { tokens: 0, items: 0, parts }, nowMs)));
}

describe('parts', () => {
  test('are answered in their order; those in the index need no item read and are not billed', async () => {
    const answers = await ask(['X-1', 'K-1', 'X-2'], { records: [KNOWN] });
    expect(answers).toEqual([
      { kind: 'queued', checkBackAfterMs: NOON_MS + 120_000, price: 'paid' },
      { kind: 'in_index', record: KNOWN },
      { kind: 'queued', checkBackAfterMs: NOON_MS + 120_000, price: 'paid' },
    ]);
    expect(recordsRead).toBe(0);
    expect(commits).toMatchObject([
      { usage: { debit: { kind: 'period', periodKey: '2026-11', wanted: { tokens: 0, items: 0, parts: 2 } } } },
    ]);
    expect(commits[0]?.audit).toBe(AUDIT);
    expect(sent.map(({ number }) => number)).toEqual(['X-1', 'X-2'].map(numberKey));
  });

  test('of one call share an attempt, which does not count toward the account’s limits', async () => {
    account = { ...account, terms: { ...account.terms, openParts: 1, notFoundPartsPerDay: 0 } };
    await ask(['X-1', 'X-2']);
    const [one, other] = [await requestOf('X-1'), await requestOf('X-2')];
    expect(one.attempt).toMatch(/^enr_[A-Za-z0-9]{20}$/);
    expect(other).toMatchObject({ attempt: one.attempt, counted: false });
  });

  test('that are being researched are not requested again', async () => {
    await ask(['X-1']);
    commits.length = 0;
    expect(await ask(['x-1 '], { nowMs: NOON_MS + 1000 })).toEqual([
      { kind: 'queued', checkBackAfterMs: NOON_MS + 120_000, price: 'paid' },
    ]);
    expect(commits).toEqual([]);
  });

  test('that were not found wait 30 days, unless the operator requests them again', async () => {
    await ask(['X-1']);
    await end('X-1', { kind: 'not_found' });
    expect(kindsOf(await ask(['X-1']))).toEqual(['not_found_recently']);
    expect(kindsOf(await ask(['X-1'], { again: true }))).toEqual(['queued']);
  });

  test('that match several part numbers, none exactly, get these named for an operator', async () => {
    const alike = ['A-12', 'A1-2'].map((mpn, place) =>
      recordOf({ id: `itm_0000000${place}`, manufacturer: 'Norvane', mpn }),
    );
    const [refused, exact] = await ask(['A12', 'A-12'], { records: alike });
    const candidates = ['A-12', 'A1-2'].map((number) => ({ manufacturer: 'Norvane', part_number: number }));
    expect(refused).toEqual({ kind: 'refused', refusal: { kind: 'written_alike', candidates } });
    expect(exact).toEqual({ kind: 'in_index', record: alike[0] });
  });

  test('are looked up under the manufacturer’s name as written', async () => {
    const texas = recordOf({ id: 'itm_00000002', manufacturer: 'Texas Instruments', mpn: 'K-1' });
    const answers = await requestForAccount(
      ports(texas),
      account,
      [part('K-1', 'TI')],
      { again: false, counted: false },
      NOON_MS,
    );
    expect(answers).toEqual([{ kind: 'in_index', record: texas }]);
  });

  test('of which none can be queued leave nothing written', async () => {
    account = { ...account, terms: { ...account.terms, researchAllowed: false } };
    expect(kindsOf(await ask(['X-1']))).toEqual(['plan_without_research']);
    expect({ commits, sent }).toEqual({ commits: [], sent: [] });
  });
});

describe('the usage of the period', () => {
  test.each([
    ['the running period', 1, NOON_MS, '2026-11'],
    ['a period from another anchor day', 19, NOON_MS, '2026-10'],
    ['the next period', 18, NOON_MS, '2026-11'],
  ])('is known before the write: %s', async (_, anchorDay, nowMs, periodKey) => {
    account = { ...account, anchorDay, spendingCapCents: 45 };
    await spend(1, nowMs);
    expect(kindsOf(await ask(['X-1', 'X-2', 'X-3']))).toEqual(['queued', 'queued', 'spending_cap_reached']);
    expect(commits).toHaveLength(1);
    expect(commits).toMatchObject([{ usage: { debit: { periodKey, wanted: { parts: 2 } } } }]);
    expect(memory.usageStore.read(account.accountId, periodKey)).toMatchObject({ reservedNanoUsd: 450_000_000 });
  });

  test('keeps the terms that the period was opened with', async () => {
    await spend(1, NOON_MS);
    account = { ...account, terms: { ...account.terms, tokensIncluded: 7 } };
    await ask(['X-1']);
    expect(commits).toHaveLength(1);
  });
});

test('constant concurrent changes are reported, and nothing is requested', async () => {
  Object.assign(enrichment, { commit: async () => ({ kind: 'changed', requests: [], refusedBy: undefined }) });
  await expect(ask(['X-1'])).rejects.toThrow('Other calls asked for the same parts at the same moment');
  expect(sent).toEqual([]);
});

describe('a retry', () => {
  const retry = (request: EnrichmentRequest, ...records: readonly (typeof KNOWN)[]) =>
    retryRequest(ports(...records), account, request, AUDIT, NOON_MS + 1000);

  test('of an open enrichment request sends its message again, after an audit line, and reserves nothing', async () => {
    await ask(['X-1']);
    const request = await requestOf('X-1');
    commits.length = 0;
    const [message] = sent.splice(0);
    expect(await retry(request)).toEqual({ kind: 'sent_again' });
    const { accountId, manufacturerKey, part: key, number, attempt } = request;
    expect(sent).toEqual([{ accountId, manufacturerKey, part: key, number, attempt }]);
    expect(sent).toEqual([message]);
    expect(commits).toEqual([{ accountId, changes: [], audit: AUDIT }]);
    expect(await requestOf('X-1')).toEqual(request);
  });

  test('keeps its audit line if the queue does not take the message', async () => {
    await ask(['X-1']);
    const away = { ...ports(), researchQueue: { send: async () => Promise.reject(new Error('No queue')) } };
    const request = await requestOf('X-1');
    await expect(retryRequest(away, account, request, AUDIT, NOON_MS)).rejects.toThrow('No queue');
    expect(memory.audits).toEqual([AUDIT, AUDIT]);
  });

  test('of a part that was not found requests it again immediately, under a new reserve', async () => {
    await ask(['X-1']);
    const ended = await end('X-1', { kind: 'not_found' });
    expect(await retry(ended)).toEqual({ kind: 'queued', checkBackAfterMs: NOON_MS + 121_000, price: 'paid' });
    const again = await requestOf('X-1');
    expect(again).toMatchObject({ state: 'queued', usageKey: '2026-11', asked: ended.asked });
    expect(again.attempt).not.toBe(ended.attempt);
    expect(commits.map(({ audit }) => audit)).toEqual([AUDIT]);
    expect(memory.usageStore.read(account.accountId, '2026-11')).toMatchObject({ reservedNanoUsd: 150_000_000 });
  });

  test('of a part that was paid for costs nothing more', async () => {
    await ask(['X-1']);
    const ended = await end('X-1', { kind: 'found', itemId: 'itm_00000009', charge: true });
    expect(await retry(ended)).toMatchObject({ kind: 'queued', price: 'free' });
    expect(memory.usageStore.read(account.accountId, '2026-11')).toMatchObject({
      reservedNanoUsd: 0,
      chargedNanoUsd: 150_000_000,
    });
  });

  test('of a part that is now in the index names the item', async () => {
    await ask(['K-1']);
    const ended = await end('K-1', { kind: 'failed', cause: 'given_up' });
    expect(await retry(ended, KNOWN)).toEqual({ kind: 'in_index', record: KNOWN });
    expect(commits).toEqual([]);
  });
});
