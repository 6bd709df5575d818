/**
 * Reads a running service as a directory's crawler and reviewer would: its public pages and documents, and two tools
 * with a key.
 */
import * as z from 'zod';

const TIMEOUT_MS = 15_000;

export interface ReadPage {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

export interface ServiceKey {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ReadService {
  readonly baseUrl: string;
  /** Follows redirects. Undefined if nothing answered. */
  readonly page: (path: string) => Promise<ReadPage | undefined>;
  /** Calls a method of MCP. Undefined for every answer but a result. */
  readonly result: (key: ServiceKey, method: string, params?: object) => Promise<unknown>;
}

const answerSchema = z.object({ result: z.unknown() });

export function readService(baseUrl: string): ReadService {
  const ask = async (address: string, init: RequestInit = {}): Promise<ReadPage | undefined> => {
    try {
      const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const type = response.headers.get('content-type') ?? '';
      return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) };
    } catch {
      return undefined;
    }
  };
  return {
    baseUrl,
    page: (path) => ask(new URL(path, baseUrl).href),
    async result({ clientId, clientSecret }, method, params = {}) {
      const headers = { authorization: `Bearer ${clientId}:${clientSecret}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const answer = await ask(`${baseUrl}/mcp`, { method: 'POST', headers, body });
      return answer?.status === 200 ? answerSchema.safeParse(jsonOf(answer)).data?.result : undefined;
    },
  };
}

/** Returns undefined for a body that is not JSON. */
export function jsonOf({ body }: ReadPage): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
