/**
 * The authorization request of a browser whose person is not signed in yet. A cookie of that browser keeps it, so that the link in the email
 * leads back to it. It grants nothing: the request is read and checked like any other.
 */

/** For this host only, hidden from scripts, not sent with other sites' forms. */
export const PENDING_COOKIE = '__Host-authorization';
/** The page that it leads back to. */
export const CONTINUE_PATH = '/v1/oauth/authorize/continue';
/** An email may take a while, and its link is valid for 15 minutes. */
const PENDING_SECONDS = 30 * 60;

/** @param query as `writeAuthorizationQuery` gives it: of characters that a cookie may contain; an empty one deletes the cookie */
export function pendingCookie(query: string): string {
  const age = query === '' ? 0 : PENDING_SECONDS;
  return `${PENDING_COOKIE}=${query}; Path=/; Max-Age=${age}; Secure; HttpOnly; SameSite=Lax`;
}

/** The query of a cookie; undefined for a value that the service never writes. */
export function pendingQuery(cookie: string | undefined): string | undefined {
  return cookie?.match(/^[A-Za-z0-9._~*+%=&-]{1,4000}$/)?.[0];
}
