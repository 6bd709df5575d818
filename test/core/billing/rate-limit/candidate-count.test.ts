/** How many misses of a day may still show candidates, and what the write that counts them adds. */
import { expect, test } from 'vitest';
import { candidateCountOf, candidatesLeft } from '../../../../core/billing/rate-limit/candidate-count.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { callerIn, NOON_MS, type CallerSituation } from '../../../support/fixtures/callers.ts';

const TODAY = Math.floor(NOON_MS / DAY_MS);

const having = (days: Readonly<Record<number, number>>, situation: CallerSituation = {}, sandboxItems?: number) => {
  const caller = callerIn({ terms: { notFoundPartsPerDay: 30 }, ...situation });
  const candidateDays = new Map([
    ['2026-11', new Map(Object.entries(days).map(([day, count]) => [Number(day), count]))],
  ]);
  const sandbox = sandboxItems === undefined ? {} : { sandboxItems };
  return { ...caller, usage: { ...caller.usage, candidateDays, ...sandbox } };
};

test('the misses of a day that may show candidates are those of the plan, less those that did today', () => {
  expect(candidatesLeft(callerIn({ terms: { notFoundPartsPerDay: 30 } }), undefined, NOON_MS)).toBe(30);
  expect(candidatesLeft(having({}), undefined, NOON_MS)).toBe(30);
  expect(candidatesLeft(having({ [TODAY - 1]: 30, [TODAY]: 12 }), undefined, NOON_MS)).toBe(18);
  expect(candidatesLeft(having({ [TODAY]: 31 }), undefined, NOON_MS)).toBe(0);
  expect(candidatesLeft(having({ [TODAY]: 30 }, { account: { anchorDay: 19 } }), undefined, NOON_MS)).toBe(30);
});

test('a caller that may not be billed sees no candidates', () => {
  expect(candidatesLeft(having({}, { account: { billingState: 'past_due' } }), undefined, NOON_MS)).toBe(0);
});

test('a test key’s misses are bounded by what is left of the sandbox’s day', () => {
  const test = { kind: 'test' } as const;
  expect(candidatesLeft(having({ [TODAY]: 30 }, test), undefined, NOON_MS)).toBe(Infinity);
  expect(candidatesLeft(having({}, test), 10, NOON_MS)).toBe(10);
  expect(candidatesLeft(having({}, test, 4), 10, NOON_MS)).toBe(6);
  expect(candidatesLeft(having({}, test, 11), 10, NOON_MS)).toBe(0);
});

test('the write adds the misses to their day, with its limit, and removes the days that are over', () => {
  const caller = having({ [TODAY - 3]: 5, [TODAY - 2]: 5, [TODAY - 1]: 5, [TODAY]: 5 });
  expect(candidateCountOf(caller, 2, NOON_MS)).toEqual({
    day: TODAY,
    count: 2,
    atMost: 30,
    outdated: [TODAY - 3, TODAY - 2],
  });
  const unread = callerIn({ terms: { notFoundPartsPerDay: 30 } });
  expect(candidateCountOf(unread, 2, NOON_MS)).toMatchObject({ outdated: [] });
  const otherPeriod = having({ [TODAY - 9]: 1 }, { account: { anchorDay: 19 } });
  expect(candidateCountOf(otherPeriod, 2, NOON_MS)).toMatchObject({ outdated: [] });
  expect(candidateCountOf(caller, 0, NOON_MS)).toBeUndefined();
});
