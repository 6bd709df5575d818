import type { Context, SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { writeResearchMessage } from '../../../adapters/sqs/research-message.ts';
import type { ResearchMessage } from '../../../core/sourcing/enrichment/enrichment-queue.ts';
import { createDeadLettersHandler } from '../../../functions/enrichment-dead-letters/create-dead-letters-handler.ts';
import type { DeadLettersDependencies } from '../../../functions/enrichment-dead-letters/dependencies.ts';

const MESSAGE = writeResearchMessage({
  accountId: 'acc_0123456789',
  manufacturerKey: 'acme',
  part: 'a1',
  number: '0'.repeat(32),
  attempt: `enr_${'0'.repeat(20)}`,
} as unknown as ResearchMessage);

async function failLetters(bodies: readonly string[], readRequests: () => Promise<readonly unknown[]>) {
  const logged: string[] = [];
  const handler = createDeadLettersHandler({
    store: { readRequests },
    clock: { nowMs: () => 0 },
    log: {
      count: (metric: string) => void logged.push(metric),
      done: (what: string, { outcome = '' }: { readonly outcome?: string }) =>
        void logged.push(`${what} ${outcome}`.trim()),
      internalError: (messageId: string) => void logged.push(`failed ${messageId}`),
      flush: () => void logged.push('flush'),
    },
  } as unknown as DeadLettersDependencies);
  const Records = bodies.map((body, index) => ({ messageId: `m${index}`, body }));
  const { batchItemFailures } = await handler({ Records } as SQSEvent, {} as Context);
  return { logged, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

test('a dead letter in another format is counted and dropped, and delays no other', async () => {
  expect(await failLetters(['not JSON', MESSAGE], async () => [])).toEqual({
    failed: [],
    logged: ['ResearchMessageUnreadable', 'dead letter unreadable', 'dead letter nothing_open', 'flush'],
  });
});

test('a dead letter whose request cannot be read is delivered again, alone', async () => {
  const broken = async () => Promise.reject(new Error('no connection'));
  expect(await failLetters(['not JSON', MESSAGE], broken)).toMatchObject({
    failed: ['m1'],
    logged: expect.arrayContaining(['failed m1', 'flush']) as unknown,
  });
});
