import { expect, test } from 'vitest';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { readEmailOrder, SqsMailQueue } from '../../../adapters/sqs/sqs-mail-queue.ts';
import type { EmailOrder } from '../../../core/dashboard/mail/email-order.ts';

async function sent(order: EmailOrder): Promise<string> {
  const bodies: string[] = [];
  const client = {
    send: async (command: { input: { MessageBody: string } }) => bodies.push(command.input.MessageBody),
  };
  await new SqsMailQueue(client as unknown as SQSClient, 'queue').send(order);
  return bodies.join('');
}

test('an email to send is read from the mail queue as it was written, and travels in ASCII', async () => {
  const order: EmailOrder = { kind: 'link', email: 'a@b.example', browserSha256: 'ab'.repeat(32), askedAtMs: 5 };
  expect(readEmailOrder(await sent(order))).toEqual(order);
  const person = { kind: 'invitation', accountId: 'acc_0123456789', personId: 'per_0123456789abcdef' } as const;
  expect(await sent(person)).toMatch(/^[ -~]+$/);
});

test('messages that are not emails to send are ignored', () => {
  for (const body of ['', '{', 'null', '{"kind":"link"}', '{"kind":"pay","accountId":"acc_0123456789"}'])
    expect(readEmailOrder(body)).toBeUndefined();
});
