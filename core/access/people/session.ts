/**
 * Manages browser sessions: a secret in a cookie, stored hashed. A session ends after 12 hours without use, and after 7
 * days at most. It ends immediately when the person signs out or an operator ends it, because each request reads it
 * again. Removal from an account ends the membership, not the session.
 *
 * The cookie names the account to show. It grants no access, because every request checks whether the person belongs to
 * the account.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Account } from '../../billing/accounts/account.ts';
import { accountIdSchema } from '../../identifiers.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { PeopleStore, SessionRows, StoredSession } from './people-store.ts';
import { personIdSchema, type Member } from './person.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts';

/** Valid for all paths of one host, over TLS only; browsers treat 127.0.0.1 as secure too. */
export const SESSION_COOKIE = '__Host-session';

const IDLE_MS = 12 * HOUR_MS;
export const SESSION_MS = 7 * DAY_MS;
/** Use is recorded at most this often. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS;

const SECRET_BYTES = 32;

/** The content of a signed-in person's cookie. */
export interface SessionCookie {
  readonly personId: string;
  readonly accountId: string;
  readonly secret: string;
}

/** A person with a session, who may not belong to an account. */
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
  /** The person is signed in, but is not or no longer a member of this account. */
  | { readonly kind: 'not_a_member' };

/** Returns 256 random bits as text for cookies and links. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const secretSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const cookieSchema = z.tuple([personIdSchema, accountIdSchema, secretSchema]);

export function writeSessionCookie({ personId, accountId, secret }: SessionCookie): string {
  return [personId, accountId, secret].join('.');
}

/**
 * The cookie is hidden from scripts and not sent with other sites' requests that change data.
 * @param value empty to delete the cookie
 */
export function sessionCookieHeader(value: string): string {
  const age = value === '' ? 0 : SESSION_MS / 1000;
  return `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${age}; Secure; HttpOnly; SameSite=Lax`;
}

/** Returns undefined for a browser that has only requested a link, and for an invalid cookie. */
function readSessionCookie(text: string | undefined): SessionCookie | undefined {
  const parsed = cookieSchema.safeParse(text?.split('.'));
  if (!parsed.success) return undefined;
  const [personId, accountId, secret] = parsed.data;
  return { personId, accountId, secret };
}

/**
 * Returns the cookie of a browser that requests a link: random bits that are stored nowhere else, followed by the
 * browser's present or earlier session. In this form the session gives no access; it only identifies the person's
 * browser.
 */
export function newBrowserCookie(before?: string): string {
  const session = readHeldSession(before);
  return session === undefined ? newSecret() : `${newSecret()}.${writeSessionCookie(session)}`;
}

/** Returns the session in a browser's cookie, even if the browser has requested a link since. */
export function readHeldSession(text: string | undefined): SessionCookie | undefined {
  return readSessionCookie(text) ?? readSessionCookie(readBrowserCookie(text)?.slice(1).join('.'));
}

function readBrowserCookie(text: string | undefined): readonly string[] | undefined {
  const parts = text?.split('.') ?? [];
  const isOne = parts.length === 1 || parts.length === 4;
  return isOne && secretSchema.safeParse(parts[0]).success ? parts : undefined;
}

/**
 * Returns the hash that binds a link to the browser's cookie, or undefined unless the cookie has the form of
 * `newBrowserCookie`.
 */
export function browserHash(cookie: string | undefined): string | undefined {
  const [secret] = readBrowserCookie(cookie) ?? [];
  return secret === undefined ? undefined : hashSecret(secret);
}

/** Starts a session with a new secret, never one that a browser sent. */
export function newSession(
  personId: string,
  nowMs: number,
): { readonly session: StoredSession; readonly secret: string } {
  const secret = newSecret();
  return { session: { personId, secretSha256: hashSecret(secret), createdAtMs: nowMs, usedAtMs: nowMs }, secret };
}

/**
 * Returns the signed-in member of the account in the cookie, with one read. Records the session's use from time to
 * time.
 */
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

/** Returns the signed-in person, even if they do not belong to the account in the cookie. */
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

/**
 * Returns the `X-CSRF-Token` that changes in this session must send. It is derived from the cookie's secret, which no
 * page can read.
 */
export function csrfTokenOf({ secret }: Pick<SessionCookie, 'secret'>): string {
  return createHmac('sha256', secret).update('X-CSRF-Token').digest('base64url');
}

export function isCsrfToken(cookie: Pick<SessionCookie, 'secret'>, given: string | undefined): boolean {
  const [wanted, brought] = [csrfTokenOf(cookie), given ?? ''].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return wanted !== undefined && brought !== undefined && timingSafeEqual(wanted, brought);
}
