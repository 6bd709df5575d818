/**
 * Defines access tokens: JWTs that are valid for one hour, signed only with HS256 and issued only for this server (RFC
 * 8707, RFC 9068). A token proves which client it was issued to; the client's current rights are read on every request.
 */
import type { Result } from '../../result.ts';
import type { AccessTokenClaims } from './access-token-claims.ts';
import type { AccessTokenRefusal } from './auth-refusal.ts';
import type { SigningKeys } from './signing-keys.ts';

export const ACCESS_TOKEN_SECONDS = 3600;
export const ALGORITHM = 'HS256';
export const TOKEN_TYPE = 'at+jwt';

export interface AccessTokenVerifier {
  /**
   * Returns the claims that a token proves. Throws only on an internal error, when nothing is known about the token.
   */
  verify(jwt: string, nowMs: number): Promise<Result<AccessTokenClaims, AccessTokenRefusal>>;
}

export const MCP_PATH = '/mcp';
/** Clients also send a slash at the end, which is answered alike and without a redirect. */
export const MCP_PATHS: ReadonlySet<string> = new Set([MCP_PATH, `${MCP_PATH}/`]);

/** Returns the resource that tokens are issued for, the `aud` of every token. */
export function resourceUrl(baseUrl: string): string {
  return `${baseUrl}${MCP_PATH}`;
}

/**
 * Returns whether a `resource` (RFC 8707) is this server. URLs are compared parsed, so a client may write the host in
 * capitals.
 */
export function isThisResource(resource: string, baseUrl: string): boolean {
  return URL.canParse(resource) && new URL(resource).href.replace(/\/$/, '') === new URL(resourceUrl(baseUrl)).href;
}

/**
 * Creates the verifier of tokens issued under `baseUrl`. It imports its code with the first token: most calls use a
 * key, and a cold start would wait for the import (docs/decisions/0024-cold-start.md).
 */
export function accessTokenVerifier(keys: SigningKeys, baseUrl: string): AccessTokenVerifier {
  const form = { algorithm: ALGORITHM, type: TOKEN_TYPE, issuer: baseUrl, audience: resourceUrl(baseUrl) };
  return {
    async verify(jwt, nowMs) {
      const { verifyAccessToken } = await import('./verify-access-token.ts');
      return verifyAccessToken(jwt, form, keys, nowMs);
    },
  };
}
