/**
 * Reads the headers that mirror the body (MCP 2026-07-28, Streamable HTTP, "Request Metadata").
 * classify-message.ts decides whether a header is required.
 */
import type { HttpRequest } from '../../http/http-message.ts';

export const VERSION_HEADER = 'MCP-Protocol-Version';
export const METHOD_HEADER = 'Mcp-Method';
export const NAME_HEADER = 'Mcp-Name';

const IN_LOWER_CASE = {
  [VERSION_HEADER]: 'mcp-protocol-version',
  [METHOD_HEADER]: 'mcp-method',
  [NAME_HEADER]: 'mcp-name',
} as const;

export type MirrorHeader = keyof typeof IN_LOWER_CASE;
export const MIRROR_HEADERS = [VERSION_HEADER, METHOD_HEADER, NAME_HEADER] as const;

/** Returns the header as it was sent, or undefined. */
export function headerValue(request: Pick<HttpRequest, 'headers'>, name: MirrorHeader): string | undefined {
  return request.headers[IN_LOWER_CASE[name]];
}

const BASE64_SENTINEL = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;
const VISIBLE_ASCII = /^[\x20-\x7e]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the header's value, decoded if it has the base64 sentinel. Returns undefined, which matches no body, unless
 * the text is visible ASCII, the base64 strict and the bytes UTF-8.
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!VISIBLE_ASCII.test(value)) return undefined;
  if (!value.startsWith('=?base64?')) return value;
  const encoded = BASE64_SENTINEL.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
