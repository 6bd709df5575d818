/** Verifies access tokens and reads their claims. access-token.ts defines their form. */
import { errors, jwtVerify, type JWTPayload, type JWTHeaderParameters } from 'jose';
import { isScope } from '../../billing/accounts/scopes.ts';
import { readClientId } from '../../identifiers.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { AccessTokenClaims } from './access-token-claims.ts';
import type { AccessTokenRefusal } from './auth-refusal.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The largest clock difference between two of the service's machines. */
const CLOCK_SKEW_SECONDS = 30;

interface TokenForm {
  readonly algorithm: string;
  readonly type: string;
  readonly issuer: string;
  readonly audience: string;
}

export async function verifyAccessToken(
  jwt: string,
  { algorithm, type, issuer, audience }: TokenForm,
  keys: SigningKeys,
  nowMs: number,
): Promise<Result<AccessTokenClaims, AccessTokenRefusal>> {
  try {
    const { payload } = await jwtVerify(jwt, (header) => findKey(keys, header, nowMs), {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience,
      requiredClaims: ['exp', 'nbf', 'sub', 'scope'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(nowMs),
    });
    return readClaims(payload);
  } catch (error) {
    return fail(tokenErrorOf(error));
  }
}

class UnknownKeyId extends Error {}

async function findKey(keys: SigningKeys, header: JWTHeaderParameters, nowMs: number): Promise<Uint8Array> {
  const { kid } = header;
  if (typeof kid !== 'string') throw new UnknownKeyId();
  const key = await keys.verificationKey(kid, nowMs);
  if (key === undefined) throw new UnknownKeyId();
  return key.secret;
}

function readClaims(payload: JWTPayload): Result<AccessTokenClaims, AccessTokenRefusal> {
  const identity = readClientId(String(payload.sub));
  if (identity === undefined || typeof payload['scope'] !== 'string') return fail('malformed_claims');
  const scopes = payload['scope'].split(' ').filter(isScope);
  const secretId = payload['secret_id'];
  return succeed(typeof secretId === 'string' ? { identity, scopes, secretId } : { identity, scopes });
}

/** Returns the token's defect for an error of jose. Any other error is internal and is rethrown. */
function tokenErrorOf(error: unknown): AccessTokenRefusal {
  if (error instanceof UnknownKeyId) return 'unknown_key';
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return claimError(error);
  if (error instanceof errors.JOSEAlgNotAllowed) return 'wrong_algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad_signature';
  if (error instanceof errors.JOSEError) return 'malformed';
  throw error;
}

function claimError({ claim, reason }: errors.JWTClaimValidationFailed): AccessTokenRefusal {
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
