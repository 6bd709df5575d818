import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { createImportHandler } from '../../../functions/catalog-import/create-import-handler.ts';
import type { CatalogImportDependencies } from '../../../functions/catalog-import/dependencies.ts';

const [ACCOUNT, UPLOAD] = ['acc_0123456789', `upl_${'0'.repeat(9)}${'a'.repeat(16)}`];
const MESSAGE = JSON.stringify({ account: ACCOUNT, upload: UPLOAD });

interface Situation {
  readonly status?: string;
  readonly isTurnTaken?: boolean;
  readonly isDown?: boolean;
  readonly deliveries?: number;
}

/** Delivers messages to the import function about one upload of this status. */
async function deliver(bodies: readonly string[], situation: Situation = {}) {
  const { status = 'ended', isTurnTaken = false, isDown = false, deliveries = 1 } = situation;
  const steps: string[] = [];
  const handler = createImportHandler({
    ports: {
      clock: { nowMs: () => 0 },
      uploads: {
        takeTurn: async () => {
          if (isDown) throw new Error('no connection');
          return !isTurnTaken;
        },
        endTurn: async () => undefined,
        read: async () => ({ accountId: ACCOUNT, uploadId: UPLOAD, status, replaces: null, catalogId: null }),
        change: async (_: object, change: { readonly problem?: object }) =>
          void steps.push(`problem ${JSON.stringify(change.problem)}`),
      },
      catalogs: { findCatalog: async () => undefined },
    },
    queue: {
      send: async (_: object, delaySeconds: number) => void steps.push(`again in ${delaySeconds} s`),
      deliverAgain: async (_: string, delaySeconds: number) => void steps.push(`deliver in ${delaySeconds} s`),
    },
    log: {
      worked: (uploadId: string, done: string) => void steps.push(`${uploadId === '' ? 'nothing' : 'upload'} ${done}`),
      internalError: () => void steps.push('failed'),
    },
  } as unknown as CatalogImportDependencies);
  const Records = bodies.map((body, index) => ({
    messageId: `m${index}`,
    receiptHandle: 'h',
    body,
    attributes: { ApproximateReceiveCount: String(deliveries) },
  }));
  const invocation = { getRemainingTimeInMillis: () => 60_000 };
  const { batchItemFailures } = await handler({ Records: Records as unknown as SQSRecord[] }, invocation);
  return { steps, again: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

test('a message that names no upload is dropped, and the next one is processed', async () => {
  expect(await deliver(['{"upload":"../x"}', MESSAGE])).toEqual({
    steps: ['nothing unknown', 'upload done'],
    again: [],
  });
});

test('an upload whose account has another upload in work is queued again for ten seconds later', async () => {
  expect(await deliver([MESSAGE], { isTurnTaken: true })).toEqual({
    steps: ['again in 10 s', 'upload busy'],
    again: [],
  });
});

test('a message that fails is delivered again after 30 seconds, and raises an alarm', async () => {
  expect(await deliver([MESSAGE], { isDown: true })).toEqual({ steps: ['failed', 'deliver in 30 s'], again: ['m0'] });
});

test('an upload that was in work at three deliveries fails at the fourth, so that its person gets a result', async () => {
  const inWork = { status: 'importing', isDown: true };
  expect((await deliver([MESSAGE], { ...inWork, deliveries: 3 })).again).toEqual(['m0']);
  expect(await deliver([MESSAGE], { ...inWork, deliveries: 4 })).toEqual({
    steps: ['problem {"kind":"not_finished"}', 'upload failed'],
    again: [],
  });
});
