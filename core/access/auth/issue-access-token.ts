/** Signs access tokens in the form that access-token.ts defines. */
import { SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS, ALGORITHM, resourceUrl, TOKEN_TYPE } from './access-token.ts';
import type { AccessTokenClaims } from './access-token-claims.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Returns a token for the client: a compact JWT that is valid for `ACCESS_TOKEN_SECONDS`. */
export async function issueAccessToken(
  keys: SigningKeys,
  baseUrl: string,
  claims: AccessTokenClaims,
  nowMs: number,
): Promise<string> {
  const key = await keys.signingKey(nowMs);
  const nowSeconds = Math.floor(nowMs / 1000);
  return new SignJWT({ scope: claims.scopes.join(' '), secret_id: claims.secretId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: key.keyId })
    .setIssuer(baseUrl)
    .setSubject(claims.identity.clientId)
    .setAudience(resourceUrl(baseUrl))
    .setIssuedAt(nowSeconds)
    .setNotBefore(nowSeconds)
    .setExpirationTime(nowSeconds + ACCESS_TOKEN_SECONDS)
    .sign(key.secret);
}
