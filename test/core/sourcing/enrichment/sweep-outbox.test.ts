import { expect, test } from 'vitest';
import { openRequest, type EnrichmentRequest } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import { OUTBOX_SHARD_COUNT, type DueWork } from '../../../../core/sourcing/enrichment/enrichment-store.ts';
import type { ResearchMessage } from '../../../../core/sourcing/enrichment/enrichment-queue.ts';
import { sweepOutbox } from '../../../../core/sourcing/enrichment/sweep-outbox.ts';
import type { ManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { numberKey, type PartKey } from '../../../../core/index/part-keys/part-number.ts';
import { MemoryEnrichment } from '../../../support/stores/memory-enrichment.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const LATER_MS = NOW_MS + 6 * 60_000;
const ACCOUNT = 'acc_0123456789';

/** Opens a store with `count` open requests whose messages were not sent. */
async function storeWith(count: number) {
  const store = new MemoryEnrichment(async () => 'active');
  const requests: EnrichmentRequest[] = [];
  for (let place = 0; place < count; place += 1) {
    const partNumber = `N-${place}`;
    const name = {
      manufacturerKey: 'm' as ManufacturerKey,
      part: partNumber as PartKey,
      number: numberKey(partNumber),
    };
    const asked = { manufacturer: 'M', partNumber, description: null };
    const attempt = { ...name, accountId: ACCOUNT, attempt: `enr_${place}`, asked, usageKey: null, counted: true };
    const after = openRequest(attempt, undefined, NOW_MS + place);
    await store.commit({ accountId: ACCOUNT, changes: [{ before: undefined, after }], maxOpen: 1000 });
    requests.push(after);
  }
  return { store, requests };
}

function queueOf(take: (messages: readonly ResearchMessage[]) => void) {
  return { send: async (messages: readonly ResearchMessage[]) => take(messages) };
}

test('sweepOutbox sends each due message once, ten at a time, and makes it due again later', async () => {
  const { store, requests } = await storeWith(23);
  const sent: (readonly ResearchMessage[])[] = [];
  const queue = queueOf((messages) => sent.push(messages));
  expect(await sweepOutbox(store, queue, NOW_MS + 1)).toEqual({ resent: 0, dropped: 0, failures: [] });
  expect(await sweepOutbox(store, queue, LATER_MS)).toEqual({ resent: 23, dropped: 0, failures: [] });
  expect(sent.map((messages) => messages.length)).toEqual([10, 10, 3]);
  expect(sent.flat()).toEqual(
    requests.map(({ accountId, manufacturerKey, part, number, attempt }) => ({
      accountId,
      manufacturerKey,
      part,
      number,
      attempt,
    })),
  );
  expect(await sweepOutbox(store, queue, LATER_MS + 1)).toEqual({ resent: 0, dropped: 0, failures: [] });
});

test('sweepOutbox takes a hundred messages of a shard in one run', async () => {
  const { store } = await storeWith(101);
  expect(
    (
      await sweepOutbox(
        store,
        queueOf(() => undefined),
        LATER_MS,
      )
    ).resent,
  ).toBe(100);
});

test('sweepOutbox drops a row without an open request, and sends nothing', async () => {
  const { store, requests } = await storeWith(2);
  const dropped: [number, DueWork][] = [];
  const rows = requests.map((request) => ({ ...request, dueAtMs: 7 }));
  const stale = Object.assign(Object.create(store) as MemoryEnrichment, {
    readDue: async (shard: number) => (shard === 5 ? rows : []),
    readRequests: async () => [],
    dropDue: async (shard: number, row: DueWork) => void dropped.push([shard, row]),
  });
  const sent: unknown[] = [];
  const swept = await sweepOutbox(
    stale,
    queueOf((messages) => sent.push(messages)),
    LATER_MS,
  );
  expect(swept).toEqual({ resent: 0, dropped: 2, failures: [] });
  expect(dropped).toEqual(rows.map((row) => [5, row]));
  expect(sent).toEqual([]);
});

test('sweepOutbox sweeps the other shards if one fails', async () => {
  const { store } = await storeWith(1);
  const broken = new Error('A shard in trouble');
  const shards: number[] = [];
  const readDue = store.readDue.bind(store);
  Object.assign(store, {
    readDue: async (shard: number, nowMs: number, limit: number) => {
      shards.push(shard);
      if (shard === 0) throw broken;
      return readDue(shard, nowMs, limit);
    },
  });
  expect(
    await sweepOutbox(
      store,
      queueOf(() => undefined),
      LATER_MS,
    ),
  ).toEqual({
    resent: 1,
    dropped: 0,
    failures: [broken],
  });
  expect(shards).toEqual(Array.from({ length: OUTBOX_SHARD_COUNT }, (_, shard) => shard));
});
