/** Checks the `Origin` header (docs/reference/behavior.md#authentication) to prevent DNS rebinding. */

/**
 * Returns whether the origin is allowed. Programs send no Origin and are accepted. A browser's must equal an allowed
 * one exactly (scheme, host and port), and `null` is never allowed.
 */
export function isOriginAllowed(origin: string | undefined, allowedOrigins: readonly string[]): boolean {
  return origin === undefined || (origin !== 'null' && allowedOrigins.includes(origin));
}
