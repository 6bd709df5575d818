/**
 * A Lambda function in a simulated world: instances of the real handler with the dependencies that it builds in
 * production. An instance serves one request at a time; it is killed by a fault or when its time is over.
 */
import { SimulatedProcess, type SimulatedWorld } from './simulated-world.ts';

export type Handler = (event: never, context: never) => Promise<unknown>;

/** How one invocation ended. */
export type Ended =
  { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'threw' } | { readonly kind: 'killed' };

interface Instance {
  readonly process: SimulatedProcess;
  readonly handler: Handler;
  isBusy: boolean;
}

export class SimulatedFunctions {
  invocations = 0;
  kills = 0;
  readonly #world: SimulatedWorld;
  readonly #instances = new Map<string, Instance[]>();
  readonly #running = new Map<SimulatedProcess, () => void>();
  readonly #opened = new Set<SimulatedProcess>();
  /** The last invocation of each instance. */
  readonly #last = new Map<SimulatedProcess, number>();
  readonly onEnd: (process: SimulatedProcess) => void;

  /** @param onEnd called when a process died */
  constructor(world: SimulatedWorld, onEnd: (process: SimulatedProcess) => void) {
    this.#world = world;
    this.onEnd = onEnd;
  }

  has(process: SimulatedProcess): boolean {
    return this.#opened.has(process);
  }

  /** Returns the number of the invocation that a process serves, or served last; 0 for other processes. */
  invocationOf(process: SimulatedProcess): number {
    return this.#last.get(process) ?? 0;
  }

  kill(process: SimulatedProcess): void {
    if (!process.isAlive) return;
    process.isAlive = false;
    this.kills += 1;
    this.#world.note(`KILLED ${process.name}`);
    this.onEnd(process);
    this.#running.get(process)?.();
  }

  /**
   * Invokes the function and returns how it ended, with the instance.
   * @param open builds the handler of a new instance
   */
  async invoke(
    name: string,
    open: () => Handler,
    event: unknown,
    timeoutMs: number,
    began: (process: SimulatedProcess) => void = () => undefined,
  ): Promise<Ended> {
    const world = this.#world;
    const instance = this.#idle(name) ?? this.#start(name, open);
    const { process, handler } = instance;
    instance.isBusy = true;
    this.invocations += 1;
    this.#last.set(process, this.invocations);
    const endMs = world.nowMs() + timeoutMs;
    const context = {
      awsRequestId: `request-${this.invocations}`,
      functionName: name,
      getRemainingTimeInMillis: () => endMs - world.nowMs(),
    };
    began(process);
    const killed = new Promise<Ended>((resolve) => this.#running.set(process, () => resolve({ kind: 'killed' })));
    const timer = world.within(process, () => world.schedule(() => this.kill(process), timeoutMs));
    const ran = world.within(process, async (): Promise<Ended> => {
      try {
        return { kind: 'returned', value: await handler(event as never, context as never) };
      } catch (error) {
        world.note(`threw ${String(error)}`);
        return { kind: 'threw' };
      }
    });
    const ended = await Promise.race([ran, killed]);
    timer.cancel();
    this.#running.delete(process);
    instance.isBusy = false;
    return ended;
  }

  #idle(name: string): Instance | undefined {
    const alive = (this.#instances.get(name) ?? []).filter(({ process }) => process.isAlive);
    this.#instances.set(name, alive);
    return alive.find(({ isBusy }) => !isBusy);
  }

  #start(name: string, open: () => Handler): Instance {
    const process = new SimulatedProcess(`${name}.${this.#opened.size + 1}`);
    this.#opened.add(process);
    const instance = { process, handler: this.#world.within(process, open), isBusy: false };
    this.#instances.get(name)?.push(instance);
    return instance;
  }
}
