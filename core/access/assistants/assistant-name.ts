/**
 * Derives an assistant's display name from the name and version that it reports. The text is untrusted and is cleaned
 * for use in tables, logs and row keys.
 */
import { normalizeText } from '../../normalize-text.ts';

/** The name of assistants that report no usable name. */
const UNKNOWN_ASSISTANT = 'unknown';
/** Counts the assistants beyond a key's limit together. */
export const OTHER_ASSISTANTS = 'other';

const MAX_NAME_CHARACTERS = 64;
/** Limits the work on a name that may be megabytes long. */
const READ_CHARACTERS = 512;

/** The `clientInfo` of a client; its values may be any JSON. */
export interface SelfDescription {
  readonly name?: unknown;
  readonly version?: unknown;
}

export function programName(userAgent: string | undefined): string {
  return fromUserAgent(userAgent) ?? UNKNOWN_ASSISTANT;
}

/** Returns the name of an HTTP API client, which has only a User-Agent. */
export function apiClientName(userAgent: string | undefined): string {
  return `HTTP API (${programName(userAgent)})`;
}

/**
 * Returns `claude-desktop 1` for clientInfo `{ name: "claude-desktop", version: "1.4.2" }`, or else for
 * `claude-desktop/1.4.2 (…)`.
 */
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

/** Returns undefined if the cleaned name is empty. */
function joinName(name: string, version: unknown): string | undefined {
  const major = typeof version === 'string' ? /^\s*v?(\d{1,6})(?!\d)/.exec(version)?.[1] : undefined;
  const suffix = major === undefined ? '' : ` ${major}`;
  const clean = cleanName(name)
    .slice(0, MAX_NAME_CHARACTERS - suffix.length)
    .trimEnd();
  return clean === '' ? undefined : `${clean}${suffix}`;
}

/** What `cleanName` leaves as it is, as nearly all names are: only faster. */
const CLEAN_NAME = /^[\w./:-]{1,64}$/;

/** Keeps printable ASCII except quotes, angle brackets, backslashes and `#`, which separates the parts of row keys. */
function cleanName(name: string): string {
  if (CLEAN_NAME.test(name)) return name;
  return normalizeText(name.slice(0, READ_CHARACTERS), 'NFKC')
    .replaceAll(/[^\x20-\x7e]|["'`<>\\#]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
