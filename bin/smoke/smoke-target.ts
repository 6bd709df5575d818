/** Calls a service in either MCP version, reads the response, and reports differences from the expected values. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';

export interface SmokeTarget {
  /** Where requests are sent, without a trailing slash. */
  readonly url: string;
  /** The URL that the service's documents and challenges name: another one until the host points to the service. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export type Era = '2026-07-28' | '2025-11-25';
export const ERAS: readonly Era[] = ['2026-07-28', '2025-11-25'];

const PATIENCE_MS = 20_000;
/** A key's or an address's minute is over by then. */
const LONGEST_WAIT_SECONDS = 90;
const MAX_WAITS = 2;

/**
 * Sends one request; a 429 that says when to come back is no fault of the service, so it is waited for.
 * @throws {Error} when nothing answers in time, or the limit stays used up
 */
export async function request(url: string, init: RequestInit = {}): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (response.status !== 429 || !(seconds >= 0 && seconds <= LONGEST_WAIT_SECONDS)) return response;
    if (waits === MAX_WAITS)
      throw new Error('The limit of requests a minute stays used up: somebody else uses this key or address.');
    await response.body?.cancel();
    process.stderr.write(`The requests of this minute are used up: continuing in ${seconds} s.\n`);
    await sleep(seconds * 1_000);
  }
}

const answerSchema = z.object({
  id: z.unknown().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number() }).optional(),
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly result: Record<string, unknown> | undefined;
  readonly errorCode: number | undefined;
}

/** @param authorization the whole header; undefined sends none */
export async function sendMessage(
  { url }: SmokeTarget,
  era: Era,
  method: string,
  params: Record<string, unknown>,
  authorization: string | undefined,
): Promise<Answer> {
  const modern = era === '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'smoke', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await request(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      ...(modern && { 'mcp-method': method }),
      ...(modern && typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
      ...(authorization !== undefined && { authorization }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: modern ? { ...params, _meta: meta } : params }),
  });
  const body = answerSchema.safeParse(await readJson(response));
  if (!body.success) throw new Error(`${method} returned status ${response.status} with a body that is not JSON-RPC.`);
  return {
    status: response.status,
    headers: response.headers,
    result: body.data.result,
    errorCode: body.data.error?.code,
  };
}

export async function getDocument({ url }: SmokeTarget, path: string): Promise<Record<string, unknown>> {
  const response = await request(`${url}${path}`);
  expectEqual(`the status of ${path}`, response.status, 200);
  return z.looseObject({}).parse(await readJson(response));
}

export async function askForToken(target: SmokeTarget, scope: string): Promise<string> {
  const response = await request(`${target.url}/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: target.clientId,
      client_secret: target.clientSecret,
      scope,
    }),
  });
  expectEqual('the status of the token endpoint', response.status, 200);
  return z.object({ access_token: z.string().min(1) }).parse(await readJson(response)).access_token;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new Error(`The response with status ${response.status} is not JSON: it did not come from the service.`);
  }
}

export function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found) ?? 'nothing', JSON.stringify(expected)];
  if (a !== b) throw new Error(`Expected ${what} to be ${b}, found ${a.slice(0, 120)}.`);
}
