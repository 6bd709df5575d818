import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SqsResearchQueue } from '../../../adapters/sqs/sqs-research-queue.ts';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import type { ResearchAnswer, ResearchTask } from '../../../core/sourcing/research/part-researcher.ts';
import { askForCatalog, followCatalog } from '../../../core/sourcing/enrichment/enrich-catalog.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../core/money.ts';
import { createDeadLettersHandler } from '../../../functions/enrichment-dead-letters/create-dead-letters-handler.ts';
import { createSweeperHandler } from '../../../functions/enrichment-sweeper/create-sweeper-handler.ts';
import { waitSeconds, createWorkerHandler } from '../../../functions/enrichment-worker/create-worker-handler.ts';
import { LocalRights } from '../../../local/rights/local-rights.ts';
import { startLocalQueues, type LocalQueues } from '../../../local/sqs/local-queues.ts';
import { startQueuePoller, type QueuePoller } from '../../../local/sqs/queue-poller.ts';
import type { LocalQueue } from '../../../local/template/resource-schemas.ts';
import { queueArn } from '../../../local/template/resource-references.ts';
import { openAccount, valueOf } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { ResearchHarness, type AskedItem } from '../../support/research/research-harness.ts';

let harness: ResearchHarness;
let queues: LocalQueues;
let queue: SqsResearchQueue;
const pollers: QueuePoller[] = [];
const counts = new Map<string, number>();
const faults: unknown[] = [];
const LOG = {
  done: () => undefined,
  internalError: (_: string, error: unknown) => void faults.push(error),
  count: (metric: string, count: number) => void counts.set(metric, (counts.get(metric) ?? 0) + count),
  flush: () => undefined,
};
/** The provider's answer by part number; a part without one is found. */
const answers = new Map<string, (task: ResearchTask) => ResearchAnswer | Promise<ResearchAnswer>>();

beforeEach(() => {
  harness.researcher.answer = (task) =>
    (answers.get(task.partNumber) ?? (() => ({ kind: 'found', record: { title: 'Found' } }) as const))(task);
});
beforeAll(async () => {
  harness = await ResearchHarness.open();
  const redrive = { deadLetterTargetArn: queueArn('Dead'), maxReceiveCount: 3 };
  const settings: (readonly [string, LocalQueue])[] = [
    ['Dead', { VisibilityTimeout: 2 }],
    ['Work', { VisibilityTimeout: 2, RedrivePolicy: redrive }],
  ];
  queues = await startLocalQueues(new Map(settings), new LocalRights(() => undefined));
  queue = new SqsResearchQueue(queues.client, queues.urls.get('Work') ?? '');
  const clock = { nowMs: () => harness.nowMs };
  const worker = createWorkerHandler({
    ports: harness.workerPorts(),
    // The delays have a separate table test; here there are none.
    queue: { deliverAgain: async (handle) => queue.deliverAgain(handle, 0) },
    log: LOG,
  });
  listen('Work', worker);
  listen('Dead', createDeadLettersHandler({ store: harness.store, clock, log: LOG }));
});
afterAll(async () => {
  for (const poller of pollers) poller.stop();
  await queues.stop();
  await harness.close();
});

function listen(name: string, handler: (event: SQSEvent, context: Context) => Promise<unknown>): void {
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  pollers.push(
    startQueuePoller({
      client: queues.client,
      queueUrl: queues.urls.get(name) ?? '',
      source: {
        EventSourceArn: queueArn(name),
        FunctionName: name,
        BatchSize: 5,
        MaximumBatchingWindowInSeconds: 0,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        Enabled: true,
      },
      invoke: async (event) => ({ ok: true, payload: JSON.stringify(await handler(event, context)) }),
    }),
  );
}

async function ask(parts: readonly AskedItem[]) {
  const { account, client } = await openAccount(harness.client, harness.tables.accountsTable);
  valueOf(await harness.ask(client.clientId, parts));
  return account;
}

const partOf = (number: string): AskedItem => ({ manufacturer: 'Norvane GmbH', part_number: number });

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It never came true');
}

describe('the enrichment worker on a real queue', () => {
  test('settles each request once, even if its message is delivered repeatedly', async () => {
    const { accountId } = await ask([partOf('Q-1')]);
    const messages = harness.queue.messages.splice(0);
    for (let copy = 0; copy < 3; copy += 1) await queue.send(messages);
    await until(async () => (await harness.request(accountId, partOf('Q-1')))?.state === 'found');
    await until(async () => (await waiting('Work')) === 0);
    expect(await harness.usage(accountId)).toMatchObject({
      chargedNanoUsd: RESEARCH_PRICE_NANO_USD,
      reservedNanoUsd: 0,
    });
    expect(harness.researcher.tasks.filter(({ partNumber }) => partNumber === 'Q-1')).toHaveLength(1);
  });

  test('lets a slow, a failing and a malformed message delay no other; one that keeps failing is abandoned without a charge', async () => {
    let answerSlow: (answer: ResearchAnswer) => void = () => undefined;
    answers.set('Q-slow', async () => new Promise((resolve) => (answerSlow = resolve)));
    answers.set('Q-broken', () => ({ kind: 'unavailable', detail: 'The provider answered 500' }));
    answers.set('Q-garbage', () => ({ kind: 'found', record: 7 }));
    answers.set('Q-bug', () => {
      throw new Error('An internal error');
    });
    const numbers = ['Q-slow', 'Q-broken', 'Q-garbage', 'Q-bug', 'Q-fine'];
    const { accountId } = await ask(numbers.map(partOf));
    for (const body of ['', '{', '{"account":"x"}', JSON.stringify({ attempt: 1 }), '\ud800'.toWellFormed()])
      if (body !== '') await sendRaw(body);
    await queue.send(harness.queue.messages.splice(0));
    const stateOf = async (number: string) => (await harness.request(accountId, partOf(number)))?.state;
    await until(async () => (await stateOf('Q-fine')) === 'found');
    await until(async () => (await stateOf('Q-slow')) === 'researching');
    await until(async () => (await stateOf('Q-broken')) === 'failed');
    await until(async () => (await stateOf('Q-garbage')) === 'failed');
    expect(counts.get('ResearchMessageUnreadable')).toBeGreaterThan(0);
    // The worker that hit the error counts as dead: its lease expires, and the sweeper requeues the request.
    answers.delete('Q-bug');
    harness.nowMs += 10 * 60_000;
    answerSlow({ kind: 'not_found' });
    await createSweeperHandler({ store: harness.store, queue, clock: { nowMs: () => harness.nowMs }, log: LOG })();
    await until(async () => (await stateOf('Q-bug')) === 'found');
    await until(async () => (await stateOf('Q-slow')) === 'not_found');
    expect(counts.get('ResearchResent')).toBeGreaterThan(0);
    expect(faults.map(String)).toContain('Error: An internal error');
    expect(await harness.usage(accountId)).toMatchObject({
      chargedNanoUsd: 2 * RESEARCH_PRICE_NANO_USD,
      researchNanoUsd: 2 * RESEARCH_PRICE_NANO_USD,
      reservedNanoUsd: 0,
    });
  });

  test('starts an account’s part soon, even if another account has many waiting', async () => {
    const order: string[] = [];
    let answerAll: () => void = () => undefined;
    const allReceived = new Promise<void>((resolve) => (answerAll = resolve));
    harness.researcher.answer = async (task) => {
      order.push(task.partNumber);
      await allReceived;
      return { kind: 'not_found' };
    };
    const flood = await openAccount(harness.client, harness.tables.accountsTable);
    const floodParts = Array.from({ length: 60 }, (_, place) => partOf(`FLOOD-${place}`));
    for (let start = 0; start < floodParts.length; start += 10)
      valueOf(await harness.ask(flood.client.clientId, floodParts.slice(start, start + 10)));
    const ofFlood = harness.queue.messages.splice(0);
    const { accountId } = await ask([partOf('QUIET')]);
    for (let start = 0; start < ofFlood.length; start += 10) await queue.send(ofFlood.slice(start, start + 10));
    await queue.send(harness.queue.messages.splice(0));
    await until(async () => (await messagesOf('Work')).visible === 0);
    answerAll();
    await until(async () => (await harness.request(accountId, partOf('QUIET')))?.state === 'not_found');
    // Two batches of five are in work when it arrives, and one more may be fetched at the same time.
    expect(order.indexOf('QUIET')).toBeLessThan(20);
    await until(async () => (await waiting('Work')) === 0);
    expect(order.filter((number) => number.startsWith('FLOOD-'))).toHaveLength(60);
  });

  test('marks the rows of a catalog as enriched, within the cap', async () => {
    const { account } = await openAccount(harness.client, harness.tables.accountsTable, { spendingCapCents: 30 });
    const catalogs = new DynamoCatalogStore(harness.client, harness.tables.accountsTable);
    const { accountId } = account;
    const catalog = await newCatalog(catalogs, accountId, 'List');
    const rows = ['C-1', 'C-2', 'C-3'].map((partNumber, index) =>
      catalogRow(index + 1, { supplier: 'Norvane', partNumber }),
    );
    const [from, to] = [
      { rows: 0, bytes: 0 },
      { rows: 3, bytes: 30 },
    ];
    await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
    answers.set('C-2', () => ({ kind: 'not_found' }));
    const key = catalog;
    const ports = { catalogs, enrichment: harness.store, index: harness.index, researchQueue: queue };
    const run = {
      key,
      stop: new AbortController().signal,
      onProgress: () => undefined,
      nowMs: () => harness.nowMs,
      counted: false,
    };
    const audit = (atMs: number) => ({ who: 'test', what: 'research.asked_for_catalog' as const, details: {}, atMs });
    // Rows 1 and 2 fit under 0.30 USD; row 3 fits once row 2 is released.
    expect(await askForCatalog(ports, async () => account, { ...run, audit })).toMatchObject({ queued: 2, left: 0 });
    await until(async () => (await followCatalog(ports, run)).open === 0);
    expect(await askForCatalog(ports, async () => account, { ...run, audit })).toMatchObject({ queued: 1, left: 1 });
    await until(async () => (await followCatalog(ports, run)).open === 0);
    const after = await catalogs.readRows(key, { after: 0, limit: 10 });
    expect(after.map(({ outcome }) => outcome)).toEqual(['enriched', 'not_found', 'enriched']);
    expect((await harness.usage(accountId)).chargedNanoUsd).toBe(2 * RESEARCH_PRICE_NANO_USD);
  });
});

describe('the delays between deliveries', () => {
  test.each([
    ['the part is busy for long', { kind: 'busy', retryAfterSeconds: 110 }, 1, 10, 10],
    ['still busy at the fourth delivery', { kind: 'busy', retryAfterSeconds: 110 }, 4, 80, 80],
    ['busy for a second', { kind: 'busy', retryAfterSeconds: 1 }, 3, 1, 1],
    ['the provider failed once', { kind: 'unavailable', detail: '' }, 1, 22, 38],
    ['it failed four times', { kind: 'unavailable', detail: '' }, 4, 180, 300],
    ['it asked for quiet', { kind: 'unavailable', detail: '', retryAfterSeconds: 600 }, 1, 600, 600],
    ['never longer than a quarter of an hour', { kind: 'unavailable', detail: '' }, 12, 900, 900],
  ] as const)('%s', (_, end, deliveries, least, most) => {
    const seconds = waitSeconds(end, deliveries);
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThanOrEqual(most);
  });
});

async function sendRaw(body: string): Promise<void> {
  await queues.client.send(new SendMessageCommand({ QueueUrl: queues.urls.get('Work') ?? '', MessageBody: body }));
}

async function waiting(name: string): Promise<number> {
  const { visible, received } = await messagesOf(name);
  return visible + received;
}

async function messagesOf(name: string): Promise<{ readonly visible: number; readonly received: number }> {
  const { Attributes } = await queues.client.send(
    new GetQueueAttributesCommand({
      QueueUrl: queues.urls.get(name) ?? '',
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return {
    visible: Number(Attributes?.ApproximateNumberOfMessages),
    received: Number(Attributes?.ApproximateNumberOfMessagesNotVisible),
  };
}
