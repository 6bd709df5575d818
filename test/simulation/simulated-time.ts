/**
 * Replaces Node's clocks, timers and random values, before any other module is loaded, so that a run of the service has
 * no other source of time or chance than its seed. Until `simulate` is called everything works as usual: the tables are
 * made and the modules loaded in real time. Node's cryptography in other threads is awaited as one event of the
 * simulation; files, sockets and DNS are not replaced.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

/** Where the simulated time and chance come from. */
export interface TimeSource {
  nowMs(): number;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Runs `callback` after `ms` in the asynchronous context of the caller. */
  schedule(callback: () => void, ms: number): { cancel(): void };
  /** Awaits work of another thread while nothing else runs. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

const real = {
  Date: globalThis.Date,
  now: Date.now.bind(Date),
  performanceNow: performance.now.bind(performance),
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  random: Math.random,
  write: process.stdout.write.bind(process.stdout),
  randomFillSync: crypto.randomFillSync.bind(crypto),
  hrtime: process.hrtime,
};

/** The real parts of Node, for the program around the simulation only. */
export const realNode: Readonly<typeof real> = real;

let source: TimeSource | undefined;

/** From now on, time and chance come from `next`; undefined restores the real ones. */
export function simulate(next: TimeSource | undefined): void {
  source = next;
}

/** A timer of the simulation: what Node's have, and a number for code that keeps one. */
class SimulatedTimer {
  readonly #scheduled: { cancel(): void };

  constructor(scheduled: { cancel(): void }) {
    this.#scheduled = scheduled;
  }

  cancel(): void {
    this.#scheduled.cancel();
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): never {
    throw new Error('A simulated timer cannot be refreshed');
  }
  [Symbol.dispose](): void {
    this.cancel();
  }
}

function fillAtRandom<T extends NodeJS.ArrayBufferView>(view: T, random: () => number): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
  return view;
}

function replaceClocks(): void {
  Date.now = () => source?.nowMs() ?? real.now();
  globalThis.Date = new Proxy(real.Date, {
    construct: (target, given, asked) =>
      Reflect.construct(target, given.length === 0 ? [Date.now()] : given, asked === globalThis.Date ? target : asked),
    apply: () => new globalThis.Date().toString(),
  });
  const sinceStart = () => source?.nowMs() ?? real.performanceNow();
  Object.defineProperty(performance, 'now', { value: sinceStart, configurable: true });
  const nanoseconds = () => (source === undefined ? real.hrtime.bigint() : BigInt(Math.round(source.nowMs() * 1e6)));
  process.hrtime = Object.assign(
    (before: [number, number] = [0, 0]): [number, number] => {
      const past = nanoseconds() - (BigInt(before[0]) * 1_000_000_000n + BigInt(before[1]));
      return [Number(past / 1_000_000_000n), Number(past % 1_000_000_000n)];
    },
    { bigint: nanoseconds },
  );
}

/** What the database continues with in its next turns; these come in order, so they need no place among the events. */
const immediates = new Set<NodeJS.Immediate>();

/**
 * Returns when everything that can go on without an event has done so. Files are read meanwhile: only the loader of
 * modules reads any.
 * @throws if something waits for real time or for the network
 */
export async function quiet(): Promise<void> {
  if (isDisturbed && real.random() < 0.05) await new Promise((resolve) => void real.setTimeout(resolve, 3));
  do await new Promise((resolve) => void real.setImmediate(resolve));
  while (immediates.size > 0 || isOutside());
}

let isDisturbed = false;

/** From now on the machine pauses at moments that no seed draws, as a busy one does. */
export function disturb(): void {
  isDisturbed = true;
}

/** Puts one real part of Node back, to show that a run notices it. */
export function leak(part: 'timers' | 'chance'): void {
  if (part === 'timers') Object.assign(globalThis, { setTimeout: real.setTimeout });
  else Math.random = real.random;
}

function isOutside(): boolean {
  const names = process.getActiveResourcesInfo().filter((name) => !OF_THE_TERMINAL.test(name));
  const leak = names.find((name) => !OF_FILES.test(name));
  if (leak !== undefined) throw new Error(`Something waits outside the simulation: ${leak}`);
  return names.length > 0;
}

const OF_THE_TERMINAL = /^(PipeWrap|TTYWrap|Immediate)$/;
const OF_FILES = /^(FSReq|CloseReq)/;

type Callback = (...given: unknown[]) => void;

function replaceTimers(): void {
  const later = (callback: Callback, ms: number | undefined, given: unknown[]) =>
    new SimulatedTimer((source as TimeSource).schedule(() => callback(...given), Math.max(1, Number(ms) || 1)));
  const setTimeout = (callback: Callback, ms?: number, ...given: unknown[]) =>
    source === undefined ? real.setTimeout(callback, ms, ...given) : later(callback, ms, given);
  const setImmediate = (callback: Callback, ...given: unknown[]) => {
    const immediate = real.setImmediate(() => {
      immediates.delete(immediate);
      callback(...given);
    });
    immediates.add(immediate);
    return immediate;
  };
  const setInterval = (callback: Callback, ms?: number, ...given: unknown[]) => {
    if (source === undefined) return real.setInterval(callback, ms, ...given);
    throw new Error('Nothing of the service repeats by itself: an interval was started');
  };
  const clear = (timer: unknown) =>
    timer instanceof SimulatedTimer ? timer.cancel() : real.clearTimeout(timer as NodeJS.Timeout);
  const replaced = { setTimeout, setImmediate, setInterval };
  const clearImmediate = (immediate: NodeJS.Immediate) => {
    immediates.delete(immediate);
    real.clearImmediate(immediate);
  };
  const cleared = { clearTimeout: clear, clearImmediate, clearInterval: clear };
  for (const place of [globalThis, timers]) Object.assign(place, replaced, cleared);
  const realTimeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => {
    if (source === undefined) return realTimeout(ms);
    const controller = new AbortController();
    later(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms, []);
    return controller.signal;
  };
  const realWait = timersPromises.setTimeout;
  const wait = (ms?: number, value?: unknown, options?: { readonly signal?: AbortSignal }) =>
    source === undefined
      ? realWait(ms, value, options)
      : new Promise((resolve, reject) => {
          const timer = later(() => resolve(value), ms, []);
          options?.signal?.addEventListener('abort', () => {
            timer.cancel();
            reject(options.signal?.reason as Error);
          });
        });
  Object.assign(timersPromises, { setTimeout: wait });
}

function replaceChance(): void {
  const random = () => source?.random() ?? real.random();
  Math.random = random;
  const { randomBytes, randomInt, randomUUID } = crypto;
  const fill = <T extends NodeJS.ArrayBufferView>(view: T): T =>
    source === undefined ? real.randomFillSync(view) : fillAtRandom(view, random);
  const simulatedInt = (first: number, second?: number): number => {
    const [from, to] = second === undefined ? [0, first] : [first, second];
    return from + Math.floor(random() * (to - from));
  };
  const simulatedUuid = (): string => {
    const hex = Buffer.from(fill(new Uint8Array(16))).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, {
    randomBytes: (size: number) => (source === undefined ? randomBytes(size) : Buffer.from(fill(new Uint8Array(size)))),
    randomInt: (first: number, second?: number) =>
      source !== undefined
        ? simulatedInt(first, second)
        : second === undefined
          ? randomInt(first)
          : randomInt(first, second),
    randomUUID: () => (source === undefined ? randomUUID() : simulatedUuid()),
    randomFillSync: fill,
  });
  const web = Object.getPrototypeOf(globalThis.crypto) as object;
  Object.defineProperty(web, 'getRandomValues', { value: fill, configurable: true, writable: true });
  const uuid = () => (source === undefined ? randomUUID() : simulatedUuid());
  Object.defineProperty(web, 'randomUUID', { value: uuid, configurable: true, writable: true });
}

/** Web cryptography computes in other threads, which would end in any order. */
function replaceThreads(): void {
  const subtle = Object.getPrototypeOf(globalThis.crypto.subtle) as Record<string, (...given: unknown[]) => unknown>;
  for (const name of ['sign', 'verify', 'digest', 'importKey', 'exportKey', 'generateKey']) {
    const compute = subtle[name] as (...given: unknown[]) => Promise<unknown>;
    subtle[name] = function (this: unknown, ...given: unknown[]) {
      const work = () => compute.apply(this, given);
      return source === undefined ? work() : source.alone(work);
    };
  }
}

replaceClocks();
replaceTimers();
replaceChance();
replaceThreads();
syncBuiltinESMExports();
