/**
 * The research worker processes the messages of a batch concurrently, each with a separate outcome. It delays the next
 * delivery of a message to retry, so that a slow provider gets a pause, and reports the message as failed. After the
 * fifth delivery SQS moves the message to the dead-letter queue.
 */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { researchPart, type MessageEnd } from '../../core/sourcing/research/research-part.ts';
import { readResearchMessage } from '../../adapters/sqs/research-message.ts';
import type { WorkerDependencies } from './dependencies.ts';

const MAX_WAIT_SECONDS = 900;
/** The first wait after a provider gave no usable answer; it doubles with every delivery. */
const FIRST_WAIT_SECONDS = 30;
/**
 * Another worker usually finishes the part in a few seconds. Its lease has to expire only if that worker was killed.
 */
const BUSY_WAIT_SECONDS = 10;
const MAX_BUSY_DELIVERIES = 3;

/** Makes SQS deliver a message again. */
class RetryLater extends Error {
  override readonly name = 'RetryLater';
}

export function createWorkerHandler(dependencies: WorkerDependencies) {
  const processor = new BatchProcessor(EventType.SQS);
  return async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    try {
      return await processPartialResponse(event, (record: SQSRecord) => process(dependencies, record), processor, {
        context,
        throwOnFullBatchFailure: false,
      });
    } finally {
      dependencies.log.flush();
    }
  };
}

async function process({ ports, queue, log }: WorkerDependencies, record: SQSRecord): Promise<void> {
  const { messageId, receiptHandle } = record;
  const message = readResearchMessage(record.body);
  if (message === undefined) {
    log.count('ResearchMessageUnreadable', 1);
    log.done('message unreadable', { messageId });
    throw new RetryLater('Unreadable');
  }
  const deliveries = Number(record.attributes.ApproximateReceiveCount) || 1;
  const end = await researchPart(ports, message).catch((error: unknown) => {
    log.internalError(messageId, error);
    throw error;
  });
  const { accountId, attempt } = message;
  log.done('message done', { messageId, account: accountId, attempt, deliveries, ...fieldsOf(end) });
  if (end.kind === 'settled') {
    const metric = { found: 'ResearchFound', not_found: 'ResearchNotFound', failed: 'ResearchGivenUp' } as const;
    log.count(metric[end.state], 1);
  }
  if (end.kind === 'unavailable') log.count('ResearchUnavailable', 1);
  if (end.kind === 'waiting') log.count('ResearchWaiting', 1);
  if (end.kind !== 'busy' && end.kind !== 'unavailable') return;
  // Waiting for another worker's research is not a failure and must not end in the dead-letter queue. The outbox sends
  // the request again.
  if (end.kind === 'busy' && deliveries >= MAX_BUSY_DELIVERIES) return;
  // If the delay cannot be set, the message is delivered again when its visibility timeout ends.
  await queue.deliverAgain(receiptHandle, waitSeconds(end, deliveries)).catch(() => undefined);
  throw new RetryLater(end.kind);
}

/** Decides all waits that protect a provider from too many requests. Exported for its tests. */
export function waitSeconds(end: MessageEnd & { kind: 'busy' | 'unavailable' }, deliveries: number): number {
  if (end.kind === 'busy') return Math.min(end.retryAfterSeconds, BUSY_WAIT_SECONDS * 2 ** (deliveries - 1));
  const backOff = FIRST_WAIT_SECONDS * 2 ** (deliveries - 1) * (0.75 + Math.random() / 2);
  return Math.min(MAX_WAIT_SECONDS, Math.ceil(Math.max(backOff, end.retryAfterSeconds ?? 0)));
}

function fieldsOf(end: MessageEnd): Readonly<Record<string, string>> {
  switch (end.kind) {
    case 'settled':
      return { outcome: end.state };
    case 'unavailable':
    case 'waiting':
      return { outcome: end.kind, detail: end.detail };
    default:
      return { outcome: end.kind };
  }
}
