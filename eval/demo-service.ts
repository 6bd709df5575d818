/**
 * Runs the service with its demo index in a temporary folder, and offers its tools as the holder of a demo key sees
 * them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { DemoCredentials } from '../local/demo/demo-credentials.ts';
import type { DemoKeyName } from '../local/demo/demo-keys.ts';
import { generateDemoItems } from '../local/demo/generate-demo-items.ts';
import { LOCAL_FOLDER } from '../local/endpoints.ts';
import { seedDemo } from '../local/seed-demo.ts';
import { startService } from '../local/start-service.ts';
import type { ToolsOfService } from './play-task.ts';

export interface DemoService {
  readonly toolsFor: (key: DemoKeyName) => Promise<ToolsOfService>;
  readonly stop: () => Promise<void>;
}

const usage = z.object({ 'com.service/usage': z.object({ tokens_billed: z.int() }) });
/** More look-ups than the cap of the demo's capped account allows. */
const MORE_THAN_A_CAP = 60;

export async function startDemoService(): Promise<DemoService> {
  const parent = await mkdtemp(path.join(tmpdir(), 'eval-'));
  const folder = path.join(parent, LOCAL_FOLDER);
  let credentials: DemoCredentials | undefined;
  const service = await startService({
    folder,
    fresh: false,
    port: 0,
    app: 'bin/app.ts',
    // All tasks run one after another from one address.
    context: { ipLimitPerMinute: '100000' },
    seed: async (stores) => {
      credentials = await seedDemo(folder, stores, { month: false, onProgress: () => undefined });
    },
    onProgress: () => undefined,
    onFunctionError: (name, brief) => console.error(`[${name}] ${brief}`),
  });
  if (credentials === undefined) throw new Error('The demo data were not loaded.');
  const opened = credentials;
  const clients = new Map<DemoKeyName, Promise<Client>>();
  const clientOf = (key: DemoKeyName) => {
    const connected = clients.get(key) ?? connect(service.baseUrl, opened[key]);
    clients.set(key, connected);
    return connected;
  };
  return {
    toolsFor: async (key) => toolsOf(await clientOf(key)),
    stop: async () => {
      for (const client of clients.values()) await (await client).close();
      await service.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

async function connect(baseUrl: string, key: DemoCredentials[DemoKeyName]): Promise<Client> {
  const client = new Client({ name: 'eval', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${key.client_id}:${key.client_secret}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }));
  return client;
}

async function toolsOf(client: Client): Promise<ToolsOfService> {
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions() ?? '',
    tools: tools.map(({ name, description = '', inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
    async call(name, args) {
      try {
        const { content, _meta } = await client.callTool({ name, arguments: { ...args } });
        const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
        return { text, tokensBilled: usage.safeParse(_meta).data?.['com.service/usage'].tokens_billed ?? 0 };
      } catch (error) {
        // The tool does not exist, or the key may not call it. The model sees the reason, as in an assistant.
        return { text: `Error: ${error instanceof Error ? error.message : 'the call failed'}`, tokensBilled: 0 };
      }
    },
  };
}

/** Looks parts up until the service refuses. */
export async function spendCap({ call }: ToolsOfService): Promise<void> {
  const parts = generateDemoItems().filter(({ manufacturer, mpn }) => manufacturer !== null && mpn !== null);
  for (const { manufacturer, mpn } of parts.slice(0, MORE_THAN_A_CAP)) {
    const { text } = await call('lookup_part', { manufacturer, part_number: mpn });
    if (text.startsWith('spending_cap_reached')) return;
  }
  throw new Error('The key has no cap that could be spent.');
}
