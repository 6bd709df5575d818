/**
 * The `form-action` source of a redirect URI: Chromium applies that directive to the redirect that follows the form too, so the consent page's
 * policy names this request's address in addition to its own.
 */

/** Content Security Policy knows no IPv6 hosts, and of apps' schemes no hosts: there the scheme is used. @param redirectUri a usable one */
export function formActionSource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}
