/**
 * Runs an event source: passes messages from a queue to its function, like Lambda's poller. A batch is deleted when the
 * function succeeds, except the messages that it reports as failed; those, and a failed batch, are delivered again when
 * their visibility time ends. fair-messages.ts decides which messages are next.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { FunctionResult } from '../lambda/function-messages.ts';
import { LOCAL_REGION } from '../template/local-account.ts';
import type { LocalEventSource } from '../template/resource-schemas.ts';
import { FairMessages, GROUP_ATTRIBUTE, groupOf } from './fair-messages.ts';

/** SQS returns at most ten messages in one call and waits at most 20 seconds. */
const MAX_RECEIVED = 10;
const MAX_WAIT_SECONDS = 20;
const DEFAULT_CONCURRENCY = 2;
const PAUSE_AFTER_FAULT_MS = 1000;
/** The maximum: a message that only waits here must not reappear; its time starts when it is passed to the function. */
const HELD_SECONDS = 43_200;

interface PollerSettings {
  readonly source: LocalEventSource;
  readonly queueUrl: string;
  readonly client: SQSClient;
  readonly invoke: (event: SQSEvent) => Promise<FunctionResult>;
}

export interface QueuePoller {
  /** Takes no further batch. A batch in progress ends with its function. */
  readonly stop: () => void;
}

export function startQueuePoller(settings: PollerSettings): QueuePoller {
  const stopping = new AbortController();
  const waiting = new FairMessages();
  const concurrency = settings.source.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
  void untilStopped(stopping.signal, async () => waiting.add(await receive(settings, stopping.signal)));
  for (let index = 0; index < concurrency; index++)
    void untilStopped(stopping.signal, () => handleNext(settings, waiting, stopping.signal));
  return {
    stop: () => {
      stopping.abort();
      waiting.wake();
    },
  };
}

async function untilStopped(stopping: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!stopping.aborted) {
    try {
      await step();
    } catch {
      // The call was aborted or the queue did not answer; it is retried in a moment.
      await wait(PAUSE_AFTER_FAULT_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

async function receive({ queueUrl, client }: PollerSettings, stopping: AbortSignal): Promise<readonly Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: MAX_RECEIVED,
      WaitTimeSeconds: MAX_WAIT_SECONDS,
      VisibilityTimeout: HELD_SECONDS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
    { abortSignal: stopping },
  );
  return Messages;
}

async function handleNext(settings: PollerSettings, waiting: FairMessages, stopping: AbortSignal): Promise<void> {
  const { BatchSize, MaximumBatchingWindowInSeconds } = settings.source;
  const messages = await waiting.take(BatchSize, MaximumBatchingWindowInSeconds * 1000, stopping);
  if (messages.length === 0) return;
  try {
    await startVisibility(settings, messages);
    await handleBatch(settings, messages);
  } finally {
    waiting.done(messages);
  }
}

/** From now on the messages reappear after the queue's own visibility time-out. */
async function startVisibility({ queueUrl, client }: PollerSettings, messages: readonly Message[]): Promise<void> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['VisibilityTimeout'] }),
  );
  const VisibilityTimeout = Number(Attributes?.VisibilityTimeout);
  for (let start = 0; start < messages.length; start += MAX_RECEIVED) {
    const Entries = messages.slice(start, start + MAX_RECEIVED).map(({ ReceiptHandle = '' }, index) => ({
      Id: String(index),
      ReceiptHandle,
      VisibilityTimeout,
    }));
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

async function handleBatch(settings: PollerSettings, messages: readonly Message[]): Promise<void> {
  const { source, queueUrl, client, invoke } = settings;
  const result = await invoke({ Records: messages.map((message) => toRecord(message, source.EventSourceArn)) });
  if (!result.ok) return;
  const failed = failedIds(source, result.payload);
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
      ...(groupOf(message) !== '' && { MessageGroupId: groupOf(message) }),
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {})
        .filter(([name]) => name !== GROUP_ATTRIBUTE)
        .map(([name, { StringValue, DataType = 'String' }]) => [
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
