/**
 * SQS in a simulated world: each queue invokes its function with the messages that are visible, some of them twice, and
 * moves a message that failed five times to its dead-letter queue.
 */
import { createHash } from 'node:crypto';
import type { CloudService } from './simulated-cloud.ts';
import type { Ended } from './simulated-function.ts';
import { SimulatedProcess, type SimulatedWorld } from './simulated-world.ts';

/** The end of the address is the queue's name. */
export const QUEUE_ADDRESS = 'https://sqs.simulated/';

export interface QueueSettings {
  readonly batchSize: number;
  readonly visibilityMs: number;
  readonly invoke: (event: unknown) => Promise<Ended>;
  readonly deadLetters?: string;
}

interface Message {
  readonly id: string;
  readonly body: string;
  receives: number;
  visibleMs: number;
  isGone: boolean;
}

/** lib/constructs/work-queue.ts has the same. */
const MAX_DELIVERIES = 5;
/** Messages in a hundred that SQS delivers twice. */
const TWICE_PERCENT = 4;

export class SimulatedQueues {
  sent = 0;
  readonly #world: SimulatedWorld;
  readonly #process = new SimulatedProcess('queues');
  readonly #queues: ReadonlyMap<string, QueueSettings>;
  readonly #messages = new Map<string, Message[]>();

  /** @param queues by name; messages to other queues are taken and never delivered */
  constructor(world: SimulatedWorld, queues: ReadonlyMap<string, QueueSettings>) {
    this.#world = world;
    this.#queues = queues;
  }

  service(): CloudService {
    return async ({ operation, body }) => {
      const { QueueUrl, ...request } = JSON.parse(body) as Record<string, unknown> & { QueueUrl: string };
      const name = QueueUrl.slice(QUEUE_ADDRESS.length);
      switch (operation) {
        case 'SendMessage': {
          const text = String(request['MessageBody']);
          return { statusCode: 200, body: { MessageId: this.#send(name, text), MD5OfMessageBody: md5(text) } };
        }
        case 'SendMessageBatch': {
          const entries = request['Entries'] as { Id: string; MessageBody: string }[];
          const Successful = entries.map(({ Id, MessageBody }) => {
            return { Id, MessageId: this.#send(name, MessageBody), MD5OfMessageBody: md5(MessageBody) };
          });
          return { statusCode: 200, body: { Successful, Failed: [] } };
        }
        case 'ChangeMessageVisibility': {
          const message = this.#messages.get(name)?.find(({ id }) => id === request['ReceiptHandle']);
          if (message !== undefined)
            message.visibleMs = this.#world.nowMs() + Number(request['VisibilityTimeout']) * 1_000;
          return { statusCode: 200, body: {} };
        }
        default:
          throw new Error(`The simulated queues have no ${operation}`);
      }
    };
  }

  /** How many messages of a queue are not done. */
  waiting(name: string): number {
    return this.#messages.get(name)?.length ?? 0;
  }

  #send(name: string, body: string): string {
    const { chance } = this.#world;
    this.sent += 1;
    const message: Message = { id: `message-${this.sent}`, body, receives: 0, visibleMs: 0, isGone: false };
    if (!this.#queues.has(name)) return message.id;
    const messages = this.#messages.get(name) ?? [];
    this.#messages.set(name, messages);
    messages.push(message);
    this.#deliverAfter(name, chance.integer(1, 300));
    if (chance.chance(TWICE_PERCENT)) this.#twice(name, message);
    return message.id;
  }

  /** Delivers it again although it may be done. */
  #twice(name: string, message: Message): void {
    const again = () => {
      if (message.isGone) this.#messages.get(name)?.push({ ...message, isGone: false, visibleMs: 0 });
      else message.visibleMs = 0;
      return this.#deliver(name);
    };
    this.#world.at(this.#world.nowMs() + this.#world.chance.integer(10, 4_000), () => void again(), this.#process);
  }

  #deliverAfter(name: string, ms: number): void {
    this.#world.at(this.#world.nowMs() + ms, () => void this.#deliver(name), this.#process);
  }

  async #deliver(name: string): Promise<void> {
    const world = this.#world;
    const queue = this.#queues.get(name);
    const messages = this.#messages.get(name) ?? [];
    if (queue === undefined) return;
    const batch = messages.filter(({ visibleMs }) => visibleMs <= world.nowMs()).slice(0, queue.batchSize);
    if (batch.length === 0) return;
    for (const message of batch) {
      message.receives += 1;
      message.visibleMs = world.nowMs() + queue.visibilityMs;
    }
    const Records = batch.map(({ id, body, receives }) => ({
      messageId: id,
      receiptHandle: id,
      body,
      attributes: { ApproximateReceiveCount: String(receives) },
      eventSource: 'aws:sqs',
    }));
    const ended = await queue.invoke({ Records });
    const failed = new Set(failedOf(ended) ?? batch.map(({ id }) => id));
    for (const message of batch) {
      const isDead = failed.has(message.id) && message.receives >= MAX_DELIVERIES && queue.deadLetters !== undefined;
      if (failed.has(message.id) && !isDead) {
        this.#deliverAfter(name, Math.max(0, message.visibleMs - world.nowMs()));
        continue;
      }
      message.isGone = true;
      const place = messages.indexOf(message);
      if (place >= 0) messages.splice(place, 1);
      if (isDead && queue.deadLetters !== undefined) this.#send(queue.deadLetters, message.body);
    }
  }
}

/** The messages that failed; undefined if all of the batch did. */
function failedOf(ended: Ended): readonly string[] | undefined {
  if (ended.kind !== 'returned') return undefined;
  const { batchItemFailures = [] } = (ended.value ?? {}) as { batchItemFailures?: { itemIdentifier: string }[] };
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
