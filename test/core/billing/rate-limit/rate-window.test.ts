import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitCaller, type RatePorts } from '../../../../core/billing/rate-limit/limit-caller.ts';
import type { RequestCount } from '../../../../core/billing/accounts/usage.ts';
import type { RateCounter } from '../../../../core/billing/rate-limit/rate-counter.ts';
import { RateWindows } from '../../../../core/billing/rate-limit/rate-window.ts';
import { callerIn } from '../../../support/fixtures/callers.ts';

/** A counter in memory that also counts its calls. */
class MemoryCounter implements RateCounter {
  asked = 0;
  readonly #counts = new Map<string, number>();

  async count(subject: string, windowStartMs: number, windowEndMs: number): Promise<number> {
    expect(windowEndMs - windowStartMs).toBe(60_000);
    this.asked += 1;
    const key = `${subject}@${windowStartMs}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

const MINUTE_MS = Date.UTC(2026, 10, 18, 12);

describe('a rate window', () => {
  test('passes exactly the limit at ten times the rate through three processes, and refuses nothing below it', async () => {
    const counter = new MemoryCounter();
    const processes = [1, 2, 3].map(() => new RateWindows(counter));
    const limit = 240;
    const perWindow = new Map<number, number>();
    for (let sent = 0; sent < limit * 10; sent += 1) {
      // The run covers two windows: the second half-minute of one, and the first of the next.
      const nowMs = MINUTE_MS + 30_000 + Math.floor((sent * 60_000) / (limit * 10));
      const verdict = await processes[sent % 3]?.take('subject', limit, nowMs);
      const windowMs = Math.floor(nowMs / 60_000) * 60_000;
      if (verdict?.allowed === true) perWindow.set(windowMs, (perWindow.get(windowMs) ?? 0) + 1);
      else expect(perWindow.get(windowMs)).toBe(limit);
    }
    expect([...perWindow.values()]).toEqual([limit, limit]);
    // Of 2,400 requests the store counted those that passed, and one refused request per process and window.
    expect(counter.asked).toBe(2 * limit + 6);
  });

  test('ends exactly at the time of Retry-After', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 59_999 }), async (offsetMs) => {
        const windows = new RateWindows(new MemoryCounter());
        const nowMs = MINUTE_MS + offsetMs;
        await windows.take('subject', 1, nowMs);
        const refused = await windows.take('subject', 1, nowMs);
        if (refused.allowed) throw new Error('allowed');
        const retryMs = nowMs + refused.retryAfterSeconds * 1000;
        expect(retryMs).toBeGreaterThanOrEqual(MINUTE_MS + 60_000);
        expect(retryMs).toBeLessThan(MINUTE_MS + 61_000);
        expect(await windows.take('subject', 1, retryMs)).toEqual({ allowed: true, left: 0 });
      }),
    );
  });

  test('applies a raised limit immediately, regardless of the counts in memory', async () => {
    const windows = new RateWindows(new MemoryCounter());
    for (let sent = 0; sent < 3; sent += 1) await windows.take('subject', 1, MINUTE_MS);
    expect(await windows.take('subject', 10, MINUTE_MS)).toEqual({ allowed: true, left: 7 });
    expect(await windows.take('subject', 1, MINUTE_MS)).toMatchObject({ allowed: false });
  });

  test('keeps refusing from memory if the limit is raised only to the number counted', async () => {
    const counter = new MemoryCounter();
    const windows = new RateWindows(counter);
    for (let sent = 0; sent < 2; sent += 1) await windows.take('subject', 1, MINUTE_MS);
    expect(windows.refusedFromMemory('subject', 2, MINUTE_MS)).toEqual({ allowed: false, retryAfterSeconds: 60 });
    expect(windows.refusedFromMemory('subject', 3, MINUTE_MS)).toBeUndefined();
  });

  test('is not affected in the current minute by a late request that exceeded the previous one', async () => {
    const windows = new RateWindows(new MemoryCounter());
    await windows.take('other', 1, MINUTE_MS);
    for (let sent = 0; sent < 2; sent += 1) await windows.take('subject', 1, MINUTE_MS - 1);
    expect(windows.refusedFromMemory('subject', 1, MINUTE_MS)).toBeUndefined();
    expect(await windows.take('subject', 1, MINUTE_MS)).toEqual({ allowed: true, left: 0 });
  });

  test('uses bounded memory: for more subjects the store answers, with the same result', async () => {
    const counter = new MemoryCounter();
    const windows = new RateWindows(counter);
    for (let index = 0; index < 20_050; index += 1) {
      await windows.take(`subject ${index}`, 1, MINUTE_MS);
      await windows.take(`subject ${index}`, 1, MINUTE_MS);
    }
    const asked = counter.asked;
    expect(await windows.take('subject 19999', 1, MINUTE_MS)).toMatchObject({ allowed: false });
    expect(counter.asked).toBe(asked);
    expect(await windows.take('subject 20000', 1, MINUTE_MS)).toMatchObject({ allowed: false });
    expect(counter.asked).toBe(asked + 1);
  });

  test('keeps the counts of the current minute after a late request of the previous one', async () => {
    const counter = new MemoryCounter();
    const windows = new RateWindows(counter);
    for (let sent = 0; sent < 3; sent += 1) await windows.take('subject', 1, MINUTE_MS);
    expect(await windows.take('subject', 1, MINUTE_MS - 1)).toEqual({ allowed: true, left: 0 });
    const asked = counter.asked;
    expect(await windows.take('subject', 1, MINUTE_MS + 1)).toMatchObject({ allowed: false });
    expect(counter.asked).toBe(asked);
  });
});

describe('the rate limit of a caller', () => {
  /** Counts in the number of the minute, up to the limit, like the store. */
  const servicesOn = (windows: RateWindows): RatePorts => {
    const counts = new Map<string, number>();
    const count = async ({ accountId, minute, atMost }: RequestCount) => {
      const counted = counts.get(`${accountId} ${minute}`) ?? 0;
      if (counted < atMost) counts.set(`${accountId} ${minute}`, counted + 1);
      return counted < atMost;
    };
    return { rates: windows, requests: { count } };
  };
  const passed = async (windows: RateWindows, callers: readonly ReturnType<typeof callerIn>[], count: number) => {
    const ports = servicesOn(windows);
    let allowed = 0;
    for (let sent = 0; sent < count; sent += 1) {
      const caller = callers[sent % callers.length];
      if (caller !== undefined && (await limitCaller(ports, caller, MINUTE_MS)).allowed) allowed += 1;
    }
    return allowed;
  };

  test('is the plan’s, and is shared by all live and trial keys of the account', async () => {
    const live = callerIn({ terms: { requestsPerMinute: 30 } });
    const trial = callerIn({ kind: 'trial', terms: { requestsPerMinute: 30 } });
    expect(await passed(new RateWindows(new MemoryCounter()), [live, trial], 300)).toBe(30);
  });

  test('is 60 for each test key, separate from the account’s', async () => {
    const windows = new RateWindows(new MemoryCounter());
    const one = callerIn({ kind: 'test', terms: { requestsPerMinute: 5 } });
    const other = { ...one, client: { ...one.client, clientId: 'cli_test_0123456789_111111111111' } };
    expect(await passed(windows, [one], 600)).toBe(60);
    expect(await passed(windows, [other], 600)).toBe(60);
    expect(await passed(windows, [callerIn({ terms: { requestsPerMinute: 5 } })], 50)).toBe(5);
  });
});
