/** The mail queue on SQS. */
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { mailOrderSchema, type MailOrder, type MailQueue } from '../../core/dashboard/mail/email-order.ts';
import { readJsonText } from '../../core/json.ts';

export class SqsMailQueue implements MailQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async send(order: MailOrder): Promise<void> {
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#queueUrl, MessageBody: writeMailOrder(order) }));
  }
}

/** The text is pure ASCII, with everything else escaped, because SQS refuses some characters. */
function writeMailOrder(order: MailOrder): string {
  return JSON.stringify(order).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns undefined unless the text is an email to send. */
export function readMailOrder(body: string): MailOrder | undefined {
  return mailOrderSchema.safeParse(readJsonText(body)).data;
}
