/**
 * Access tokens: JWTs of one hour, HS256 and nothing else, issued for this server alone (RFC 8707, RFC 9068).
 * A token proves which client it was issued to; what that client may do now is read on every request.
 */
import { errors, jwtVerify, SignJWT, type JWTPayload, type JWTHeaderParameters } from 'jose';
import { readClientId, type ClientIdentity } from '../identifiers.ts';
import { fail, succeed, type Result } from '../result.ts';
import type { AccessTokenError } from './auth-refusal.ts';
import { isScope, type Scope } from '../accounts/scopes.ts';
import type { SigningKeys } from './signing-keys.ts';

export const ACCESS_TOKEN_SECONDS = 3600;
const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
/** The most that the clocks of two of the service's machines may differ. */
const CLOCK_SKEW_SECONDS = 30;

export interface AccessTokenClaims {
  readonly identity: ClientIdentity;
  readonly scopes: readonly Scope[];
  /** The secret that the token was issued for (`secretIdOf`): the token ends with it. */
  readonly secretId?: string;
}

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
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.keyId })
    .setIssuer(baseUrl)
    .setSubject(claims.identity.clientId)
    .setAudience(resourceUrl(baseUrl))
    .setIssuedAt(nowSeconds)
    .setNotBefore(nowSeconds)
    .setExpirationTime(nowSeconds + ACCESS_TOKEN_SECONDS)
    .sign(key.secret);
}

/** The verifier of tokens issued under `baseUrl`. */
export function accessTokenVerifier(keys: SigningKeys, baseUrl: string): AccessTokenVerifier {
  return {
    async verify(jwt, nowMs) {
      try {
        const { payload } = await jwtVerify(jwt, (header) => findKey(keys, header, nowMs), {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: baseUrl,
          audience: resourceUrl(baseUrl),
          requiredClaims: ['exp', 'nbf', 'sub', 'scope'],
          clockTolerance: CLOCK_SKEW_SECONDS,
          currentDate: new Date(nowMs),
        });
        return readClaims(payload);
      } catch (error) {
        return fail(tokenErrorOf(error));
      }
    },
  };
}

class UnknownKeyId extends Error {}

async function findKey(keys: SigningKeys, header: JWTHeaderParameters, nowMs: number): Promise<Uint8Array> {
  const { kid } = header;
  if (typeof kid !== 'string') throw new UnknownKeyId();
  const key = await keys.verificationKey(kid, nowMs);
  if (key === undefined) throw new UnknownKeyId();
  return key.secret;
}

function readClaims(payload: JWTPayload): Result<AccessTokenClaims, AccessTokenError> {
  const identity = readClientId(String(payload.sub));
  if (identity === undefined || typeof payload['scope'] !== 'string') return fail('malformed_claims');
  const scopes = payload['scope'].split(' ').filter(isScope);
  const secretId = payload['secret_id'];
  return succeed(typeof secretId === 'string' ? { identity, scopes, secretId } : { identity, scopes });
}

/** The token's defect behind an error of jose; any other error is internal and is rethrown. */
function tokenErrorOf(error: unknown): AccessTokenError {
  if (error instanceof UnknownKeyId) return 'unknown_key';
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return claimError(error);
  if (error instanceof errors.JOSEAlgNotAllowed) return 'wrong_algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad_signature';
  if (error instanceof errors.JOSEError) return 'malformed';
  throw error;
}

function claimError({ claim, reason }: errors.JWTClaimValidationFailed): AccessTokenError {
  switch (claim) {
    case 'aud':
      return 'foreign_audience';
    case 'iss':
      return 'foreign_issuer';
    case 'nbf':
      return reason === 'missing' ? 'malformed_claims' : 'not_yet_valid';
    case 'typ':
      return 'wrong_type';
    default:
      return 'malformed_claims';
  }
}
