/**
 * Limits the emails that can be triggered to one inbox, whether or not the address is known: twenty sign-in links an
 * hour, ten of them reserved for browsers with a cookie from an earlier session of the inbox's person, and ten
 * invitations. Neither a stranger's requests nor an account's invitations can therefore lock the person out.
 */
import { createHash } from 'node:crypto';
import type { RateCounter } from '../../billing/rate-limit/rate-counter.ts';
import { DAY_MS, HOUR_MS, startOf, secondsUntil } from '../../time.ts';

/** Per network address or account. */
const EMAILS_OF_ONE_SOURCE = 5;
const EMAILS_OF_ANYBODY = 10;
const EMAILS_OF_KNOWN_BROWSERS = 10;
const INVITATIONS_A_DAY = 20;
/** Per account, so that making and revoking keys repeatedly does not fill the owners' inboxes. */
const NEW_KEY_NOTICES_A_DAY = 20;

/** The origin of an email: a browser of the inbox's person, or anybody, identified by network address or account. */
export type EmailSource = { readonly kind: 'known_browser' } | { readonly kind: 'anybody'; readonly from: string };

/** Too many emails were asked for. */
export interface InboxFull {
  /** The number that was reached. */
  readonly most: typeof EMAILS_OF_ONE_SOURCE | typeof EMAILS_OF_ANYBODY;
  readonly retryAfterSeconds: number;
}

/** Counts a sign-in link to the inbox. @returns undefined if it may be sent */
export async function limitLink(
  counter: RateCounter,
  email: string,
  source: EmailSource,
  nowMs: number,
): Promise<InboxFull | undefined> {
  return takeFromInbox(counter, `INBOX#${inboxHash(email)}`, source, nowMs);
}

/** Counts an email in the current hour of the inbox's subject. @returns undefined if it may be sent */
async function takeFromInbox(
  counter: RateCounter,
  inbox: string,
  source: EmailSource,
  nowMs: number,
): Promise<InboxFull | undefined> {
  const startMs = startOf(HOUR_MS, nowMs);
  const full = (most: InboxFull['most']): InboxFull => ({
    most,
    retryAfterSeconds: secondsUntil(startMs + HOUR_MS, nowMs),
  });
  const fits = async (subject: string, most: number) =>
    (await counter.count(subject, startMs, startMs + HOUR_MS)) <= most;
  if (source.kind === 'known_browser') {
    if (await fits(`${inbox}#KNOWN`, EMAILS_OF_KNOWN_BROWSERS)) return undefined;
  } else if (!(await fits(`${inbox}#FROM#${source.from}`, EMAILS_OF_ONE_SOURCE))) return full(EMAILS_OF_ONE_SOURCE);
  return (await fits(inbox, EMAILS_OF_ANYBODY)) ? undefined : full(EMAILS_OF_ANYBODY);
}

function inboxHash(email: string): string {
  return createHash('sha256').update(inboxOf(email)).digest('hex');
}

/** Removes variants of one inbox from the address: `name+tag@`, and dots at Google. */
function inboxOf(email: string): string {
  const [name = '', host = ''] = email.replace(/(?<=[^@])\+[^@]*@/, '@').split('@');
  return /^(?:gmail|googlemail)\.com$/.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

/** Counts an email about a new key. @returns whether it may be sent */
export async function takeNewKeyNotice(counter: RateCounter, accountId: string, nowMs: number): Promise<boolean> {
  const startMs = startOf(DAY_MS, nowMs);
  return (await counter.count(`NEW_KEYS#${accountId}`, startMs, startMs + DAY_MS)) <= NEW_KEY_NOTICES_A_DAY;
}

/**
 * Counts an invitation by an account to an inbox.
 * @returns the seconds until the next attempt, or undefined if it may be sent
 */
export async function limitInvitation(
  counter: RateCounter,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  nowMs: number,
): Promise<number | undefined> {
  const startMs = startOf(DAY_MS, nowMs);
  const ofDay = await counter.count(`INVITATIONS#${accountId}`, startMs, startMs + DAY_MS);
  if (ofDay > INVITATIONS_A_DAY) return secondsUntil(startMs + DAY_MS, nowMs);
  const source = { kind: 'anybody', from: accountId } as const;
  return (await takeFromInbox(counter, `INVITED#${inboxHash(email)}`, source, nowMs))?.retryAfterSeconds;
}
