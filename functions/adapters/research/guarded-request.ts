/**
 * One request to somebody else's server: over a connection that only goes where it may, never following a redirect, asking for no compression, and
 * never reading more than a bound. What the answer means is its caller's.
 */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { ForbiddenAddressError } from './guarded-lookup.ts';

export type SendRequest = (
  url: URL,
  options: RequestOptions,
  onResponse: (response: IncomingMessage) => void,
) => ClientRequest;

export interface GuardSettings {
  /** node:https's own `request`. */
  readonly request: SendRequest;
  readonly lookup: LookupFunction;
  readonly isAllowed: (address: string) => boolean;
  readonly maxBytes: number;
}

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST. */
  readonly body?: string;
}

export interface GuardedAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** Empty for answers that are not 200: nothing of them is read. */
  readonly body: string;
}

/** The answer is larger than it may be; the rest of it was not read. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';

  constructor(maxBytes: number) {
    super(`The answer is larger than ${maxBytes} bytes`);
  }
}

/** @throws {ForbiddenAddressError | AnswerTooLargeError} and whatever the connection, the signal or the decoder says */
export async function sendGuarded(
  { request, lookup, isAllowed, maxBytes }: GuardSettings,
  url: URL,
  { method, headers, body }: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  // An address instead of a name is connected to without a lookup.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw new ForbiddenAddressError();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // No compression: a bound on what is read is then a bound on what it becomes. A connection of its own each time: a pooled one would skip the lookup.
    const allHeaders = { ...headers, 'accept-encoding': 'identity' };
    const options = { method, headers: allHeaders, lookup, signal, agent: false } satisfies RequestOptions;
    const sent = request(url, options, resolve);
    sent.once('error', reject);
    sent.end(body);
  });
  const status = response.statusCode ?? 0;
  const answer = { status, headers: response.headers };
  if (status === 200) return { ...answer, body: await readBounded(response, maxBytes) };
  response.destroy();
  return { ...answer, body: '' };
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the connection.
    if (bytes > maxBytes) throw new AnswerTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
