/**
 * Calls the deployed service as customers do: an assistant with a key, and a person in a browser who signs in by an
 * emailed link.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as z from 'zod';

export interface Key {
  readonly id: string;
  readonly secret: string;
}

const usageSchema = z.object({ tokens_billed: z.number(), tokens_used_this_period: z.number() });

interface Assistant {
  call(
    tool: string,
    args: Record<string, unknown>,
  ): Promise<{ structured: Record<string, unknown>; usage: z.infer<typeof usageSchema>; requestId: string }>;
  tools(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The official client of the Model Context Protocol. */
export async function connectAssistant(url: string, { id, secret }: Key): Promise<Assistant> {
  const client = new Client({ name: 'emulated-deploy', version: '1.0.0' });
  let requestId = '';
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${id}:${secret}` } },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      requestId = response.headers.get('x-request-id') ?? requestId;
      return response;
    },
  });
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      const structured = (result.structuredContent ?? {}) as Record<string, unknown>;
      return { structured, usage: usageSchema.parse(result._meta?.['com.service/usage']), requestId };
    },
    close: () => client.close(),
  };
}

interface Person {
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Record<string, unknown>>;
  putPart(path: string, bytes: Buffer): Promise<void>;
}

const messagesSchema = z.object({
  messages: z.record(
    z.string(),
    z.array(z.object({ To: z.array(z.string()), BodyText: z.string().nullish(), Timestamp: z.number() })),
  ),
});

/** Requests a link, takes it from the emulator's outbox, signs in, and accepts the first invitation. */
export async function signIn(url: string, engineUrl: string, email: string): Promise<Person> {
  const headers: Record<string, string> = { origin: url, 'sec-fetch-site': 'same-origin' };
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, body?: string | Buffer, type = 'application/json') => {
    const response = await fetch(`${url}/dashboard/api${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    if (cookies.size > 0) headers['cookie'] = [...cookies.values()].join('; ');
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    const answer = text === '' ? {} : (JSON.parse(text) as { data?: Record<string, unknown> });
    const data = answer.data ?? {};
    if (typeof data['csrf_token'] === 'string') headers['x-csrf-token'] = data['csrf_token'];
    return data;
  };
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body));
  const since = Date.now() / 1_000 - 1;
  await call('POST', '/sign-in-link', { email });
  const token = await until('the sign-in link', () => linkToken(engineUrl, email, since));
  await call('POST', '/sign-in', { token });
  const { invitations } = await call('GET', '/invitations');
  const [first] = z.array(z.object({ account_id: z.string() })).parse(invitations ?? []);
  if (first !== undefined) await call('POST', '/invitations/accept', { account_id: first.account_id });
  await call('GET', '/overview');
  return { call, putPart: async (path, bytes) => void (await send('POST', path, bytes, 'application/octet-stream')) };
}

async function linkToken(engineUrl: string, email: string, since: number): Promise<string | undefined> {
  const { messages } = messagesSchema.parse(await (await fetch(`${engineUrl}/_ministack/ses/messages`)).json());
  return Object.values(messages)
    .flat()
    .filter(({ To, Timestamp }) => To.includes(email) && Timestamp >= since)
    .map(({ BodyText }) => /\/sign-in#([\w.-]{20,})/.exec(BodyText ?? '')?.[1])
    .find((token) => token !== undefined);
}

/** Asks once a second. @throws {Error} after two minutes */
export async function until<Value>(what: string, ask: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 120; tries += 1) {
    const value = await ask();
    if (value !== undefined) return value;
    await sleep(1_000);
  }
  throw new Error(`Waited two minutes for ${what}.`);
}
