/**
 * An event source: takes messages from a queue to its function as Lambda's poller does. A batch is deleted when the
 * function succeeds, but for the messages that it reports as failed; those, and a failed batch, come back when their
 * visibility time is over.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { FunctionOutcome } from '../lambda/function-messages.ts';
import { LOCAL_REGION } from '../template/local-account.ts';
import type { LocalEventSource } from '../template/resource-schemas.ts';

/** SQS gives at most ten at once, and waits at most 20 seconds. */
const MAX_RECEIVED = 10;
const MAX_WAIT_SECONDS = 20;
const DEFAULT_CONCURRENCY = 2;
const PAUSE_AFTER_FAULT_MS = 1000;

export interface PollerSettings {
  readonly source: LocalEventSource;
  readonly queueUrl: string;
  readonly client: SQSClient;
  readonly invoke: (event: SQSEvent) => Promise<FunctionOutcome>;
}

export interface QueuePoller {
  /** No further batch is taken. One that is under way ends when its function does. */
  readonly stop: () => void;
}

export function startQueuePoller(settings: PollerSettings): QueuePoller {
  const stopping = new AbortController();
  const concurrency = settings.source.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
  for (let index = 0; index < concurrency; index++) void poll(settings, stopping.signal);
  return { stop: () => stopping.abort() };
}

async function poll(settings: PollerSettings, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      const messages = await receiveBatch(settings, stopping);
      if (messages.length > 0) await handleBatch(settings, messages);
    } catch {
      // Aborted, or the queue did not answer: look again in a moment.
      await wait(PAUSE_AFTER_FAULT_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** Waits for a first message, and then at most the batching window for more. */
async function receiveBatch({ source, queueUrl, client }: PollerSettings, stopping: AbortSignal): Promise<Message[]> {
  const { BatchSize, MaximumBatchingWindowInSeconds } = source;
  const messages: Message[] = [];
  let windowEndMs = Infinity;
  while (messages.length < BatchSize && Date.now() < windowEndMs) {
    const secondsLeft = Math.min(MAX_WAIT_SECONDS, Math.max(0, Math.ceil((windowEndMs - Date.now()) / 1000)));
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(MAX_RECEIVED, BatchSize - messages.length),
        WaitTimeSeconds: secondsLeft,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
      { abortSignal: stopping },
    );
    if (Messages.length === 0 && messages.length === 0) return [];
    if (messages.length === 0) windowEndMs = Date.now() + MaximumBatchingWindowInSeconds * 1000;
    messages.push(...Messages);
  }
  return messages;
}

async function handleBatch(settings: PollerSettings, messages: readonly Message[]): Promise<void> {
  const { source, queueUrl, client, invoke } = settings;
  const outcome = await invoke({ Records: messages.map((message) => toRecord(message, source.EventSourceArn)) });
  if (!outcome.ok) return;
  const failed = failedIds(source, outcome.payload);
  const done = messages.filter(({ MessageId = '' }) => failed !== 'all' && !failed.has(MessageId));
  for (let start = 0; start < done.length; start += MAX_RECEIVED) {
    const Entries = done.slice(start, start + MAX_RECEIVED).map(({ ReceiptHandle = '' }, index) => ({
      Id: String(index),
      ReceiptHandle,
    }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

/** An answer that names a message without an id fails the whole batch, as AWS documents it. */
function failedIds({ FunctionResponseTypes }: LocalEventSource, payload: string): ReadonlySet<string> | 'all' {
  if (FunctionResponseTypes.length === 0) return new Set();
  const response = JSON.parse(payload) as Partial<SQSBatchResponse> | null;
  const ids = (response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return ids.every((id) => typeof id === 'string' && id !== '') ? new Set(ids) : 'all';
}

function toRecord(message: Message, eventSourceARN: string): SQSRecord {
  const attributes = message.Attributes ?? {};
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: attributes.SentTimestamp ?? '',
      SenderId: attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, { StringValue, DataType = 'String' }]) => [
        name,
        { dataType: DataType, ...(StringValue !== undefined && { stringValue: StringValue }) },
      ]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: LOCAL_REGION,
  };
}
