/**
 * Runs many enrichment requests through processes that die at any point: callers, workers that receive messages twice
 * and out of order, and sweepers. The clock moves only here, so leases expire and messages return as they would over
 * hours.
 */
import { UnansweredDebitError } from '../../../../core/billing/meter/take-back.ts';
import type { ResearchMessage } from '../../../../core/sourcing/enrichment/enrichment-queue.ts';
import { CrashError, type Fault } from '../../../support/stores/faulty-client.ts';
import type { AskedItem, ResearchHarness, ResultEntry } from '../../../support/research/research-harness.ts';
import type { ProcessPlan } from '../../../support/research/research-process.ts';
import { MINUTE_MS } from '../../../../core/time.ts';

export interface FaultRunSettings {
  readonly seed: number;
  /** The probability that a process dies, and that one of its calls gets a passing fault. */
  readonly crashProbability: number;
  readonly faultProbability: number;
  readonly parts: readonly AskedItem[];
  readonly clientIds: readonly string[];
  /** Runs between any two processes. */
  readonly inspect: () => Promise<void>;
}

const PASSING: readonly Fault[] = ['answer-lost', 'throttled', 'conflict', 'reset'];
/** Exceeds the calls of any process, so that some of the chosen crashes never happen. */
const MAX_PROCESS_CALLS = 14;
const WORKERS = 4;

export class FaultRun {
  readonly #harness: ResearchHarness;
  readonly #settings: FaultRunSettings;
  readonly random: () => number;
  /** The last answer for the part of each key; refused parts are absent. */
  readonly answers = new Map<string, ResultEntry>();
  crashes = 0;
  processes = 0;

  constructor(harness: ResearchHarness, settings: FaultRunSettings) {
    this.#harness = harness;
    this.#settings = settings;
    this.random = seededRandom(settings.seed);
  }

  /**
   * Lets every key request every part, in calls of random size, and repeats after each crash until it is answered.
   */
  async askForEverything(): Promise<void> {
    const wishes = this.#settings.clientIds.flatMap((clientId) =>
      inChunks(this.#shuffled(this.#settings.parts), () => 1 + Math.floor(this.random() * 10)).map((items) => ({
        clientId,
        items,
      })),
    );
    const open = this.#shuffled(wishes);
    await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        for (let wish = open.shift(); wish !== undefined; wish = open.shift()) {
          const items = this.random() < 0.2 ? [...wish.items, ...wish.items.slice(0, 1)].slice(0, 10) : wish.items;
          if (!(await this.#ask(wish.clientId, items))) open.push(wish);
        }
      }),
    );
  }

  /** Delivers, sweeps and advances the clock until no request is open. */
  async workUntilSettled(isSettled: () => Promise<boolean>): Promise<void> {
    for (let round = 0; round < 400; round += 1) {
      await Promise.all(Array.from({ length: WORKERS }, () => this.#deliverSome(12)));
      this.#harness.nowMs += Math.floor(this.random() * 2 * MINUTE_MS);
      if (round % 3 === 2) await this.#process((plan) => this.#harness.sweep(plan));
      if (this.#harness.queue.messages.length > 0) continue;
      if (await isSettled()) return;
      this.#harness.nowMs += 10 * MINUTE_MS;
    }
    throw new Error('Requests are stuck');
  }

  async #ask(clientId: string, items: readonly AskedItem[]): Promise<boolean> {
    const answer = await this.#process((plan) => this.#harness.ask(clientId, items, plan));
    this.#harness.nowMs += Math.floor(this.random() * 200);
    if (answer === undefined || !answer.ok) return answer !== undefined;
    for (const entry of answer.value.structured.results) {
      const item = items[entry.input_index];
      if (item !== undefined && entry.status !== 'refused') this.answers.set(`${clientId} ${item.part_number}`, entry);
    }
    return true;
  }

  async #deliverSome(count: number): Promise<void> {
    for (let delivered = 0; delivered < count; delivered += 1) {
      const message = this.#takeMessage();
      if (message === undefined) return;
      const end = await this.#process((plan) => this.#harness.work(message, plan));
      const retryLater = end === undefined || end.kind === 'busy' || end.kind === 'unavailable';
      if (retryLater) this.#harness.queue.messages.push(message);
      this.#harness.nowMs += Math.floor(this.random() * 5000);
    }
  }

  /** Takes a random message of the queue; one in five also stays there, and is delivered again. */
  #takeMessage(): ResearchMessage | undefined {
    const { messages } = this.#harness.queue;
    const place = Math.floor(this.random() * messages.length);
    return this.random() < 0.2 ? messages[place] : messages.splice(place, 1)[0];
  }

  /** Runs one process with its own faults; returns undefined if it died or failed. */
  async #process<T>(run: (plan: ProcessPlan) => Promise<T>): Promise<T | undefined> {
    const { crashProbability, faultProbability, inspect } = this.#settings;
    const dies = this.random() < crashProbability;
    const lastCall = 1 + Math.floor(this.random() * MAX_PROCESS_CALLS);
    const how: Fault = this.random() < 0.5 ? 'crash' : 'crash-after';
    const plan: ProcessPlan = (call) => {
      if (dies && call === lastCall) return how;
      return this.random() < faultProbability ? PASSING[Math.floor(this.random() * PASSING.length)] : undefined;
    };
    this.processes += 1;
    try {
      return await run(plan);
    } catch (error) {
      // A process that dies while it writes a debit also dies where it would take it back.
      const fault = error instanceof UnansweredDebitError ? error.cause : error;
      if (fault instanceof CrashError) this.crashes += 1;
      else if (!isInjected(fault)) throw error;
      return undefined;
    } finally {
      await inspect();
    }
  }

  #shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => [this.random(), value] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, value]) => value);
  }
}

/** A passing fault that occurred more often than any client repeats a call. */
function isInjected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /Injected|unprocessed/i.test(error.message) || error.name === 'TransactionCanceledException';
}

function inChunks<T>(values: readonly T[], size: () => number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < values.length;) {
    const end = start + size();
    chunks.push(values.slice(start, end));
    start = end;
  }
  return chunks;
}

/** A pseudo-random generator, Mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
