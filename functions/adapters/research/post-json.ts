/**
 * One POST to the provider: over a connection that only goes where it may, never following a redirect, and never reading more than a bound. What
 * the answer means is decided in http-researcher.ts.
 */
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { ForbiddenAddressError } from './guarded-lookup.ts';

export type SendRequest = (
  url: URL,
  options: RequestOptions,
  onResponse: (response: IncomingMessage) => void,
) => ClientRequest;

export interface PostSettings {
  /** node:https's own `request`. */
  readonly request: SendRequest;
  readonly lookup: LookupFunction;
  readonly isAllowed: (address: string) => boolean;
  readonly maxBytes: number;
}

export interface Posted {
  readonly status: number;
  /** The header `Retry-After`, if there is one. */
  readonly retryAfter: string | undefined;
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

export async function postJson(
  settings: PostSettings,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
): Promise<Posted> {
  const { request, lookup, isAllowed } = settings;
  // An address instead of a name is connected to without a lookup.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw new ForbiddenAddressError();
  const text = JSON.stringify(body);
  const allHeaders = {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    accept: 'application/json',
    // No compression: a bound on what is read is then a bound on what it becomes.
    'accept-encoding': 'identity',
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // A connection of its own each time: a pooled one would skip the lookup.
    const options = { method: 'POST', headers: allHeaders, lookup, signal, agent: false } satisfies RequestOptions;
    const sent = request(url, options, resolve);
    sent.once('error', reject);
    sent.end(text);
  });
  const status = response.statusCode ?? 0;
  const retryAfter = response.headers['retry-after'];
  if (status !== 200) {
    response.destroy();
    return { status, retryAfter, body: '' };
  }
  return { status, retryAfter, body: await readBounded(response, settings.maxBytes) };
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
