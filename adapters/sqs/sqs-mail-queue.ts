/** The mail queue on SQS. */
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { emailOrderSchema, type EmailOrder, type MailQueue } from '../../core/dashboard/mail/email-order.ts';
import { readJsonText } from '../../core/json.ts';

export class SqsMailQueue implements MailQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async send(order: EmailOrder): Promise<void> {
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#queueUrl, MessageBody: writeEmailOrder(order) }));
  }
}

/** The text is pure ASCII, with everything else escaped, because SQS refuses some characters. */
function writeEmailOrder(order: EmailOrder): string {
  return JSON.stringify(order).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns undefined unless the text is an email to send. */
export function readEmailOrder(body: string): EmailOrder | undefined {
  return emailOrderSchema.safeParse(readJsonText(body)).data;
}
