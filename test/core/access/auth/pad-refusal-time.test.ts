import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { padRefusalTime } from '../../../../core/access/auth/pad-refusal-time.ts';

beforeEach(() => void vi.useFakeTimers({ now: 7 }));
afterEach(() => void vi.useRealTimers());

/** Returns the milliseconds that the refusal waits if the request began that long ago. */
async function waits(refusal: Parameters<typeof padRefusalTime>[0], passedMs: number): Promise<number> {
  const startedMs = Date.now();
  vi.setSystemTime(startedMs + passedMs);
  const begunMs = Date.now();
  const padded = padRefusalTime(refusal, startedMs, { nowMs: () => Date.now() });
  await vi.runAllTimersAsync();
  await padded;
  return Date.now() - begunMs;
}

describe('padRefusalTime delays indistinguishable refusals to the next step of 50 ms', () => {
  test.each(['unknown_client', 'wrong_secret'] as const)('%s', async (cause) => {
    const refusal = { kind: 'invalid_credentials', cause } as const;
    expect(await waits(refusal as never, 1)).toBe(49);
    expect(await waits(refusal as never, 49)).toBe(1);
    expect(await waits(refusal as never, 50)).toBe(0);
    expect(await waits(refusal as never, 51)).toBe(49);
    expect(await waits(refusal as never, 170)).toBe(30);
  });
});

test.each([
  { kind: 'invalid_credentials', cause: 'malformed' },
  { kind: 'missing_credentials' },
  { kind: 'missing_credentials', cause: 'wrong_secret' },
])('padRefusalTime does not delay other refusals: %o', async (refusal) => {
  expect(await waits(refusal as never, 1)).toBe(0);
});
