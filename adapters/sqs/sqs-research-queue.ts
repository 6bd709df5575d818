/** The research queue on SQS. A lost message does no harm: the sweeper sends it again from the outbox. */
import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ResearchMessage, ResearchQueue } from '../../core/sourcing/enrichment/enrichment-queue.ts';
import { writeResearchMessage } from './research-message.ts';

export class SqsResearchQueue implements ResearchQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async send(messages: readonly ResearchMessage[]): Promise<void> {
    const { Failed = [] } = await this.#client.send(
      new SendMessageBatchCommand({
        QueueUrl: this.#queueUrl,
        Entries: messages.map((message, index) => ({
          Id: String(index),
          MessageBody: writeResearchMessage(message),
          // Makes a standard queue fair: an account with many waiting parts does not delay those of others.
          MessageGroupId: message.accountId,
        })),
      }),
    );
    if (Failed.length > 0) throw new Error(`The queue did not take ${Failed.length} of ${messages.length} messages`);
  }

  /** Makes a received, unfinished message visible again after this many seconds. */
  async deliverAgain(receiptHandle: string, seconds: number): Promise<void> {
    await this.#client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: this.#queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
    );
  }
}
