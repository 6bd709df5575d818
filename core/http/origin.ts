/** The check of the `Origin` header (docs/reference/behavior.md#authentication): protection against DNS rebinding. */

/**
 * Whether the request may come from there. Programs send no Origin and are welcome; a browser's must be an allowed one to the letter
 * (scheme, host and port; browsers write them in one way), and `null` is never allowed.
 */
export function isOriginAllowed(origin: string | undefined, allowedOrigins: readonly string[]): boolean {
  return origin === undefined || (origin !== 'null' && allowedOrigins.includes(origin));
}
