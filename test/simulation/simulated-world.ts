/**
 * A world in which everything happens one event at a time, in the order that a seed draws: timers, requests of
 * processes to the cloud, and their answers. A process runs between two events until each of its promises waits for an
 * event. A killed process never runs again: its timers and answers are dropped, and no code of it learns that it ended.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { createSeededRandom, type SeededRandom } from '../../local/demo/seeded-random.ts';
import { quiet, type TimeSource } from './simulated-time.ts';

/** Something that runs code: an instance of a function, a customer's program, an operator's command. */
export class SimulatedProcess {
  readonly name: string;
  isAlive = true;

  constructor(name: string) {
    this.name = name;
  }
}

interface SimulatedEvent {
  readonly atMs: number;
  /** Decides between events of the same millisecond. */
  readonly place: number;
  readonly process: SimulatedProcess;
  readonly run: () => unknown;
  isCancelled: boolean;
}

/** What is wrong in a world; the run ends at it. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

export class SimulatedWorld implements TimeSource {
  /** Draws when events happen and what customers do. */
  readonly chance: SeededRandom;
  steps = 0;
  /** Called after every event. */
  afterStep: () => void = () => undefined;
  readonly #ids: SeededRandom;
  readonly #events: SimulatedEvent[] = [];
  readonly #running = new AsyncLocalStorage<SimulatedProcess>();
  readonly #hash = createHash('sha256');
  readonly #keep: ((line: string) => void) | undefined;
  readonly #kernel = new SimulatedProcess('world');
  #nowMs: number;
  #place = 0;
  #broken: Error | undefined;

  /** @param keep receives every line of the log */
  constructor(seed: number, startMs: number, keep?: (line: string) => void) {
    // Neighboring seeds of xorshift begin alike.
    this.chance = createSeededRandom(Math.imul(seed + 1, 0x9e3779b1));
    this.#ids = createSeededRandom(Math.imul(seed + 1, 0x85ebca6b));
    this.#nowMs = startMs;
    this.#keep = keep;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  random(): number {
    return this.#ids.integer(0, 2 ** 31 - 1) / 2 ** 31;
  }

  /** The process whose code runs now. */
  get current(): SimulatedProcess {
    return this.#running.getStore() ?? this.#kernel;
  }

  /** Runs code as a process; whatever it starts belongs to the process, too. */
  within<T>(process: SimulatedProcess, run: () => T): T {
    return this.#running.run(process, run);
  }

  schedule(callback: () => void, ms: number): { cancel(): void } {
    const event = this.at(this.#nowMs + ms, AsyncLocalStorage.bind(callback));
    return { cancel: () => void (event.isCancelled = true) };
  }

  /** Plans an event of the current process, or of another. */
  at(atMs: number, run: () => unknown, process = this.current): SimulatedEvent {
    // The order of what happens in one millisecond is drawn, too.
    const place = this.chance.integer(0, 999_999) * 1e9 + (this.#place += 1);
    const event: SimulatedEvent = { atMs: Math.max(atMs, this.#nowMs), place, process, run, isCancelled: false };
    push(this.#events, event);
    return event;
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.at(this.#nowMs, () => work().then(resolve, reject));
    });
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.schedule(resolve, ms));
  }

  note(text: string): void {
    const line = `${this.#nowMs} ${this.current.name} ${text}`;
    this.#hash.update(`${line}\n`);
    this.#keep?.(line);
  }

  /** A hash of all lines of the log so far. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  /** Ends the run after this event. */
  break(error: Error): void {
    this.#broken ??= error;
  }

  /** @throws the first broken promise */
  async run(untilMs: number): Promise<void> {
    for (;;) {
      const next = this.#events[0];
      if (next === undefined || next.atMs > untilMs) break;
      pop(this.#events);
      if (next.isCancelled || !next.process.isAlive) continue;
      this.#nowMs = next.atMs;
      this.steps += 1;
      await this.within(next.process, next.run);
      await quiet();
      if (this.#broken === undefined) this.afterStep();
      if (this.#broken !== undefined) throw this.#broken;
    }
    this.#nowMs = untilMs;
  }
}

function isBefore(a: SimulatedEvent, b: SimulatedEvent): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.place < b.place);
}

/** Adds to a binary heap whose first entry is the next event. */
function push(heap: SimulatedEvent[], event: SimulatedEvent): void {
  let at = heap.push(event) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as SimulatedEvent;
    if (!isBefore(event, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: SimulatedEvent[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const first = heap[left];
    if (first === undefined) break;
    const second = heap[left + 1];
    const isSecond = second !== undefined && isBefore(second, first);
    const child = isSecond ? second : first;
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = isSecond ? left + 1 : left;
  }
  heap[at] = last;
}
