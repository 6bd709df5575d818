import { describe, expect, test } from 'vitest';
import { newPersonId } from '../../../../core/access/people/person.ts';
import type { PeopleStore } from '../../../../core/access/people/people-store.ts';
import {
  browserHash,
  csrfTokenOf,
  isCsrfToken,
  newBrowserCookie,
  newSession,
  readHeldSession,
  readSignedIn,
  sessionCookieHeader,
  writeSessionCookie,
} from '../../../../core/access/people/session.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { HOUR_MS } from '../../../../core/time.ts';

const personId = newPersonId();
const { session, secret } = newSession(personId, NOON_MS);
const COOKIE = { personId, accountId: 'acc_0123456789', secret };
const TEXT = writeSessionCookie(COOKIE);

/** Reads the session at a time, as it was last used at another. */
async function readAt(nowMs: number, { usedAtMs = NOON_MS, isMember = true } = {}) {
  const touched: number[] = [];
  const store = {
    readSession: async ({ secretSha256 }: typeof session) => ({
      session: secretSha256 === session.secretSha256 ? { ...session, usedAtMs } : undefined,
      member: isMember ? {} : undefined,
      account: {},
    }),
    touchSession: async (_: unknown, atMs: number) => void touched.push(atMs),
  } as unknown as PeopleStore;
  const read = await readSignedIn(store, TEXT, nowMs);
  return { end: read.ok ? 'signed in' : read.reason.kind, touched };
}

describe('a session', () => {
  test('ends after a time without use, and at its greatest age even if it is used', async () => {
    expect((await readAt(NOON_MS + 1_000)).end).toBe('signed in');
    expect((await readAt(NOON_MS + 12 * HOUR_MS - 1)).end).toBe('signed in');
    expect((await readAt(NOON_MS + 12 * HOUR_MS)).end).toBe('session_ended');
    const oldest = Number(/Max-Age=(\d+)/.exec(sessionCookieHeader(TEXT))?.[1]) * 1_000;
    const last = NOON_MS + oldest;
    expect((await readAt(last - 1, { usedAtMs: last - 2 })).end).toBe('signed in');
    expect((await readAt(last, { usedAtMs: last - 1 })).end).toBe('session_ended');
  });

  test('gives no access to an account that its person does not belong to', async () => {
    expect((await readAt(NOON_MS, { isMember: false })).end).toBe('not_a_member');
  });

  test('is not written at each request, only when its last recorded use is long ago', async () => {
    expect((await readAt(NOON_MS + 1_000)).touched).toEqual([]);
    expect((await readAt(NOON_MS + HOUR_MS)).touched).toEqual([NOON_MS + HOUR_MS]);
  });
});

describe('the cookie of a session', () => {
  test('is hidden from scripts and from other sites’ changes, and can be deleted', () => {
    expect(sessionCookieHeader('')).toMatch(/=; Path=\/; Max-Age=0; Secure; HttpOnly; SameSite=Lax$/);
  });

  test.each(['', 'x', `${TEXT}.x`, TEXT.slice(0, -1), TEXT.replace('per_', 'acc_')])(
    'is no session in another form: %s',
    (text) => {
      expect(readHeldSession(text)).toBeUndefined();
    },
  );

  test('still names the person’s browser after it has asked for a link, but is no session then', () => {
    const asked = newBrowserCookie(TEXT);
    expect(readHeldSession(asked)).toEqual(COOKIE);
    expect(asked).not.toBe(TEXT);
    expect(browserHash(asked)).toMatch(/^[0-9a-f]{64}$/);
    expect(browserHash(TEXT)).toBeUndefined();
    expect(readHeldSession(newBrowserCookie('forged'))).toBeUndefined();
  });

  test('of every request for a link has other bits, so that a link fits one browser', () => {
    expect(browserHash(newBrowserCookie())).not.toBe(browserHash(newBrowserCookie()));
  });
});

test('a change needs the CSRF token of its own session', () => {
  expect(isCsrfToken(COOKIE, csrfTokenOf(COOKIE))).toBe(true);
  expect(isCsrfToken(COOKIE, csrfTokenOf({ secret: newSession(personId, NOON_MS).secret }))).toBe(false);
  expect(isCsrfToken(COOKIE, undefined)).toBe(false);
  expect(csrfTokenOf(COOKIE)).not.toContain(secret);
});
