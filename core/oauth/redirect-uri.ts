/**
 * Redirect URIs: which an OAuth client may name at all, and whether the one of a request is one of its own. Compared to the letter (RFC 9700
 * section 4.1); only the port of a loopback address may differ, because a program on a person's machine takes the port that it gets (RFC 8252 section 7.3).
 */

const MAX_CHARACTERS = 1_000;
/** The characters of a URI (RFC 3986) except `#`: an answer must not end up in a fragment. */
const URI_CHARACTERS = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
/** `localhost` in addition to the two addresses: most local assistants use it. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/;
/** Desktop assistants with a scheme that is not a domain. All others need a domain: a scheme such as `ms-msdt` starts programs of the system. */
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

/** A host of DNS, or an IPv6 address. URL parsers also accept `;`, `,` and `*`, which have a meaning in the content policy of the page that names the host. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/;

/** Whether a client may register the URI: https, a loopback address, or a scheme of its own. */
export function isUsableRedirectUri(uri: string): boolean {
  if (uri.length > MAX_CHARACTERS || !URI_CHARACTERS.test(uri) || !URL.canParse(uri)) return false;
  if (isLoopbackRedirectUri(uri)) return true;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return HOST.test(hostname) && uri.startsWith('https://');
  const scheme = protocol.slice(0, -1);
  return uri.startsWith(protocol) && (KNOWN_SCHEMES.has(scheme) || DOMAIN_SCHEME.test(scheme));
}

/** Whether the URI leads to the machine of the person's browser. */
export function isLoopbackRedirectUri(uri: string): boolean {
  return LOOPBACK.test(uri) && URL.canParse(uri);
}

/** Whether the URI of a request is one that the client registered. */
export function isRegisteredRedirectUri(uri: string, registered: readonly string[]): boolean {
  if (!isUsableRedirectUri(uri)) return false;
  const wanted = withoutLoopbackPort(uri);
  return registered.some((one) => one === uri || (wanted !== undefined && withoutLoopbackPort(one) === wanted));
}

/** Undefined unless it is a loopback address. */
function withoutLoopbackPort(uri: string): string | undefined {
  const match = LOOPBACK.exec(uri);
  return match === null ? undefined : `http://${match[1]}${match[2]}`;
}
