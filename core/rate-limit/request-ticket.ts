/**
 * One request of a caller in its rate, counted once: by the debit that pays its answer, or alone. The ticket knows which of the two did it, so that
 * no caller of it has to.
 */
import type { Caller } from '../accounts/caller.ts';
import type { RequestCount } from '../accounts/usage.ts';
import { knownRefusal, limitCaller, type RateServices } from './limit-caller.ts';
import { requestsPerMinuteOf } from '../accounts/requests-per-minute.ts';
import type { RateRefusal, RateVerdict } from './rate-window.ts';
import { countedInMinuteRead, requestCountOf } from './request-count.ts';

/** The requests of a caller in this minute, as far as the request learned it: a hint, for other requests count meanwhile. */
export interface RateStanding {
  readonly perMinute: number;
  readonly left: number;
}

export class RequestTicket {
  readonly #services: RateServices;
  readonly #caller: Pick<Caller, 'account' | 'client' | 'usage'>;
  readonly #nowMs: number;
  #verdict: Promise<RateVerdict> | undefined;
  #known: RateVerdict | undefined;
  #isWithDebit = false;

  constructor(services: RateServices, caller: Pick<Caller, 'account' | 'client' | 'usage'>, nowMs: number) {
    this.#services = services;
    this.#caller = caller;
    this.#nowMs = nowMs;
  }

  /** The refusal of a caller that is known to be over its limit, without a write; undefined when it is not known. */
  refused(): RateRefusal | undefined {
    return knownRefusal(this.#services, this.#caller, this.#nowMs);
  }

  /** Counts the request, unless it is counted: later calls get the first one's verdict. */
  count(): Promise<RateVerdict> {
    this.#requireNoDebit();
    return (this.#verdict ??= limitCaller(this.#services, this.#caller, this.#nowMs).then((verdict) => {
      this.#known = verdict;
      return verdict;
    }));
  }

  /**
   * Hands the count to the write of a debit, whose outcome `debitWrote` must then report. Undefined when the request is counted, or when the debit is
   * not on the row that counts requests: then `count` does it.
   */
  forDebit(): RequestCount | undefined {
    this.#requireNoDebit();
    if (this.#verdict !== undefined || this.#caller.client.kind !== 'live') return undefined;
    this.#isWithDebit = true;
    return requestCountOf(this.#caller, this.#nowMs);
  }

  /** @param wrote false: the debit was refused, and `count` still has to count the request; one that threw has counted it */
  debitWrote(wrote: boolean): void {
    this.#isWithDebit = false;
    if (wrote) this.#verdict = Promise.resolve((this.#known = { allowed: true }));
  }

  /** Undefined for a test key whose request was not counted: its window is not among the rows that are read. */
  standing(): RateStanding | undefined {
    const perMinute = requestsPerMinuteOf(this.#caller);
    if (this.refused() !== undefined || this.#known?.allowed === false) return { perMinute, left: 0 };
    if (this.#caller.client.kind === 'test')
      return this.#known?.left === undefined ? undefined : { perMinute, left: this.#known.left };
    const counted = countedInMinuteRead(this.#caller, this.#nowMs) + (this.#known === undefined ? 0 : 1);
    return { perMinute, left: Math.max(0, perMinute - counted) };
  }

  #requireNoDebit(): void {
    if (this.#isWithDebit) throw new Error('A request is not counted beside the debit that may count it.');
  }
}
