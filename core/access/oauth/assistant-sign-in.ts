/**
 * Decides how long an assistant sign-in is valid, and defines its code and refresh tokens. Both contain the client id,
 * so that one read finds the sign-in, and 256 random bits, of which only a SHA-256 is stored. A refresh token also
 * contains the sign-in's family, which stays the same through all rotations and distinguishes an old token from an
 * invented one.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { ClientRecord } from '../../billing/accounts/caller.ts';
import { readClientId, type ClientIdentity } from '../../identifiers.ts';
import { hashSecret, newSecret } from '../people/session.ts';
import { DAY_MS, MINUTE_MS } from '../../time.ts';

/** The time from consent to token, which an assistant requests immediately. */
export const CODE_MS = MINUTE_MS;
/** A sign-in ends if it requests no token for this long. */
const IDLE_MS = 90 * DAY_MS;

export interface ReadCode {
  readonly identity: ClientIdentity;
  readonly sha256: string;
}

export interface ReadRefreshToken extends ReadCode {
  readonly familySha256: string;
  readonly secret: string;
}

const secretSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

export function newCode(clientId: string): { readonly code: string; readonly sha256: string } {
  const secret = newSecret();
  return { code: `cod_${clientId}.${secret}`, sha256: hashSecret(secret) };
}

/** Returns undefined unless the text has the form of a code. */
export function readCode(code: string): ReadCode | undefined {
  const [head = '', secret, ...more] = code.split('.');
  const identity = head.startsWith('cod_') ? readClientId(head.slice(4)) : undefined;
  const parsed = secretSchema.safeParse(secret);
  if (identity === undefined || !parsed.success || more.length > 0) return undefined;
  return { identity, sha256: hashSecret(parsed.data) };
}

/** Returns undefined unless the text has the form of a refresh token. */
export function readRefreshToken(token: string): ReadRefreshToken | undefined {
  const [head = '', ...rest] = token.split('.');
  const identity = head.startsWith('ref_') ? readClientId(head.slice(4)) : undefined;
  const parsed = z.tuple([secretSchema, secretSchema]).safeParse(rest);
  if (identity === undefined || !parsed.success) return undefined;
  const [family, secret] = parsed.data;
  return { identity, familySha256: hashSecret(family), sha256: hashSecret(secret), secret };
}

/**
 * The stored data of a sign-in's refresh tokens: hashes, and random bits that derive the current token from the
 * previous one.
 */
export interface RefreshChain {
  readonly familySha256: string;
  readonly currentSha256: string;
  /** Null for the first token. */
  readonly previousSha256: string | null;
  readonly nonce: string;
  /** Time of the last rotation. */
  readonly atMs: number;
}

export interface IssuedRefreshToken {
  readonly token: string;
  /** The caller must store it. */
  readonly chain: RefreshChain;
}

/** Issues the first refresh token of a sign-in. */
export function beginChain(clientId: string, nowMs: number): IssuedRefreshToken {
  const [family, secret] = [newSecret(), newSecret()];
  const chain = {
    familySha256: hashSecret(family),
    currentSha256: hashSecret(secret),
    previousSha256: null,
    nonce: newSecret(),
    atMs: nowMs,
  };
  return { token: `ref_${clientId}.${family}.${secret}`, chain };
}

type RefreshDecision =
  /** A new token is issued if the stored chain is still the one that was read. */
  | { readonly kind: 'rotate'; readonly issued: IssuedRefreshToken }
  /** The token that was just issued is sent again; nothing is stored. */
  | { readonly kind: 'repeat'; readonly token: string }
  /** The token was valid once, and its successor was used, so two parties have it. */
  | { readonly kind: 'replayed' }
  | { readonly kind: 'idle' }
  /** The token never belonged to this sign-in. */
  | { readonly kind: 'unknown' };

/**
 * Decides the response to a refresh token. The current token gets a successor. The previous token gets the same
 * successor until that is used, however late, because clients retry a lost response after 30 to 80 seconds. Any older
 * token was copied.
 * @param token as it was sent; `read` is the same, parsed
 */
export function decideRefresh(
  token: string,
  read: ReadRefreshToken,
  chain: RefreshChain,
  nowMs: number,
): RefreshDecision {
  if (read.familySha256 !== chain.familySha256) return { kind: 'unknown' };
  const isCurrent = read.sha256 === chain.currentSha256;
  if (!isCurrent && read.sha256 !== chain.previousSha256) return { kind: 'replayed' };
  if (nowMs >= chain.atMs + IDLE_MS) return { kind: 'idle' };
  const head = token.slice(0, token.lastIndexOf('.'));
  if (!isCurrent) return { kind: 'repeat', token: `${head}.${successorOf(read.secret, chain.nonce)}` };
  const nonce = newSecret();
  const secret = successorOf(read.secret, nonce);
  const next = { ...chain, currentSha256: hashSecret(secret), previousSha256: read.sha256, nonce, atMs: nowMs };
  return { kind: 'rotate', issued: { token: `${head}.${secret}`, chain: next } };
}

/**
 * Derives a token from the previous one and a stored nonce. Neither a thief of old tokens nor a reader of the table has
 * both.
 */
function successorOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}

/** Returns whether a sign-in can still get tokens, including its first. */
export function isSignInInForce({ signIn, createdAtMs, revokedAtMs }: ClientRecord, nowMs: number): boolean {
  if (signIn === undefined || revokedAtMs !== null) return false;
  return nowMs < (signIn.tokenAtMs === null ? createdAtMs + CODE_MS : signIn.tokenAtMs + IDLE_MS);
}
