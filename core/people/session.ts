/**
 * Sessions of people in a browser: a secret in the one cookie, stored hashed. A session ends after 12 hours without use, after 7 days at most,
 * and immediately by signing out or by an operator; each request reads it again. Removal from an account ends no session: it ends the membership.
 *
 * The cookie names the account that is shown. It grants nothing: every request reads whether the person belongs to it.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Account } from '../accounts/plan.ts';
import { accountIdSchema } from '../identifiers.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { PeopleStore, SessionRows, StoredSession } from './people-store.ts';
import { personIdSchema, type Member } from './person.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';

/** For one host and its root only, over TLS; browsers treat 127.0.0.1 as secure too. */
export const SESSION_COOKIE = '__Host-session';

const IDLE_MS = 12 * HOUR_MS;
export const SESSION_MS = 7 * DAY_MS;
/** Use is recorded at most this often. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS;

const SECRET_BYTES = 32;

/** What the cookie of a signed-in person contains. */
export interface SessionCookie {
  readonly personId: string;
  readonly accountId: string;
  readonly secret: string;
}

/** A person with a session; perhaps of no account (yet). */
export interface SignedInPerson {
  readonly session: StoredSession;
  readonly cookie: SessionCookie;
}

export interface SignedIn extends SignedInPerson {
  readonly account: Account;
  readonly member: Member;
}

export type SessionRefusal =
  | { readonly kind: 'not_signed_in' }
  | { readonly kind: 'session_ended' }
  /** Signed in, but not a member of this account; perhaps no longer, or not yet. */
  | { readonly kind: 'not_a_member' };

/** 256 random bits as text for cookies and links. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const secretSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const cookieSchema = z.tuple([personIdSchema, accountIdSchema, secretSchema]);

export function writeSessionCookie({ personId, accountId, secret }: SessionCookie): string {
  return [personId, accountId, secret].join('.');
}

/** The one cookie of people: for this host only, hidden from scripts, not sent with other sites' requests that change something. @param value empty to delete it */
export function sessionCookieHeader(value: string): string {
  const age = value === '' ? 0 : SESSION_MS / 1000;
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${age}; Secure; HttpOnly; SameSite=Lax`;
}

/** Undefined for a browser that has only requested a link, and for an invalid cookie. */
function readSessionCookie(text: string | undefined): SessionCookie | undefined {
  const parsed = cookieSchema.safeParse(text?.split('.'));
  if (!parsed.success) return undefined;
  const [personId, accountId, secret] = parsed.data;
  return { personId, accountId, secret };
}

/**
 * The cookie of a browser that requests a link: random bits that are stored nowhere else, followed by the session that the browser holds or held.
 * That session opens nothing any more; it shows whose browser this is.
 */
export function newBrowserCookie(before?: string): string {
  const held = readHeldSession(before);
  return held === undefined ? newSecret() : `${newSecret()}.${writeSessionCookie(held)}`;
}

/** The session in the cookie of a browser, even if it has requested a link since. */
export function readHeldSession(text: string | undefined): SessionCookie | undefined {
  return readSessionCookie(text) ?? readSessionCookie(readBrowserCookie(text)?.slice(1).join('.'));
}

function readBrowserCookie(text: string | undefined): readonly string[] | undefined {
  const parts = text?.split('.') ?? [];
  const isOne = parts.length === 1 || parts.length === 4;
  return isOne && secretSchema.safeParse(parts[0]).success ? parts : undefined;
}

/** The hash that binds a link to the browser's cookie; undefined for a cookie that no browser got from `newBrowserCookie`. */
export function browserHash(cookie: string | undefined): string | undefined {
  const [secret] = readBrowserCookie(cookie) ?? [];
  return secret === undefined ? undefined : hashSecret(secret);
}

/** A new session, never under a secret that a browser sent. */
export function newSession(
  personId: string,
  nowMs: number,
): { readonly session: StoredSession; readonly secret: string } {
  const secret = newSecret();
  return { session: { personId, secretSha256: hashSecret(secret), createdAtMs: nowMs, usedAtMs: nowMs }, secret };
}

/** Who is signed in, by one read: a member of the account that the cookie names. Records from time to time that the session is used. */
export async function readSignedIn(
  store: PeopleStore,
  cookieText: string | undefined,
  nowMs: number,
): Promise<Result<SignedIn, SessionRefusal>> {
  const read = await readSessionOf(store, cookieText, nowMs);
  if (!read.ok) return read;
  const { session, cookie, member, account } = read.value;
  if (member === undefined || account === undefined) return fail({ kind: 'not_a_member' });
  return succeed({ account, member, session, cookie });
}

/** The signed-in person, for any account that the cookie names. */
export async function readSignedInPerson(
  store: PeopleStore,
  cookieText: string | undefined,
  nowMs: number,
): Promise<Result<SignedInPerson, SessionRefusal>> {
  return readSessionOf(store, cookieText, nowMs);
}

async function readSessionOf(
  store: PeopleStore,
  cookieText: string | undefined,
  nowMs: number,
): Promise<Result<SignedInPerson & Pick<SessionRows, 'member' | 'account'>, SessionRefusal>> {
  const cookie = readSessionCookie(cookieText);
  if (cookie === undefined) return fail({ kind: 'not_signed_in' });
  const { personId, accountId, secret } = cookie;
  const { session, member, account } = await store.readSession(
    { personId, secretSha256: hashSecret(secret) },
    accountId,
  );
  if (session === undefined || isOver(session, nowMs)) return fail({ kind: 'session_ended' });
  if (nowMs - session.usedAtMs >= TOUCH_EVERY_MS) await store.touchSession(session, nowMs);
  return succeed({ session, cookie, member, account });
}

function isOver({ createdAtMs, usedAtMs }: StoredSession, nowMs: number): boolean {
  return nowMs >= usedAtMs + IDLE_MS || nowMs >= createdAtMs + SESSION_MS;
}

/** The `X-CSRF-Token` that changes in this session must send. It is derived from the cookie's secret, which no page can read. */
export function csrfTokenOf({ secret }: Pick<SessionCookie, 'secret'>): string {
  return createHmac('sha256', secret).update('X-CSRF-Token').digest('base64url');
}

export function isCsrfToken(cookie: Pick<SessionCookie, 'secret'>, given: string | undefined): boolean {
  const [wanted, brought] = [csrfTokenOf(cookie), given ?? ''].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return wanted !== undefined && brought !== undefined && timingSafeEqual(wanted, brought);
}
