/**
 * Returns the `form-action` source of a redirect URI. Chromium also applies that directive to the redirect after the
 * form, so the consent page's policy must allow the request's redirect URI.
 */

/**
 * Content Security Policy supports neither IPv6 hosts nor hosts of apps' schemes; for these the scheme is used.
 * @param redirectUri a usable one
 */
export function formActionSource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}
