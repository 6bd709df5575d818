import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuthRefusal, InvalidCredentialsCause } from '../../../../core/access/auth/auth-refusal.ts';
import { padRefusalTime } from '../../../../core/access/auth/pad-refusal-time.ts';

beforeEach(() => void vi.useFakeTimers({ now: 7 }));
afterEach(() => void vi.useRealTimers());

/** Returns the milliseconds that the refusal waits if the request began that long ago. */
async function waits(refusal: AuthRefusal, passedMs: number): Promise<number> {
  const startedMs = Date.now();
  vi.setSystemTime(startedMs + passedMs);
  const begunMs = Date.now();
  const padded = padRefusalTime(refusal, startedMs, { nowMs: () => Date.now() });
  await vi.runAllTimersAsync();
  await padded;
  return Date.now() - begunMs;
}

const invalid = (cause: InvalidCredentialsCause, form: 'key' | 'token' = 'key'): AuthRefusal => ({
  kind: 'invalid_credentials',
  cause,
  form,
});

describe('padRefusalTime delays indistinguishable refusals to the next step of 50 ms', () => {
  test.each([
    ['unknown_client', 'key'],
    ['wrong_secret', 'key'],
    ['unknown_client', 'token'],
  ] as const)('%s of a %s', async (cause, form) => {
    const refusal = invalid(cause, form);
    expect(await waits(refusal, 1)).toBe(49);
    expect(await waits(refusal, 49)).toBe(1);
    expect(await waits(refusal, 50)).toBe(0);
    expect(await waits(refusal, 51)).toBe(49);
    expect(await waits(refusal, 170)).toBe(30);
  });
});

test.each<AuthRefusal>([
  { kind: 'no_credentials' },
  { kind: 'account_not_active', status: 'suspended' },
  invalid('malformed_credentials'),
  invalid('replaced_secret'),
  invalid('ended_key'),
  invalid('revoked_client'),
  invalid('revoked_sign_in', 'token'),
  invalid('token_expired', 'token'),
  invalid('token_bad_signature', 'token'),
])('padRefusalTime does not delay other refusals: %o', async (refusal) => {
  expect(await waits(refusal, 1)).toBe(0);
});
