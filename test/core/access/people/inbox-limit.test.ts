import { describe, expect, test } from 'vitest';
import {
  limitInvitation,
  limitLink,
  takeNewKeyNotice,
  type EmailSource,
} from '../../../../core/access/people/inbox-limit.ts';
import type { RateCounter } from '../../../../core/billing/rate-limit/rate-counter.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { HOUR_MS } from '../../../../core/time.ts';

const KNOWN: EmailSource = { kind: 'known_browser' };
const from = (address: string): EmailSource => ({ kind: 'anybody', from: address });

function newCounter(): RateCounter {
  const counts = new Map<string, number>();
  return {
    count: async (subject, startMs) => {
      const key = `${subject} ${startMs}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key) ?? 0;
    },
  };
}

/** Returns how many of `tries` emails may be sent. */
async function sent(tries: number, take: (attempt: number) => Promise<unknown>): Promise<number> {
  const refusals = [];
  for (let attempt = 0; attempt < tries; attempt += 1) refusals.push(await take(attempt));
  return refusals.filter((refusal) => refusal === undefined).length;
}

describe('sign-in links to one inbox', () => {
  const anybody = (counter: RateCounter, email = 'a@b.example', nowMs = NOON_MS) =>
    sent(30, (attempt) => limitLink(counter, email, from(`10.0.0.${attempt}`), nowMs));

  test('are five an hour from one network address', async () => {
    const counter = newCounter();
    expect(await sent(9, () => limitLink(counter, 'a@b.example', from('10.0.0.1'), NOON_MS))).toBe(5);
    expect(await limitLink(counter, 'a@b.example', from('10.0.0.1'), NOON_MS + 1_000)).toEqual({
      most: 5,
      retryAfterSeconds: 3_599,
    });
  });

  test('are ten an hour from all strangers, and ten more for browsers of the inbox’s person', async () => {
    const counter = newCounter();
    expect(await anybody(counter)).toBe(10);
    expect(await sent(30, () => limitLink(counter, 'a@b.example', KNOWN, NOON_MS))).toBe(10);
    expect(await anybody(counter, 'a@b.example', NOON_MS + HOUR_MS)).toBe(10);
  });

  test.each<[string, string]>([
    ['a tag', 'a+shop@b.example'],
    ['a dot at Google', 'a.b@gmail.com'],
    ['Google’s other host', 'ab@googlemail.com'],
  ])('count together for an address with %s', async (_variant, variant) => {
    const counter = newCounter();
    await anybody(counter, variant.includes('b.example') ? 'a@b.example' : 'ab@gmail.com');
    expect(await limitLink(counter, variant, from('10.9.9.9'), NOON_MS)).toMatchObject({ most: 10 });
  });

  test('count apart for two names at a host where dots matter', async () => {
    const counter = newCounter();
    await anybody(counter, 'ab@b.example');
    expect(await limitLink(counter, 'a.b@b.example', from('10.9.9.9'), NOON_MS)).toBeUndefined();
  });
});

test('invitations to an inbox leave its sign-in links alone', async () => {
  const counter = newCounter();
  const invited = { accountId: 'acc_1', email: 'a@b.example' };
  expect(await sent(9, () => limitInvitation(counter, invited, NOON_MS))).toBe(5);
  expect(await limitLink(counter, 'a@b.example', from('10.0.0.1'), NOON_MS)).toBeUndefined();
});

test('an account sends 20 invitations and 20 notices of new keys a day', async () => {
  const counter = newCounter();
  const invite = (attempt: number) =>
    limitInvitation(counter, { accountId: 'acc_1', email: `${attempt}@b.example` }, NOON_MS);
  expect(await sent(25, invite)).toBe(20);
  expect(await invite(26)).toBe(12 * 3_600);
  const notices = await Promise.all(Array.from({ length: 25 }, () => takeNewKeyNotice(counter, 'acc_1', NOON_MS)));
  expect(notices.filter(Boolean)).toHaveLength(20);
});
