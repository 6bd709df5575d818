/**
 * Access tokens: JWTs of one hour, HS256 and nothing else, issued for this server alone (RFC 8707, RFC 9068).
 * A token proves which client it was issued to; what that client may do now is read on every request.
 */
import type { Result } from '../result.ts';
import type { AccessTokenClaims } from './access-token-claims.ts';
import type { AccessTokenError } from './auth-refusal.ts';
import type { SigningKeys } from './signing-keys.ts';

export const ACCESS_TOKEN_SECONDS = 3600;
export const ALGORITHM = 'HS256';
export const TOKEN_TYPE = 'at+jwt';

export interface AccessTokenVerifier {
  /** What a token proves. Throws only on an internal error: then nothing is known about the token. */
  verify(jwt: string, nowMs: number): Promise<Result<AccessTokenClaims, AccessTokenError>>;
}

export const MCP_PATH = '/mcp';

/** The resource that tokens are issued for; `aud` of every token. */
export function resourceUrl(baseUrl: string): string {
  return `${baseUrl}${MCP_PATH}`;
}

/** Whether a `resource` of RFC 8707 means this server. Compared as URLs, so that a client may write the host in capitals. */
export function isThisResource(resource: string, baseUrl: string): boolean {
  return URL.canParse(resource) && new URL(resource).href === new URL(resourceUrl(baseUrl)).href;
}

/**
 * The verifier of tokens issued under `baseUrl`. What it verifies with is loaded with the first token: most calls come with a key, and a cold start
 * would wait for it (docs/decisions/0024-cold-start.md).
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
