/**
 * Counts a request against the caller's rate limit exactly once: in the debit that pays for the answer, or in a
 * separate write. The ticket remembers which of the two did it.
 */
import type { Caller } from '../accounts/caller.ts';
import type { RequestCount } from '../accounts/usage.ts';
import { knownRefusal, limitCaller, type RatePorts } from './limit-caller.ts';
import { requestsPerMinuteOf } from '../accounts/requests-per-minute.ts';
import type { RateRefusal, RateVerdict } from './rate-window.ts';
import { countedInMinuteRead, requestCountOf } from './request-count.ts';

/**
 * The caller's rate in this minute as this request knows it: an estimate, because concurrent requests are counted too.
 */
export interface RateStanding {
  readonly perMinute: number;
  readonly left: number;
}

export class RequestTicket {
  readonly #ports: RatePorts;
  readonly #caller: Pick<Caller, 'account' | 'client' | 'usage'>;
  readonly #nowMs: number;
  #verdict: Promise<RateVerdict> | undefined;
  #known: RateVerdict | undefined;
  #isWithDebit = false;
  #candidates = 0;

  constructor(ports: RatePorts, caller: Pick<Caller, 'account' | 'client' | 'usage'>, nowMs: number) {
    this.#ports = ports;
    this.#caller = caller;
    this.#nowMs = nowMs;
  }

  /** Returns the refusal if the caller is already known to be over its limit; writes nothing. */
  refused(): RateRefusal | undefined {
    return knownRefusal(this.#ports, this.#caller, this.#nowMs);
  }

  /** Notes, before the request is counted, how many of its misses show candidates; the same write counts them. */
  showCandidates(misses: number): void {
    this.#candidates = misses;
  }

  /** Counts the request. Later calls return the first verdict. */
  count(): Promise<RateVerdict> {
    this.#requireNoDebit();
    return (this.#verdict ??= limitCaller(this.#ports, this.#caller, this.#nowMs, this.#candidates).then((verdict) => {
      this.#known = verdict;
      return verdict;
    }));
  }

  /**
   * Hands the count to the write of a debit, whose outcome must be reported with `debitWrote`. Returns undefined if the
   * request is already counted, or if the debit's row does not count requests and `count` must be used.
   */
  forDebit(): RequestCount | undefined {
    this.#requireNoDebit();
    if (this.#verdict !== undefined || this.#caller.client.kind !== 'live') return undefined;
    this.#isWithDebit = true;
    return requestCountOf(this.#caller, this.#nowMs, this.#candidates);
  }

  /**
   * @param wrote false if the debit was refused and `count` must still count the request; true also if the write threw,
   * since it counted
   */
  debitWrote(wrote: boolean, candidatesSpent = false): void {
    this.#isWithDebit = false;
    if (wrote) {
      this.#known = { allowed: true, ...(candidatesSpent && { candidatesSpent }) };
      this.#verdict = Promise.resolve(this.#known);
    }
  }

  /** Whether the write that counted the request found more candidates than the day's limit. */
  get candidatesSpent(): boolean {
    return this.#known?.allowed === true && this.#known.candidatesSpent === true;
  }

  /**
   * Returns undefined for a test key whose request was not counted, because its window is not among the rows that were
   * read.
   */
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
