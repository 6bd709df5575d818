/**
 * Sends one request to an external server: only to permitted addresses, without redirects or compression. It never
 * reads more bytes than allowed. The caller interprets the answer.
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
}

interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a POST. */
  readonly body?: string;
}

export interface GuardedBytes {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** Empty if nothing was to be read. */
  readonly body: Buffer;
}

interface GuardedAnswer extends Omit<GuardedBytes, 'body'> {
  /** Empty unless the status is 200: other answers are not read. */
  readonly body: string;
}

/** The answer is larger than its limit; the rest was not read. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';

  constructor(maxBytes: number) {
    super(`The answer is larger than ${maxBytes} bytes`);
  }
}

/** The answer is compressed although compression was not requested. */
export class CompressedAnswerError extends Error {
  override readonly name = 'CompressedAnswerError';

  constructor() {
    super('The answer is compressed, which was not asked for');
  }
}

/**
 * Returns the text of an answer with the status 200.
 * @throws {ForbiddenAddressError | AnswerTooLargeError | CompressedAnswerError} and what the connection, the signal or
 * the decoder throws
 */
export async function sendGuarded(
  settings: GuardSettings & { readonly maxBytes: number },
  url: URL,
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  const maxBytes = (status: number) => (status === 200 ? settings.maxBytes : 0);
  const answer = await exchangeGuarded(settings, url, { ...request, maxBytes }, signal);
  return { ...answer, body: new TextDecoder('utf-8', { fatal: true }).decode(answer.body) };
}

/**
 * Returns the bytes of an answer of any status.
 * @param sent.maxBytes how many bytes of an answer with this status may be read; with 0 the answer is not read
 * @throws as `sendGuarded`, except for the decoder
 */
export async function exchangeGuarded(
  { request, lookup, isAllowed }: GuardSettings,
  url: URL,
  { method, headers, body, maxBytes }: GuardedRequest & { readonly maxBytes: (status: number) => number },
  signal: AbortSignal,
): Promise<GuardedBytes> {
  // An address instead of a name is connected to without a lookup.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw new ForbiddenAddressError();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // Without compression, a bound on the bytes read bounds the content. Without an agent, each request has a new
    // connection: a pooled one skips the lookup.
    const allHeaders = { ...headers, 'accept-encoding': 'identity' };
    const options = { method, headers: allHeaders, lookup, signal, agent: false } satisfies RequestOptions;
    const sent = request(url, options, resolve);
    sent.once('error', reject);
    sent.end(body);
  });
  const status = response.statusCode ?? 0;
  const most = maxBytes(status);
  if (most === 0) response.destroy();
  const read = most === 0 ? Buffer.alloc(0) : await readBounded(response, most);
  return { status, headers: response.headers, body: read };
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    response.destroy();
    throw new CompressedAnswerError();
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the connection.
    if (bytes > maxBytes) throw new AnswerTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
