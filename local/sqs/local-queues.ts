/**
 * Runs the template's queues in an SQS emulator inside this process. Messages are lost when the process ends; the
 * outbox sends them again.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import type { LocalRights } from '../rights/local-rights.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../template/local-account.ts';
import { GROUP_ATTRIBUTE } from './fair-messages.ts';
import { queueArn } from '../template/resource-references.ts';
import type { LocalQueue } from '../template/resource-schemas.ts';

export interface LocalQueues {
  readonly endpoint: string;
  readonly client: SQSClient;
  /** Queue name to URL. */
  readonly urls: ReadonlyMap<string, string>;
  readonly stop: () => Promise<void>;
}

export async function startLocalQueues(
  queues: ReadonlyMap<string, LocalQueue>,
  rights: LocalRights,
): Promise<LocalQueues> {
  const app = buildApp({ logger: false, defaultRegion: LOCAL_REGION });
  app.addHook('preHandler', async (request, reply) => {
    const { QueueUrl = '' } = (request.body ?? {}) as { QueueUrl?: string };
    const arn = queueArn(QueueUrl.split('/').at(-1) ?? '');
    const refused = rights.refuse(request.headers.authorization, [{ action: actionOf(request.headers), arn }]);
    if (refused === undefined) return keepGroups(request.body);
    await reply.status(403).send({ __type: 'com.amazonaws.sqs#AccessDeniedException', message: refused });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const endpoint = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  // The queue URLs name a host that only the emulator knows.
  const client = new SQSClient({
    endpoint,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
    useQueueUrlAsEndpoint: false,
  });
  const urls = new Map<string, string>();
  // Dead-letter queues are created first, because a queue that names a missing one is refused.
  for (const [name, queue] of [...queues].toSorted(([, a], [, b]) => rank(a) - rank(b))) {
    const { QueueUrl } = await client.send(
      new CreateQueueCommand({ QueueName: name, Attributes: attributesOf(queue) }),
    );
    urls.set(name, QueueUrl ?? '');
  }
  const stop = async (): Promise<void> => {
    client.destroy();
    await app.close();
  };
  return { endpoint, client, urls, stop };
}

interface SentMessage {
  readonly MessageGroupId?: string;
  MessageAttributes?: Record<string, unknown>;
}

/** Copies the group of a standard queue's message, which the emulator drops, to a message attribute, which it keeps. */
function keepGroups(body: unknown): void {
  const { Entries, ...single } = (body ?? {}) as SentMessage & { readonly Entries?: readonly SentMessage[] };
  const sent = Entries ?? (single.MessageGroupId === undefined ? [] : [body as SentMessage]);
  for (const message of sent) {
    if (message.MessageGroupId === undefined) continue;
    const group = { DataType: 'String', StringValue: message.MessageGroupId };
    message.MessageAttributes = { ...message.MessageAttributes, [GROUP_ATTRIBUTE]: group };
  }
}

/** A batch needs the same permission as a single call. */
function actionOf(headers: IncomingHttpHeaders): string {
  return `sqs:${String(headers['x-amz-target'])
    .replace('AmazonSQS.', '')
    .replace(/Batch$/, '')}`;
}

function rank(queue: LocalQueue): number {
  return queue.RedrivePolicy === undefined ? 0 : 1;
}

function attributesOf({
  VisibilityTimeout,
  MessageRetentionPeriod,
  RedrivePolicy,
}: LocalQueue): Record<string, string> {
  return {
    VisibilityTimeout: String(VisibilityTimeout),
    ...(MessageRetentionPeriod !== undefined && { MessageRetentionPeriod: String(MessageRetentionPeriod) }),
    ...(RedrivePolicy !== undefined && { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
  };
}
