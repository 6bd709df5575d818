/**
 * Processes the upload queue: one message is one slice of work, and unfinished work is queued again. A message that
 * fails is delivered again after a short wait. After the third failure the upload is marked as failed, because a killed
 * function cannot report its own failure.
 */
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { readUploadMessage } from '../../adapters/sqs/sqs-upload-queue.ts';
import { failUpload, workOnUpload } from '../../core/catalogs/uploads/work-on-upload.ts';
import type { CatalogImportDependencies } from './dependencies.ts';

/** The time kept for finishing the work in progress. */
const RESERVE_MS = 15_000;
/** The time limit of a preview. */
const PREVIEW_MS = 20_000;
const MAX_TRIES = 3;
const TRY_AGAIN_SECONDS = 30;
/** Delays until unfinished work continues. */
const AGAIN_SECONDS = { more: 0, busy: 10, later: 60 } as const;

type Invocation = Pick<Context, 'getRemainingTimeInMillis'>;

export function createImportHandler({ ports, queue, log, previewMs = PREVIEW_MS }: CatalogImportDependencies) {
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
      await failUpload(ports, key);
      return log.worked(key.uploadId, 'failed');
    }
    const timeMs = Math.max(0, invocation.getRemainingTimeInMillis() - RESERVE_MS);
    const done = await workOnUpload(ports, key, { stop: AbortSignal.timeout(timeMs), previewMs });
    if (done !== 'done') await queue.send(key, AGAIN_SECONDS[done]);
    log.worked(key.uploadId, done);
  }
}
