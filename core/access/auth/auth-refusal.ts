/**
 * Describes why a caller is refused: the exact cause for the log, and a message that helps an honest client but reveals
 * to an attacker only what the attacker has proved to know.
 */
import type { AccountStatus } from '../../billing/accounts/account.ts';
import type { ServiceError } from '../../errors.ts';
import { dayOf } from '../../time.ts';

/**
 * The defects of an access token. Those before `expired` share a description, because nothing proves that the service
 * issued the token.
 */
export type AccessTokenRefusal =
  | 'malformed'
  | 'wrong_type'
  | 'wrong_algorithm'
  | 'unknown_key'
  | 'bad_signature'
  | 'expired'
  | 'not_yet_valid'
  | 'foreign_audience'
  | 'foreign_issuer'
  | 'malformed_claims';

export type InvalidCredentialsCause =
  | 'malformed_credentials'
  | 'unknown_client'
  | 'wrong_secret'
  | 'replaced_secret'
  | 'ended_key'
  | 'revoked_client'
  | 'revoked_sign_in'
  | `token_${AccessTokenRefusal}`;

export type AuthRefusal =
  | { readonly kind: 'no_credentials' }
  | {
      readonly kind: 'invalid_credentials';
      readonly cause: InvalidCredentialsCause;
      readonly form: 'key' | 'token';
      /** Of a key that has ended. */
      readonly endedAtMs?: number;
    }
  | { readonly kind: 'account_not_active'; readonly status: Exclude<AccountStatus, 'active'> };

const FRESH_TOKEN = 'Get a fresh one from POST /v1/oauth/token.';
const WRONG_PAIR = 'The client id or the client secret is wrong.';
const WRONG_TOKEN = `The access token is not valid. ${FRESH_TOKEN}`;

/** Returns the public description, in ASCII because it is also sent in a header. */
export function describeAuthRefusal(refusal: AuthRefusal): string {
  switch (refusal.kind) {
    case 'no_credentials':
      return "Send 'Authorization: Bearer <client id>:<client secret>', or an access token from POST /v1/oauth/token.";
    case 'account_not_active':
      return `The account is ${refusal.status}.`;
    case 'invalid_credentials':
      return describeCause(refusal);
  }
}

function describeCause({ cause, form, endedAtMs = 0 }: Extract<AuthRefusal, { kind: 'invalid_credentials' }>): string {
  switch (cause) {
    case 'malformed_credentials':
      return "The credentials are malformed. Send 'Bearer <client id>:<client secret>' or 'Bearer <access token>'.";
    case 'unknown_client':
    case 'wrong_secret':
      return form === 'key' ? WRONG_PAIR : WRONG_TOKEN;
    case 'replaced_secret':
      return 'This client secret was replaced by a newer one. Use the new secret.';
    case 'ended_key':
      return `This key ended on ${dayOf(endedAtMs)}. Create a new key.`;
    case 'revoked_client':
      return 'This key was revoked. Create a new key.';
    case 'revoked_sign_in':
      return 'This sign-in was ended. Sign in again.';
    case 'token_expired':
      return `The access token has expired. ${FRESH_TOKEN}`;
    case 'token_not_yet_valid':
      return 'The access token is not valid yet. Check the clock of the machine that uses it.';
    case 'token_foreign_audience':
    case 'token_foreign_issuer':
      return `The access token was not issued for this server. ${FRESH_TOKEN}`;
    case 'token_malformed':
    case 'token_wrong_type':
    case 'token_wrong_algorithm':
    case 'token_unknown_key':
    case 'token_bad_signature':
    case 'token_malformed_claims':
      return WRONG_TOKEN;
  }
}

export function authRefusalError(refusal: AuthRefusal): ServiceError {
  const code = refusal.kind === 'account_not_active' ? 'forbidden' : 'unauthorized';
  return { code, message: describeAuthRefusal(refusal) };
}
