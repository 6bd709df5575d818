/**
 * Finds the content coding of a request's body. No function decodes one (RFC 9110, section 15.5.16: answered with 415).
 */
import type { HttpRequest } from './http-message.ts';

/** The codings that clients send. Another one is client text and is named "of the body". */
const KNOWN: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress']);

/** Returns undefined for a body without a coding. */
export function contentCodingOf({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return undefined;
  return KNOWN.has(coding) ? coding : 'of the body';
}
