/**
 * Decides which redirect URIs an OAuth client may register, and whether a request's URI is registered. They are
 * compared exactly (RFC 9700 section 4.1). Only the port of a loopback address may differ, because a local program uses
 * the port it is given (RFC 8252 section 7.3).
 */

const MAX_CHARACTERS = 1_000;
/** The characters of a URI (RFC 3986) except `#`, because the response must not end up in a fragment. */
const URI_CHARACTERS = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
/** Includes `localhost`, because most local assistants use it. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/;
/**
 * Schemes of desktop assistants that are not domains. Others must be domains, because a scheme such as `ms-msdt` starts
 * system programs.
 */
const KNOWN_SCHEMES: ReadonlySet<string> = new Set([
  'cursor',
  'vscode',
  'vscode-insiders',
  'windsurf',
  'zed',
  'claude',
]);
/** A reversed domain name (RFC 8252 section 7.1). */
const DOMAIN_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/;

/**
 * A DNS host or an IPv6 address. URL parsers also accept `;`, `,` and `*`, which have a meaning in the consent page's
 * content security policy.
 */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/;

/** Returns whether a client may register the URI: https, a loopback address, or an app's scheme. */
export function isUsableRedirectUri(uri: string): boolean {
  if (uri.length > MAX_CHARACTERS || !URI_CHARACTERS.test(uri) || !URL.canParse(uri)) return false;
  if (isLoopbackRedirectUri(uri)) return true;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return HOST.test(hostname) && uri.startsWith('https://');
  const scheme = protocol.slice(0, -1);
  return uri.startsWith(protocol) && (KNOWN_SCHEMES.has(scheme) || DOMAIN_SCHEME.test(scheme));
}

/** Returns whether the URI leads to the machine of the person's browser. */
export function isLoopbackRedirectUri(uri: string): boolean {
  return LOOPBACK.test(uri) && URL.canParse(uri);
}

/** Returns whether the client registered the request's URI. */
export function isRegisteredRedirectUri(uri: string, registered: readonly string[]): boolean {
  if (!isUsableRedirectUri(uri)) return false;
  const wanted = withoutLoopbackPort(uri);
  return registered.some((one) => one === uri || (wanted !== undefined && withoutLoopbackPort(one) === wanted));
}

/** Returns undefined unless it is a loopback address. */
function withoutLoopbackPort(uri: string): string | undefined {
  const match = LOOPBACK.exec(uri);
  return match === null ? undefined : `http://${match[1]}${match[2]}`;
}
