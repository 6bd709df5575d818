import { expect, test } from 'vitest';
import { createSweeperHandler } from '../../../functions/enrichment-sweeper/create-sweeper-handler.ts';
import type { SweeperDependencies } from '../../../functions/enrichment-sweeper/dependencies.ts';

/** Runs the sweeper on an outbox whose shard 1 has a row without a request, and whose shard 2 fails if it is broken. */
async function sweep({ hasOrphan = false, isBroken = false } = {}) {
  const logged: string[] = [];
  const dropped: number[] = [];
  await createSweeperHandler({
    clock: { nowMs: () => 0 },
    queue: { send: async () => undefined },
    store: {
      readDue: async (shard: number) => {
        if (isBroken && shard === 2) throw new Error('no connection');
        return hasOrphan && shard === 1 ? [{ accountId: 'acc_1', attempt: 'enr_1', dueAtMs: 0 }] : [];
      },
      readRequests: async () => [],
      dropDue: async (shard: number) => void dropped.push(shard),
    },
    log: {
      count: (metric: string, count: number) => void logged.push(`${metric} ${count}`),
      internalError: (_: string, error: Error) => void logged.push(error.message),
      done: (what: string, details: object) => void logged.push(`${what} ${JSON.stringify(details)}`),
      flush: () => void logged.push('flush'),
    },
  } as unknown as SweeperDependencies)();
  return { logged, dropped };
}

test('the sweeper publishes its counts even if there is nothing to send, for the alarm on its silence', async () => {
  expect((await sweep()).logged).toEqual(['ResearchResent 0', 'ResearchSweepFailed 0', 'flush']);
});

test('the sweeper drops a row without a request and logs it', async () => {
  const { logged, dropped } = await sweep({ hasOrphan: true });
  expect(dropped).toEqual([1]);
  expect(logged).toContain('outbox swept {"resent":0,"dropped":1,"failures":0}');
});

test('the sweeper goes on with the other shards when one fails, and reports the failure', async () => {
  const { logged, dropped } = await sweep({ hasOrphan: true, isBroken: true });
  expect(dropped).toEqual([1]);
  expect(logged).toEqual(expect.arrayContaining(['ResearchSweepFailed 1', 'no connection']));
});
