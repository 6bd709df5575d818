/**
 * Signs a person in by a one-time link in an email. Every request gets the same answer in the same time, whether or not
 * the address is known, because it only puts a request into the mail queue, and the person is looked up later. A link
 * is valid once, for 15 minutes, and only in the browser that requested it. Its secret is in the URL's fragment and is
 * posted by a click, so that a mail scanner's visit does not spend it.
 */
import * as z from 'zod/mini';
import { addressSubject } from '../../billing/rate-limit/limit-address.ts';
import type { RateCounter } from '../../billing/rate-limit/rate-counter.ts';
import type { RateVerdict, RateWindows } from '../../billing/rate-limit/rate-window.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { PeopleStore } from './people-store.ts';
import { limitLink, type InboxFull } from './inbox-limit.ts';
import { isMember, personIdSchema, type Person } from './person.ts';
import {
  browserHash,
  hashSecret,
  newBrowserCookie,
  newSecret,
  newSession,
  readHeldSession,
  type SessionCookie,
} from './session.ts';
import { MINUTE_MS } from '../../time.ts';

export const LINK_MS = 15 * MINUTE_MS;

/** Attempts to request or use links, per network address and minute. */
const ATTEMPTS_PER_MINUTE = 10;

/** A request for a sign-in link. */
interface LinkRequest {
  readonly email: string;
  /** Hash of the cookie of the requesting browser. */
  readonly browserSha256: string;
  readonly askedAtMs: number;
  /** True for a browser of the person; the link is then sent even after a bounce. */
  readonly isKnownBrowser?: boolean | undefined;
}

/** The port to the mail queue, for links only. */
interface LinkOrders {
  send(order: LinkRequest & { readonly kind: 'link' }): Promise<void>;
}

export async function limitSignInAttempts(
  rates: RateWindows,
  sourceAddress: string,
  nowMs: number,
): Promise<RateVerdict> {
  return rates.take(`SIGN_IN#${addressSubject(sourceAddress)}`, ATTEMPTS_PER_MINUTE, nowMs);
}

interface SignInBrowser {
  /** The content of its session cookie. */
  readonly cookieText: string | undefined;
  readonly sourceAddress: string;
}

/** The inbox got as many links as it may in an hour, whether or not its address is known. */
interface TooManyLinks {
  readonly retryAfterSeconds: number;
  /** Says when the next link is possible. */
  readonly message: string;
}

/** Queues the email with the link, unless the inbox got too many. @returns the cookie for the browser */
export async function orderLink(
  { counter, mail, people }: { readonly counter: RateCounter; readonly mail: LinkOrders; readonly people: PeopleStore },
  email: string,
  { cookieText, sourceAddress }: SignInBrowser,
  nowMs: number,
): Promise<Result<string, TooManyLinks>> {
  const isKnownBrowser = (await personOfBrowser(people, cookieText))?.email === email;
  const source = isKnownBrowser
    ? ({ kind: 'known_browser' } as const)
    : ({ kind: 'anybody', from: addressSubject(sourceAddress) } as const);
  const full = await limitLink(counter, email, source, nowMs);
  if (full !== undefined) return fail(tooManyLinks(full, nowMs));
  const cookie = newBrowserCookie(cookieText);
  const browserSha256 = browserHash(cookie) ?? '';
  await mail.send({ kind: 'link', email, browserSha256, askedAtMs: nowMs, ...(isKnownBrowser && { isKnownBrowser }) });
  return succeed(cookie);
}

/** A limit that has no word here does not compile. */
const COUNT_WORDS = { 5: 'Five', 10: 'Ten' } as const satisfies Record<InboxFull['most'], string>;

function tooManyLinks({ most, retryAfterSeconds }: InboxFull, nowMs: number): TooManyLinks {
  const at = new Date(nowMs + 1_000 * retryAfterSeconds).toISOString().slice(11, 16);
  const message = `${COUNT_WORDS[most]} links were asked for. The next one is possible at ${at} UTC. A link that you got works for 15 minutes.`;
  return { retryAfterSeconds, message };
}

/**
 * Returns the person of the browser's session. Only the cookie decides what is read, so the time reveals nothing about
 * the requested address.
 */
async function personOfBrowser(people: PeopleStore, cookieText: string | undefined): Promise<Person | undefined> {
  const cookie = readHeldSession(cookieText);
  if (cookie === undefined) return undefined;
  const { personId, accountId, secret } = cookie;
  const [{ session }, person] = await Promise.all([
    people.readSession({ personId, secretSha256: hashSecret(secret) }, accountId),
    people.readPerson(personId),
  ]);
  return session === undefined ? undefined : person?.value;
}

/**
 * Returns the secret of a new link, or undefined if the address is unknown, its person has no account or invitation,
 * emails to it bounce (unless the person's own browser asks), or the request is older than a link may be.
 */
export async function makeLink(
  store: PeopleStore,
  { email, browserSha256, askedAtMs, isKnownBrowser }: LinkRequest,
  nowMs: number,
): Promise<string | undefined> {
  const person = (await store.findPerson(email))?.value;
  if (person === undefined || person.accountIds.length === 0) return undefined;
  if (person.undeliverableSinceMs !== null && isKnownBrowser !== true) return undefined;
  const validUntilMs = askedAtMs + LINK_MS;
  if (nowMs >= validUntilMs) return undefined;
  const { personId } = person;
  const secret = newSecret();
  await store.putLink({ personId, tokenSha256: hashSecret(secret), browserSha256, validUntilMs });
  return `${personId}.${secret}`;
}

type SignInRefusal =
  /** The link is spent, too old or unknown. */
  | { readonly kind: 'link_invalid' }
  /** The link is valid, but only in the browser that requested it. */
  | { readonly kind: 'other_browser' };

interface SignInDone {
  readonly cookie: SessionCookie;
  /** Whether they belong to an account; otherwise they are only invited to one. */
  readonly isMember: boolean;
}

const tokenSchema = z.tuple([personIdSchema, z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))]);

/**
 * Spends the link and starts a session in the first of the person's accounts, or in none for a person who is only
 * invited. It does not accept an invitation.
 */
export async function signIn(
  store: PeopleStore,
  token: string,
  browserCookie: string | undefined,
  nowMs: number,
): Promise<Result<SignInDone, SignInRefusal>> {
  const parsed = tokenSchema.safeParse(token.split('.'));
  if (!parsed.success) return fail({ kind: 'link_invalid' });
  const [personId, linkSecret] = parsed.data;
  const person = (await store.readPerson(personId))?.value;
  const [first] = person?.accountIds ?? [];
  if (person === undefined || first === undefined) return fail({ kind: 'link_invalid' });
  // A browser without a cookie counts as another one. Only the owner of a valid link learns this, and no caller learns
  // whether a person exists.
  const browserSha256 = browserHash(browserCookie) ?? hashSecret(newSecret());
  const memberOf = (await store.readMemberships(person)).find(isMember)?.accountId ?? null;
  const { session, secret } = newSession(personId, nowMs);
  const link = { personId, tokenSha256: hashSecret(linkSecret), browserSha256 };
  switch (await store.redeemLink(link, { session, memberOf }, nowMs)) {
    case 'signed_in':
      return succeed({ isMember: memberOf !== null, cookie: { personId, accountId: memberOf ?? first, secret } });
    case 'other_browser':
      return fail({ kind: 'other_browser' });
    case 'unknown_link':
    case 'changed_meanwhile':
      return fail({ kind: 'link_invalid' });
  }
}
