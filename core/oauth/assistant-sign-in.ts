/**
 * How long a sign-in is valid, and the form of its code and refresh tokens. Both name the grant, so that one read finds it, and hold 256 random bits,
 * of which only a SHA-256 is stored. A refresh token also holds the grant's family: it stays the same through all rotations and distinguishes an old token
 * of this grant from an invented one.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { ClientRecord } from '../accounts/caller.ts';
import { readClientId, type ClientIdentity } from '../identifiers.ts';
import { hashSecret, newSecret } from '../people/session.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

/** From consent to token: a program asks immediately. */
export const CODE_MS = MINUTE_MS;
/** A sign-in that requests no token for this long ends. */
const IDLE_MS = 90 * DAY_MS;
/** For this long after a rotation a lost answer is repeated; two concurrent refreshes get the same token. */
const REPEAT_MS = MINUTE_MS;

export interface ReadCode {
  readonly identity: ClientIdentity;
  readonly sha256: string;
}

export interface ReadRefreshToken extends ReadCode {
  readonly familySha256: string;
  readonly secret: string;
}

const secretSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

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

/** What is stored of a grant's refresh tokens: hashes, and random bits from which the holder of the previous token gets the current one. */
export interface RefreshChain {
  readonly familySha256: string;
  readonly currentSha256: string;
  /** null for the first token. */
  readonly previousSha256: string | null;
  readonly nonce: string;
  /** Time of the last rotation. */
  readonly atMs: number;
}

export interface IssuedRefreshToken {
  readonly token: string;
  /** To be stored. */
  readonly chain: RefreshChain;
}

/** The first refresh token of a grant. */
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

export type RefreshDecision =
  /** A new token, if the chain is still the one that was read. */
  | { readonly kind: 'rotate'; readonly issued: IssuedRefreshToken }
  /** The token that was just issued, again: nothing is stored. */
  | { readonly kind: 'repeat'; readonly token: string }
  /** It was valid once, and its successor was used: two parties hold it. */
  | { readonly kind: 'replayed' }
  | { readonly kind: 'idle' }
  /** It was never a token of this grant. */
  | { readonly kind: 'unknown' };

/**
 * What a refresh token gets. The current one gets a successor. The one before works until its successor is used: within a minute it gets that same
 * successor, later another one in its place. Any older one was copied.
 * @param token as it was sent, and as it was read
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
  if (!isCurrent && nowMs < chain.atMs + REPEAT_MS)
    return { kind: 'repeat', token: `${head}.${successorOf(read.secret, chain.nonce)}` };
  const nonce = newSecret();
  const secret = successorOf(read.secret, nonce);
  const next = { ...chain, currentSha256: hashSecret(secret), previousSha256: read.sha256, nonce, atMs: nowMs };
  return { kind: 'rotate', issued: { token: `${head}.${secret}`, chain: next } };
}

/** Derived from the previous token and from what only the table holds: neither a thief of old tokens nor a reader of the table can compute it. */
function successorOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}

/** Whether a sign-in can still get tokens, its first one included. */
export function isGrantInForce({ grant, createdAtMs, revokedAtMs }: ClientRecord, nowMs: number): boolean {
  if (grant === undefined || revokedAtMs !== null) return false;
  return nowMs < (grant.tokenAtMs === null ? createdAtMs + CODE_MS : grant.tokenAtMs + IDLE_MS);
}
