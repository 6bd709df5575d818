/**
 * What an assistant is called in the list of connected assistants: the name and major version that it gives of itself. Untrusted text, cleaned
 * until it can be in a table, a log and a key.
 */
import { normalizeText } from '../normalize-text.ts';

/** The name of assistants that say nothing usable about themselves. */
const UNKNOWN_ASSISTANT = 'unknown';
/** The name under which a key's further assistants are counted when it has too many. */
export const OTHER_ASSISTANTS = 'other';

const MAX_NAME_CHARACTERS = 64;
/** Characters after these are not read: a body may contain megabytes of name. */
const READ_CHARACTERS = 512;

/** What a client says of itself: any JSON may be there. */
export interface SelfDescription {
  readonly name?: unknown;
  readonly version?: unknown;
}

/** What a User-Agent alone is called. */
export function programName(userAgent: string | undefined): string {
  return fromUserAgent(userAgent) ?? UNKNOWN_ASSISTANT;
}

/** What a program of the HTTP API is called: by its User-Agent, which is all that it says of itself. */
export function apiClientName(userAgent: string | undefined): string {
  return `HTTP API (${programName(userAgent)})`;
}

/** `claude-desktop 1` from clientInfo `{ name: "claude-desktop", version: "1.4.2" }`, or else from a User-Agent `claude-desktop/1.4.2 (…)`. */
export function assistantName(clientInfo: SelfDescription | undefined, userAgent: string | undefined): string {
  return fromClientInfo(clientInfo) ?? programName(userAgent);
}

function fromClientInfo(clientInfo: SelfDescription | undefined): string | undefined {
  return typeof clientInfo?.name === 'string' ? joinName(clientInfo.name, clientInfo.version) : undefined;
}

function fromUserAgent(userAgent: string | undefined): string | undefined {
  const product = userAgent?.trim().split(/\s/, 1)[0];
  if (product === undefined) return undefined;
  const slash = product.indexOf('/');
  return slash < 0 ? joinName(product, undefined) : joinName(product.slice(0, slash), product.slice(slash + 1));
}

/** Undefined when nothing usable is left of the name. */
function joinName(name: string, version: unknown): string | undefined {
  const major = typeof version === 'string' ? /^\s*v?(\d{1,6})(?!\d)/.exec(version)?.[1] : undefined;
  const suffix = major === undefined ? '' : ` ${major}`;
  const clean = cleanName(name)
    .slice(0, MAX_NAME_CHARACTERS - suffix.length)
    .trimEnd();
  return clean === '' ? undefined : `${clean}${suffix}`;
}

/** Printable ASCII without quotes and angle brackets; `#` separates the parts of keys. */
function cleanName(name: string): string {
  return normalizeText(name.slice(0, READ_CHARACTERS), 'NFKC')
    .replaceAll(/[^\x20-\x7e]|["'`<>\\#]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
