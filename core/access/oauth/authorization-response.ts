/**
 * Writes the response of the authorization endpoint: parameters added to the client's redirect URI, always with the
 * issuer (RFC 9207).
 */
import type { AuthorizationRequest } from './oauth-client.ts';

/** RFC 6749 section 4.1.2.1, RFC 8707 section 2. */
export type AuthorizationErrorCode =
  | 'invalid_request'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'temporarily_unavailable';

type Addressee = Pick<AuthorizationRequest, 'redirectUri' | 'state'>;

/** Returns the redirect with a code. @param issuer the base URL, as the metadata names it */
export function codeLocation(to: Addressee, code: string, issuer: string): string {
  return withParameters(to, { code }, issuer);
}

export function errorLocation(to: Addressee, error: AuthorizationErrorCode, issuer: string): string {
  return withParameters(to, { error }, issuer);
}

/** Returns the redirect after the person refuses. */
export function denyConsent(request: AuthorizationRequest, issuer: string): string {
  return errorLocation(request, 'access_denied', issuer);
}

/** Appends the parameters to the URI's text, which otherwise stays as the client wrote it, including its query. */
function withParameters(
  { redirectUri, state }: Addressee,
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const added = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added.toString()}`;
}
