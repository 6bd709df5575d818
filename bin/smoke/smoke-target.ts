/** Calls a service in either MCP version, reads the response, and reports differences from the expected values. */
import * as z from 'zod';

export interface SmokeTarget {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export type Era = '2026-07-28' | '2025-11-25';
export const ERAS: readonly Era[] = ['2026-07-28', '2025-11-25'];

export const PATIENCE_MS = 20_000;

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
  { baseUrl }: SmokeTarget,
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
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE_MS),
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

export async function getDocument({ baseUrl }: SmokeTarget, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${baseUrl}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  expectEqual(`the status of ${path}`, response.status, 200);
  return z.looseObject({}).parse(await readJson(response));
}

export async function askForToken(target: SmokeTarget, scope: string): Promise<string> {
  const response = await fetch(`${target.baseUrl}/v1/oauth/token`, {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE_MS),
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
