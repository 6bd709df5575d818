/**
 * Defines why the token endpoint refuses a request, and writes both codes of the error: that of RFC 6749 section 5.2 or
 * RFC 8707, and that of core/errors.ts.
 */
import type { ServiceError } from '../../errors.ts';
import { authRefusalError, type AuthRefusal } from './auth-refusal.ts';

export type TokenRefusal =
  | { readonly kind: 'unsupported_media_type' }
  | { readonly kind: 'body_too_large' }
  | { readonly kind: 'malformed_body'; readonly problem: string }
  | { readonly kind: 'missing_parameter'; readonly field: string }
  | { readonly kind: 'repeated_parameter'; readonly field: string }
  | { readonly kind: 'no_client_credentials' }
  | { readonly kind: 'malformed_client_credentials' }
  | { readonly kind: 'two_client_credentials' }
  /** An assistant that signs a member in sent a secret; such clients have none. */
  | { readonly kind: 'secret_of_public_client' }
  | { readonly kind: 'client_refused'; readonly refusal: AuthRefusal }
  | { readonly kind: 'unsupported_grant_type'; readonly signIn?: true }
  /** A code, a refresh token or one of its parameters is wrong. Only the log contains the cause. */
  | { readonly kind: 'invalid_grant'; readonly cause: InvalidGrantCause }
  | { readonly kind: 'unsupported_token_type' }
  | { readonly kind: 'unknown_scope' }
  | { readonly kind: 'no_scope_held' }
  | { readonly kind: 'foreign_resource' };

export type InvalidGrantCause =
  /** Never existed, or was deleted long ago. */
  | 'unknown_grant'
  | 'code_used_before'
  | 'code_expired'
  | 'other_client'
  | 'wrong_verifier'
  | 'other_redirect_uri'
  | 'grant_ended'
  | 'refresh_token_replayed';

export interface TokenError {
  readonly status: number;
  /** The `error` of RFC 6749. */
  readonly oauthError: string;
  readonly error: ServiceError;
}

export function toTokenError(refusal: TokenRefusal): TokenError {
  switch (refusal.kind) {
    case 'unsupported_media_type':
      return badRequest(415, 'Send the parameters as application/x-www-form-urlencoded or application/json.');
    case 'body_too_large':
      return badRequest(413, 'The request is larger than 64 KB.');
    case 'malformed_body':
      return badRequest(400, refusal.problem);
    case 'missing_parameter':
      return invalid(
        'invalid_request',
        'missing_parameter',
        `The parameter ${refusal.field} is missing.`,
        refusal.field,
      );
    case 'repeated_parameter':
      return invalid('invalid_request', 'invalid_parameter', `Send ${refusal.field} once.`, refusal.field);
    case 'no_client_credentials':
      return invalidClient(
        'Send the client id and the client secret, in a Basic header or as client_id and client_secret.',
      );
    case 'malformed_client_credentials':
      return invalidClient('The Authorization header is malformed. Send the client id and the client secret as Basic.');
    case 'two_client_credentials':
      return invalid(
        'invalid_request',
        'invalid_parameter',
        'Send the credentials in the header or in the body, not in both.',
      );
    case 'secret_of_public_client':
      return invalidClient('Assistants have no secret. Send only the client_id.');
    case 'client_refused':
      return toClientError(refusal.refusal);
    case 'unsupported_grant_type':
      return invalid(
        'unsupported_grant_type',
        'invalid_parameter',
        refusal.signIn === true
          ? 'The grant_type must be authorization_code, refresh_token or client_credentials.'
          : 'The grant_type must be client_credentials.',
        'grant_type',
      );
    case 'invalid_grant':
      return invalid(
        'invalid_grant',
        'invalid_parameter',
        'The code or refresh token does not hold, or not for this client and redirect URI. Sign in again.',
      );
    case 'unsupported_token_type':
      return invalid(
        'unsupported_token_type',
        'invalid_parameter',
        'Tokens of a key end with its secret: rotate or revoke the key.',
        'token',
      );
    case 'unknown_scope':
      return invalid('invalid_scope', 'invalid_parameter', 'The scope names one that does not exist.', 'scope');
    case 'no_scope_held':
      return invalid('invalid_scope', 'invalid_parameter', 'The key holds none of the scopes asked for.', 'scope');
    case 'foreign_resource':
      return invalid(
        'invalid_target',
        'invalid_parameter',
        'The resource must be the MCP address of this server.',
        'resource',
      );
  }
}

/** An inactive account gets 403, as on every route (docs/reference/behavior.md#state-of-an-account). */
function toClientError(refusal: AuthRefusal): TokenError {
  const error = authRefusalError(refusal);
  return refusal.kind === 'account_not_active'
    ? { status: 403, oauthError: 'unauthorized_client', error }
    : { status: 401, oauthError: 'invalid_client', error };
}

function badRequest(status: number, message: string): TokenError {
  return { status, oauthError: 'invalid_request', error: { code: 'bad_request', message } };
}

function invalidClient(message: string): TokenError {
  return { status: 401, oauthError: 'invalid_client', error: { code: 'unauthorized', message } };
}

function invalid(
  oauthError: string,
  code: 'missing_parameter' | 'invalid_parameter',
  message: string,
  field?: string,
): TokenError {
  return { status: 400, oauthError, error: { code, message, ...(field === undefined ? {} : { field }) } };
}
