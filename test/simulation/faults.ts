/**
 * Draws what goes wrong with a request to the cloud. Most of the time little does; for some minutes much does, as in a
 * partial outage, so that the repeats and corrections of the service meet faults, too.
 */
import { MINUTE_MS } from '../../core/time.ts';
import type { SimulatedWorld } from './simulated-world.ts';

export type Fault =
  /** Refused, nothing done. */
  | 'throttled'
  | 'conflict'
  /** An error of the cloud, before or after it did what was asked. */
  | 'failed'
  | 'failed after'
  /** The request or the answer does not arrive; the SDK gives up after its time. */
  | 'request lost'
  | 'answer lost'
  /** It is carried out only after the SDK gave up. */
  | 'late'
  /** The process dies before, or right after, its request is carried out. */
  | 'killed'
  | 'killed after';

const FAULTS: readonly [Fault, ...Fault[]] = [
  'throttled',
  'conflict',
  'failed',
  'failed after',
  'request lost',
  'answer lost',
  'answer lost',
  'late',
  'killed',
  'killed after',
];

const SPELL_MS = 3 * MINUTE_MS;

export class Faults {
  /** How many of each were injected. */
  readonly injected = new Map<Fault, number>();
  readonly #world: SimulatedWorld;
  #spell = { untilMs: 0, perMille: 0 };

  constructor(world: SimulatedWorld) {
    this.#world = world;
  }

  /** Returns what goes wrong with the next request, and counts it. */
  draw(): Fault | undefined {
    const { chance } = this.#world;
    const nowMs = this.#world.nowMs();
    if (nowMs >= this.#spell.untilMs)
      this.#spell = { untilMs: nowMs + SPELL_MS, perMille: chance.pick([1, 1, 4, 4, 20, 60, 250]) };
    if (chance.integer(0, 999) >= this.#spell.perMille) return undefined;
    const fault = chance.pick(FAULTS);
    this.injected.set(fault, (this.injected.get(fault) ?? 0) + 1);
    return fault;
  }

  /** The time that a request or its answer is on its way: mostly short, sometimes longer than the SDK waits. */
  latencyMs(): number {
    const { chance } = this.#world;
    const draw = chance.integer(0, 99);
    if (draw < 80) return chance.integer(1, 8);
    return draw < 98 ? chance.integer(5, 60) : chance.integer(50, 1_200);
  }
}
