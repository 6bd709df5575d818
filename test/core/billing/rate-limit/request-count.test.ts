import { describe, expect, test } from 'vitest';
import {
  countedInMinuteRead,
  refusedByMinuteRead,
  requestCountOf,
} from '../../../../core/billing/rate-limit/request-count.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const MINUTE = NOON_MS / 60_000;
const seen = (minutes: readonly (readonly [number, number])[], periodKey = '2026-11') => {
  const caller = callerIn({ terms: { requestsPerMinute: 30 } });
  return { ...caller, usage: { ...caller.usage, minutes: new Map([[periodKey, new Map(minutes)]]) } };
};

describe('the count of a request', () => {
  test('names the account, its running period, the minute and the limit of the plan', () => {
    expect(requestCountOf(callerIn({ terms: { requestsPerMinute: 30 } }), NOON_MS + 59_999)).toEqual({
      accountId: 'acc_0123456789',
      periodKey: '2026-11',
      minute: MINUTE,
      atMost: 30,
      outdated: [],
    });
  });

  test('drops minutes of the period that ended five minutes ago or more', () => {
    const caller = seen([
      [MINUTE - 6, 1],
      [MINUTE - 5, 2],
      [MINUTE - 4, 3],
      [MINUTE, 4],
    ]);
    expect(requestCountOf(caller, NOON_MS).outdated).toEqual([MINUTE - 6, MINUTE - 5]);
    expect(requestCountOf(seen([[MINUTE - 6, 1]], '2026-10'), NOON_MS).outdated).toEqual([]);
  });
});

describe('the requests of the minute that were read', () => {
  test('are those of the running period and of this minute', () => {
    expect(countedInMinuteRead(seen([[MINUTE, 4]]), NOON_MS)).toBe(4);
    expect(countedInMinuteRead(seen([[MINUTE - 1, 4]]), NOON_MS)).toBe(0);
    expect(countedInMinuteRead(seen([[MINUTE, 4]], '2026-10'), NOON_MS)).toBe(0);
    expect(countedInMinuteRead(callerIn(), NOON_MS)).toBe(0);
  });

  test('refuse the next one until the end of the minute once they reach the limit', () => {
    expect(refusedByMinuteRead(seen([[MINUTE, 29]]), NOON_MS + 1_000)).toBeUndefined();
    expect(refusedByMinuteRead(seen([[MINUTE, 30]]), NOON_MS + 1_000)).toEqual({
      allowed: false,
      retryAfterSeconds: 59,
    });
  });
});
