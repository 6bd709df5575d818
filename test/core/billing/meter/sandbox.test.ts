import { describe, expect, test } from 'vitest';
import { isSandboxSpent, sandboxMessage, sandboxSpentError } from '../../../../core/billing/meter/sandbox.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const reading = (kind: 'test' | 'live', sandboxItems?: number) => {
  const { client, usage } = callerIn({ kind });
  return { client, usage: { ...usage, ...(sandboxItems !== undefined && { sandboxItems }) } };
};

describe('the sandbox of an account', () => {
  test.each([
    ['test', 1_999, 2_000, false],
    ['test', 2_000, 2_000, true],
    ['test', 2_001, 2_000, true],
    ['test', undefined, 2_000, false],
    ['test', 2_001, undefined, false],
    ['live', 2_001, 2_000, false],
  ] as const)('of a %s key that has read %s records of %s is used up: %s', (kind, read, perDay, spent) => {
    expect(isSandboxSpent(reading(kind, read), perDay)).toBe(spent);
  });

  test('refuses with the seconds until midnight, at least one', () => {
    expect(sandboxSpentError(2_000, NOON_MS)).toEqual({
      code: 'rate_limited',
      message:
        'The test keys of an account read at most 2000 records a day, and this call asks for more than are left. ' +
        'Ask for fewer records, use a live key, or wait 43200 seconds, until midnight UTC.',
      retryAfterSeconds: 43_200,
      figures: { limit: 2_000, limitOf: 'records a day of test keys' },
    });
    expect(sandboxSpentError(2_000, Date.UTC(2026, 10, 19) - 1).retryAfterSeconds).toBe(1);
    expect(sandboxSpentError(2_000, Date.UTC(2026, 10, 19)).retryAfterSeconds).toBe(86_400);
  });

  test('is reported by get_usage if there is a limit', () => {
    expect(sandboxMessage(reading('test', 12), 2_000)).toBe(
      ' The test keys of the account read at most 2000 records a day (UTC); 12 are read today.',
    );
    expect(sandboxMessage(reading('test'), 2_000)).toContain('; 0 are read today.');
    expect(sandboxMessage(reading('test', 12), undefined)).toBe('');
  });
});
