/**
 * One message of the upload queue is one slice of work. What is not finished puts its upload into the queue again. A message whose work fails comes
 * again soon, and after the third time the person learns: a killed function cannot say so itself.
 */
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { readUploadMessage } from '../../adapters/sqs/sqs-upload-queue.ts';
import { giveUpWork, workOnUpload } from '../../core/uploads/work-on-upload.ts';
import type { CatalogImportDependencies } from './dependencies.ts';

/** What is under way when the time is over is brought to its end in this time. */
const RESERVE_MS = 15_000;
/** Of a look into a file. */
const LOOK_MS = 20_000;
const MAX_TRIES = 3;
const TRY_AGAIN_SECONDS = 30;
/** Until what is not finished is taken up again. */
const AGAIN_SECONDS = { more: 0, busy: 10, later: 60 } as const;

export type Invocation = Pick<Context, 'getRemainingTimeInMillis'>;

export function createImportHandler({ work, queue, log, lookMs = LOOK_MS }: CatalogImportDependencies) {
  return async ({ Records }: Pick<SQSEvent, 'Records'>, invocation: Invocation): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of Records) {
      try {
        await handle(record, invocation);
      } catch (error) {
        log.internalError(error);
        batchItemFailures.push({ itemIdentifier: record.messageId });
        await queue
          .deliverAgain(record.receiptHandle, TRY_AGAIN_SECONDS)
          .catch((failure: unknown) => log.internalError(failure));
      }
    }
    return { batchItemFailures };
  };

  async function handle({ body, attributes }: SQSRecord, invocation: Invocation): Promise<void> {
    const key = readUploadMessage(body);
    if (key === undefined) return log.worked('', 'unknown');
    if (Number(attributes.ApproximateReceiveCount) > MAX_TRIES) {
      await giveUpWork(work, key);
      return log.worked(key.uploadId, 'given_up');
    }
    const timeMs = Math.max(0, invocation.getRemainingTimeInMillis() - RESERVE_MS);
    const done = await workOnUpload(work, key, { stop: AbortSignal.timeout(timeMs), lookMs });
    if (done !== 'done') await queue.send(key, AGAIN_SECONDS[done]);
    log.worked(key.uploadId, done);
  }
}
