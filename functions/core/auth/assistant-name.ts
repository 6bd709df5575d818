/**
 * What an assistant is called in the list of connected assistants: the name and major version that it gives of itself. Untrusted text, cleaned
 * until it can stand in a table, a log and a key.
 */

/** The name of assistants that say nothing usable about themselves. */
const UNKNOWN_ASSISTANT = 'unknown';
/** The name under which a key's further assistants are counted when it has too many. */
export const OTHER_ASSISTANTS = 'other';

const MAX_NAME_CHARACTERS = 64;

export interface ClientInfo {
  readonly name?: unknown;
  readonly version?: unknown;
}

/** `claude-desktop 1` from clientInfo `{ name: "claude-desktop", version: "1.4.2" }`, or else from a User-Agent `claude-desktop/1.4.2 (…)`. */
export function assistantName(clientInfo: ClientInfo | undefined, userAgent: string | undefined): string {
  const named = fromClientInfo(clientInfo) ?? fromUserAgent(userAgent);
  return named === undefined || named === '' ? UNKNOWN_ASSISTANT : named;
}

function fromClientInfo(clientInfo: ClientInfo | undefined): string | undefined {
  if (typeof clientInfo?.name !== 'string') return undefined;
  return joinName(clientInfo.name, typeof clientInfo.version === 'string' ? clientInfo.version : '') || undefined;
}

function fromUserAgent(userAgent: string | undefined): string | undefined {
  const product = (userAgent ?? '').slice(0, 512).trim().split(/\s/, 1)[0] ?? '';
  const slash = product.indexOf('/');
  return slash < 0 ? joinName(product, '') : joinName(product.slice(0, slash), product.slice(slash + 1));
}

function joinName(name: string, version: string): string {
  const major = /^v?(\d{1,6})(?![\d])/.exec(version.slice(0, 16).trim())?.[1];
  const suffix = major === undefined ? '' : ` ${major}`;
  const clean = cleanName(name)
    .slice(0, MAX_NAME_CHARACTERS - suffix.length)
    .trim();
  return clean === '' ? '' : `${clean}${suffix}`;
}

/** Printable ASCII without quotes and angle brackets; `#` separates the parts of keys. */
function cleanName(name: string): string {
  return name
    .slice(0, 512)
    .normalize('NFKC')
    .replaceAll(/[^\x20-\x7e]|["'`<>\\#]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
