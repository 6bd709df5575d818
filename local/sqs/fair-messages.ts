/**
 * Orders waiting messages like a fair queue: the group with the fewest messages in progress is next, and among
 * equals the one that has waited longest. A group with many messages therefore delays only its own messages.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '@aws-sdk/client-sqs';

/** Keeps a message's group in an emulator that drops it for queues that are not FIFO. */
export const GROUP_ATTRIBUTE = 'Local.MessageGroupId';

export class FairMessages {
  /** By group; the most recently served group is last. */
  readonly #waiting = new Map<string, Message[]>();
  readonly #inWork = new Map<string, number>();
  readonly #sleepers: (() => void)[] = [];

  add(messages: readonly Message[]): void {
    for (const message of messages) {
      const group = groupOf(message);
      const others = this.#waiting.get(group);
      if (others === undefined) this.#waiting.set(group, [message]);
      else others.push(message);
    }
    for (const wake of this.#sleepers.splice(0)) wake();
  }

  /**
   * The next messages, at most `count`; waits for a first one, and then at most `windowMs` for more. Empty after a
   * stop.
   */
  async take(count: number, windowMs: number, stopping: AbortSignal): Promise<readonly Message[]> {
    while (this.#waiting.size === 0) {
      if (stopping.aborted) return [];
      await new Promise<void>((resolve) => this.#sleepers.push(resolve));
    }
    if (windowMs > 0 && this.#waitingCount() < count) await wait(windowMs);
    const taken: Message[] = [];
    while (taken.length < count && this.#waiting.size > 0) taken.push(this.#next());
    return taken;
  }

  /** Makes waiting readers check whether they were stopped. */
  wake(): void {
    this.add([]);
  }

  /** The messages are no longer in progress. */
  done(messages: readonly Message[]): void {
    for (const message of messages) this.#addInWork(groupOf(message), -1);
  }

  #next(): Message {
    const groups = [...this.#waiting.keys()];
    const least = Math.min(...groups.map((group) => this.#inWork.get(group) ?? 0));
    const group = groups.find((name) => (this.#inWork.get(name) ?? 0) === least) ?? '';
    const messages = this.#waiting.get(group) ?? [];
    const message = messages.shift();
    if (message === undefined) throw new Error('A group without messages was kept');
    this.#waiting.delete(group);
    if (messages.length > 0) this.#waiting.set(group, messages);
    this.#addInWork(group, 1);
    return message;
  }

  #addInWork(group: string, more: number): void {
    const count = (this.#inWork.get(group) ?? 0) + more;
    if (count > 0) this.#inWork.set(group, count);
    else this.#inWork.delete(group);
  }

  #waitingCount(): number {
    return [...this.#waiting.values()].reduce((sum, messages) => sum + messages.length, 0);
  }
}

export function groupOf(message: Message): string {
  return message.MessageAttributes?.[GROUP_ATTRIBUTE]?.StringValue ?? '';
}
