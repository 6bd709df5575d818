/**
 * Ends enrichment requests whose messages reached the dead-letter queue: the request fails and its reserve is released.
 * If a worker currently has the request, that worker or the outbox handles it. A message in another format is counted
 * and dropped.
 */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { readResearchMessage } from '../../adapters/sqs/research-message.ts';
import { abandonRequest } from '../../core/sourcing/enrichment/settle-enrichment.ts';
import type { DeadLettersDependencies } from './dependencies.ts';

export function createDeadLettersHandler(dependencies: DeadLettersDependencies) {
  const processor = new BatchProcessor(EventType.SQS);
  return async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    try {
      return await processPartialResponse(
        event,
        (record: SQSRecord) => failDeadLetter(dependencies, record),
        processor,
        {
          context,
          throwOnFullBatchFailure: false,
        },
      );
    } finally {
      dependencies.log.flush();
    }
  };
}

async function failDeadLetter(
  { store, clock, log }: DeadLettersDependencies,
  { messageId, body }: SQSRecord,
): Promise<void> {
  const message = readResearchMessage(body);
  if (message === undefined) {
    log.count('ResearchMessageUnreadable', 1);
    log.done('dead letter unreadable', { messageId });
    return;
  }
  const { accountId, attempt } = message;
  try {
    const outcome = await abandonRequest(store, message, 'given_up', { attempt, evenLeased: false }, clock.nowMs());
    if (outcome === 'ended') log.count('ResearchGivenUp', 1);
    log.done('dead letter', { messageId, account: accountId, attempt, outcome });
  } catch (error) {
    log.internalError(messageId, error);
    throw error;
  }
}
