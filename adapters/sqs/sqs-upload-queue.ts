/** The upload queue on SQS. A message names the upload and nothing else. */
import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { accountIdSchema } from '../../core/identifiers.ts';
import { uploadIdSchema, type UploadKey } from '../../core/catalogs/uploads/upload.ts';
import type { UploadQueue } from '../../core/catalogs/uploads/upload-store.ts';
import { readJsonText } from '../../core/json.ts';

const messageSchema = z.strictObject({ account: accountIdSchema, upload: uploadIdSchema });

export class SqsUploadQueue implements UploadQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async send({ accountId, uploadId }: UploadKey, delaySeconds = 0): Promise<void> {
    const message = { account: accountId, upload: uploadId } satisfies z.infer<typeof messageSchema>;
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: this.#queueUrl,
        MessageBody: JSON.stringify(message),
        // Makes a standard queue fair: many uploads of one account do not delay those of others.
        MessageGroupId: accountId,
        ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
      }),
    );
  }

  /** Makes a received, unfinished message visible again after this many seconds. */
  async deliverAgain(receiptHandle: string, seconds: number): Promise<void> {
    const again = { QueueUrl: this.#queueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds };
    await this.#client.send(new ChangeMessageVisibilityCommand(again));
  }
}

/** Returns undefined unless the text is a message of this queue. */
export function readUploadMessage(body: string): UploadKey | undefined {
  const parsed = messageSchema.safeParse(readJsonText(body));
  return parsed.success ? { accountId: parsed.data.account, uploadId: parsed.data.upload } : undefined;
}
