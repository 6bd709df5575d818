/**
 * The question that a browser was asked before its person signed in: kept in a cookie of that browser, so that the click on the link of the letter
 * leads back to it. It is a question, not a right: whatever comes back is read and judged like any other.
 */

/** Of this host alone, unseen by scripts, not sent along by other sites' forms. */
export const PENDING_COOKIE = '__Host-authorization';
/** The page that it leads back to. */
export const CONTINUE_PATH = '/v1/oauth/authorize/continue';
/** A letter may take its time, and its link holds for 15 minutes. */
const PENDING_SECONDS = 30 * 60;

/** @param query as `writeAuthorizationQuery` gives it: of characters that a cookie may hold; empty: the cookie goes */
export function pendingCookie(query: string): string {
  const age = query === '' ? 0 : PENDING_SECONDS;
  return `${PENDING_COOKIE}=${query}; Path=/; Max-Age=${age}; Secure; HttpOnly; SameSite=Lax`;
}

/** The query of a cookie; undefined for what no cookie of ours holds. */
export function pendingQuery(cookie: string | undefined): string | undefined {
  return cookie?.match(/^[A-Za-z0-9._~*+%=&-]{1,4000}$/)?.[0];
}
