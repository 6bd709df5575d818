/**
 * Keeps an authorization request in a cookie while the person signs in, so that the link in the email leads back to it.
 * The cookie grants nothing, because the request is read and checked like any other.
 */

/** Valid for this host only, hidden from scripts, and not sent with other sites' forms. */
export const PENDING_COOKIE = '__Host-authorization';
/** The page that continues the request. */
export const CONTINUE_PATH = '/v1/oauth/authorize/continue';
/** Long enough for a late email and its link, which is valid for 15 minutes. */
const PENDING_SECONDS = 30 * 60;

/**
 * @param query from `writeAuthorizationQuery`, which uses only characters that a cookie may contain; an empty one
 * deletes the cookie
 */
export function pendingCookie(query: string): string {
  const age = query === '' ? 0 : PENDING_SECONDS;
  return `${PENDING_COOKIE}=${query}; Path=/; Max-Age=${age}; Secure; HttpOnly; SameSite=Lax`;
}

/** Returns the cookie's query, or undefined for a value that the service never writes. */
export function pendingQuery(cookie: string | undefined): string | undefined {
  return cookie?.match(/^[A-Za-z0-9._~*+%=&-]{1,4000}$/)?.[0];
}
