/**
 * Decides which headers a page of an allowed origin may send and read (Fetch standard, CORS protocol). The gateway adds
 * none.
 */

const EXPOSED_HEADERS = 'WWW-Authenticate, X-Request-Id, Retry-After, Mcp-Session-Id, MCP-Protocol-Version';
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID';
const PREFLIGHT_SECONDS = 7200;

/**
 * For every response to a page of this origin, including refusals.
 * @param more headers of the route that the page may read
 */
export function corsHeaders(origin: string, more: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': [EXPOSED_HEADERS, ...more].join(', '),
  };
}

/** For documents that pages of any origin may read, because no credential changes them. */
export const ANYONE_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' } as const;

export function preflightToAnyone(allowedMethods: string): Readonly<Record<string, string>> {
  return { ...preflightHeaders(allowedMethods), 'access-control-allow-headers': 'Content-Type, If-None-Match' };
}

/** @param more headers of the route that the page may send */
export function preflightHeaders(
  allowedMethods: string,
  more: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': [ALLOWED_HEADERS, ...more].join(', '),
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  };
}
