/**
 * Proves that a consent comes from the service's consent page. The token is derived from the session's secret, which no
 * page can read, and from the request and account. A consent from another browser, session, request or account is
 * therefore rejected.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionCookie } from '../people/session.ts';
import { writeAuthorizationQuery } from './authorization-request.ts';
import type { AuthorizationRequest } from './oauth-client.ts';

export function consentToken(
  { secret }: Pick<SessionCookie, 'secret'>,
  request: AuthorizationRequest,
  accountId: string,
): string {
  const question = JSON.stringify([writeAuthorizationQuery(request), accountId]);
  return createHmac('sha256', secret).update(question).digest('base64url');
}

/** Compares in constant time. @param given any text from the form */
export function isConsentToken(wanted: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(wanted), digest(given));
}
