import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isOpen, type EnrichmentRequest } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import { NANO_USD_PER_CENT, RESEARCH_PRICE_NANO_USD } from '../../../../core/money.ts';
import { openAccount, valueOf } from '../../../support/fixtures/accounts.ts';
import { CrashError } from '../../../support/stores/faulty-client.ts';
import { nameOf, ResearchHarness, type AskedItem } from '../../../support/research/research-harness.ts';
import type { ProcessPlan } from '../../../support/research/research-process.ts';
import { FaultRun } from './fault-run.ts';

const PRICE = RESEARCH_PRICE_NANO_USD;
const FAULT_SEED = Number(process.env.FAULT_SEED ?? 7);
const PART_COUNT = 100;
/** Half a minute before December. */
const END_OF_NOVEMBER_MS = Date.UTC(2026, 10, 30, 23, 59, 30);

let harness: ResearchHarness;
beforeEach(async () => {
  harness = await ResearchHarness.open();
});
afterEach(async () => harness.close());

async function accountWithCap(spendingCapCents: number | null) {
  const wanted = spendingCapCents === null ? {} : { spendingCapCents };
  const { account, client } = await openAccount(harness.client, harness.tables.accountsTable, wanted);
  return { accountId: account.accountId, clientId: client.clientId, capCents: account.spendingCapCents };
}

async function scan(table: string, prefix: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await harness.client.send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ...(from && { ExclusiveStartKey: from }) }),
    );
    rows.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return rows.filter(({ pk, sk }) => `${String(pk)}|${String(sk)}`.startsWith(prefix));
}

const coreRows = async () => (await scan(harness.tables.productIndexTable, 'ITEM#')).filter(({ sk }) => sk === 'CORE');

describe('processes killed at any point', () => {
  test('research each of 100 parts once for 300 requests of three accounts, charge once, keep no reserve and stay under the cap', async () => {
    harness.nowMs = END_OF_NOVEMBER_MS;
    const parts: AskedItem[] = Array.from({ length: PART_COUNT }, (_, index) => ({
      manufacturer: 'Norvane GmbH',
      part_number: `NV-${String(index).padStart(4, '0')}`,
    }));
    const isKnown = (partNumber: string) => Number(partNumber.slice(3)) % 10 < 7;
    const knownCount = parts.filter(({ part_number }) => isKnown(part_number)).length;
    // One account has no cap, one a cap that fits every reserve exactly, one a higher cap; a fourth requests as much
    // with a cap for 40.
    const accounts = await Promise.all([null, 1500, 2000, 600].map(accountWithCap));
    const capped = accounts[3]?.accountId;

    const run: FaultRun = new FaultRun(harness, {
      seed: FAULT_SEED,
      crashProbability: 0.45,
      faultProbability: 0.04,
      parts,
      clientIds: accounts.map(({ clientId }) => clientId),
      inspect: async () => {
        const usages = await Promise.all(accounts.map(({ accountId }) => harness.usage(accountId)));
        for (const [place, { researchNanoUsd, reservedNanoUsd, chargedNanoUsd }] of usages.entries()) {
          expect(researchNanoUsd).toBe(reservedNanoUsd + chargedNanoUsd);
          const cap = accounts[place]?.capCents ?? null;
          if (cap !== null) expect(researchNanoUsd).toBeLessThanOrEqual(cap * NANO_USD_PER_CENT);
        }
      },
    });
    harness.researcher.answer = ({ partNumber }) => {
      const luck = run.random();
      if (luck < 0.1) return { kind: 'unavailable', detail: 'The provider answered 500' };
      if (luck < 0.15) return { kind: 'found', record: 'garbage' };
      return isKnown(partNumber) ? { kind: 'found', record: { title: `Part ${partNumber}` } } : { kind: 'not_found' };
    };

    await run.askForEverything();
    expect(harness.researcher.tasks).toEqual([]);
    const requestsOf = async (accountId: string) => harness.store.readRequests(accountId, parts.map(nameOf));
    const everything = async () => (await Promise.all(accounts.map(({ accountId }) => requestsOf(accountId)))).flat();
    const asked = await everything();
    expect(asked.filter(({ accountId }) => accountId !== capped)).toHaveLength(3 * PART_COUNT);
    expect(asked.filter(({ accountId }) => accountId === capped)).toHaveLength(40);
    harness.nowMs = Date.UTC(2026, 11, 1, 0, 1);
    await run.workUntilSettled(async () => !(await everything()).some(isOpen));

    const requests = await everything();
    await expectEveryFoundPartOnce(requests, parts, isKnown, knownCount);
    for (const { accountId } of accounts) {
      const found = requests.filter((request) => request.accountId === accountId && request.state === 'found');
      const notFound = requests.filter((request) => request.accountId === accountId && request.state === 'not_found');
      const own = requests.filter((request) => request.accountId === accountId);
      expect(found.length + notFound.length).toBe(own.length);
      expect(found).toHaveLength(own.filter(({ asked: { partNumber } }) => isKnown(partNumber)).length);
      expect(found.every(({ charged }) => charged)).toBe(true);
      const charged = found.length * PRICE;
      expect(await harness.usage(accountId)).toMatchObject({
        reservedNanoUsd: 0,
        chargedNanoUsd: charged,
        researchNanoUsd: charged,
        committedNanoUsd: charged,
      });
      expect((await harness.usage(accountId, '2026-12')).calls).toBe(0);
    }
    expect(await scan(harness.tables.accountsTable, 'OUTBOX#')).toEqual([]);
    expectOneResearchAPart(isKnown);
    console.log(
      `${run.processes} processes, ${run.crashes} died; ${harness.researcher.tasks.length} calls of the provider; ` +
        `${harness.queue.sent.length} messages sent`,
    );
  });
});

async function expectEveryFoundPartOnce(
  requests: readonly EnrichmentRequest[],
  parts: readonly AskedItem[],
  isKnown: (partNumber: string) => boolean,
  knownCount: number,
): Promise<void> {
  const entries = await harness.index.readKeys(parts.map((part) => ({ by: 'part', ...nameOf(part) })));
  for (const [place, part] of parts.entries()) {
    const itemIds = (entries[place] ?? []).map(({ itemId }) => itemId);
    expect(itemIds).toHaveLength(isKnown(part.part_number) ? 1 : 0);
    const answered = requests.filter(({ asked, state }) => asked.partNumber === part.part_number && state === 'found');
    for (const { itemId } of answered) expect(itemId).toBe(itemIds[0]);
  }
  expect(await coreRows()).toHaveLength(knownCount);
}

/** A found part was researched under one id, so the provider is paid once, even if its response was lost repeatedly. */
function expectOneResearchAPart(isKnown: (partNumber: string) => boolean): void {
  const ids = new Map<string, Set<string>>();
  for (const { partNumber, researchId } of harness.researcher.tasks)
    ids.set(partNumber, (ids.get(partNumber) ?? new Set()).add(researchId));
  for (const [partNumber, researchIds] of ids) if (isKnown(partNumber)) expect(researchIds.size).toBe(1);
}

describe('an enrichment request whose process is killed at every call', () => {
  const part: AskedItem = { manufacturer: 'Norvane GmbH', part_number: 'NV-1' };

  /** Kills the n-th call, before or after it, until a process makes fewer calls than that. */
  async function atEveryCall(scenario: (plan: ProcessPlan) => Promise<void>): Promise<number> {
    for (let call = 1; ; call += 1) {
      let met = false;
      for (const how of ['crash', 'crash-after'] as const)
        await scenario((current) => {
          met ||= current === call;
          return current === call ? how : undefined;
        });
      if (!met) return call - 1;
    }
  }

  test.each([
    ['the tool', 'ask', 6],
    ['the worker', 'work', 9],
    ['the sweeper', 'sweep', 19],
  ] as const)(
    'ends, in %s, with one item, one charge and no reserve',
    async (_, victim, leastCalls) => {
      let count = 0;
      const calls = await atEveryCall(async (plan) => {
        count += 1;
        const item = { ...part, part_number: `NV-${victim}-${count}` };
        const { accountId, clientId } = await accountWithCap(15);
        harness.queue.messages.length = 0;
        const asked = await unlessItDies(harness.ask(clientId, [item], victim === 'ask' ? plan : undefined));
        // The caller repeats its request, and gets the same answer whether or not the first one was written.
        const answer = asked ?? (await harness.ask(clientId, [item]));
        expect(valueOf(answer).structured.results[0]?.status).toBe('queued');
        if (victim === 'sweep') {
          harness.queue.messages.length = 0;
          harness.nowMs += 6 * 60_000;
          await unlessItDies(harness.sweep(plan));
        }
        if (victim === 'work') await unlessItDies(harness.work(harness.queue.messages[0] ?? noMessage(), plan));
        // The sweeper handles both a lost message and the lease of a dead worker.
        for (let round = 0; round < 8 && (await harness.request(accountId, item))?.state !== 'found'; round += 1) {
          harness.nowMs += 15 * 60_000;
          await harness.sweep();
          await harness.workAll();
        }
        expect(await harness.usage(accountId)).toMatchObject({
          reservedNanoUsd: 0,
          chargedNanoUsd: PRICE,
          researchNanoUsd: PRICE,
        });
        expect(await harness.index.readKeys([{ by: 'part', ...nameOf(item) }])).toMatchObject([
          [{ itemId: expect.any(String) as string }],
        ]);
      });
      expect(calls).toBeGreaterThanOrEqual(leastCalls);
    },
    120_000,
  );

  async function unlessItDies<T>(process: Promise<T>): Promise<T | undefined> {
    try {
      return await process;
    } catch (error) {
      const died = error instanceof Error && (error instanceof CrashError || error.cause instanceof CrashError);
      if (died) return undefined;
      throw error;
    }
  }

  function noMessage(): never {
    throw new Error('A message was expected');
  }
});
