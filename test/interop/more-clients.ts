/**
 * `npm run interop:more`: runs two clients that the project does not depend on against the service of `npm start`: the
 * Inspector's command line and the AI SDK's client. They are fetched into node_modules/.cache at pinned versions. The
 * exit code is 1 if one of them gets no answer.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { toolList } from '../../tools/docs/tool-entries.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { bearerKey, startRunningService } from '../support/service/running-service.ts';
import { fetchClients } from '../support/processes/fetched-clients.ts';

const run = promisify(execFile);
const expectedNames = toolList().map(({ name }) => String(name));

const CACHE = fetchClients();
const service = await startRunningService();
const authorization = bearerKey(service);
try {
  await judgeInspector();
  await judgeAiSdk();
} finally {
  await service.stop();
}
process.exit(0);

async function judgeInspector(): Promise<void> {
  const program = path.join(CACHE, 'node_modules/.bin/mcp-inspector');
  const call = async (...options: string[]) => {
    const common = [
      '--cli',
      `${service.baseUrl}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: ${authorization}`,
    ];
    const { stdout } = await run(process.execPath, [program, ...common, ...options], { timeout: 60_000 });
    return JSON.parse(stdout) as { tools?: { name: string }[]; structuredContent?: unknown };
  };
  const list = await call('--method', 'tools/list');
  demand(
    'Inspector, tools/list',
    JSON.stringify(list.tools?.map(({ name }) => name)) === JSON.stringify(expectedNames),
  );
  const item = await call('--method', 'tools/call', '--tool-name', 'get_item', '--tool-arg', `item_id=${REGULATOR.id}`);
  demand('Inspector, tools/call', JSON.stringify(item.structuredContent).includes(REGULATOR.id));
}

async function judgeAiSdk(): Promise<void> {
  const script = `
    import * as sdk from '@ai-sdk/mcp';
    const createMCPClient = sdk.createMCPClient ?? sdk.experimental_createMCPClient;
    const client = await createMCPClient({ transport: { type: 'http', url: process.argv[2], headers: { authorization: process.argv[3] } } });
    const tools = await client.tools();
    const result = await tools.get_item.execute({ item_id: process.argv[4] }, { toolCallId: '1', messages: [] });
    console.log(JSON.stringify({ names: Object.keys(tools), result }));
    await client.close();`;
  const file = path.join(CACHE, 'ai-sdk-judge.mjs');
  writeFileSync(file, script);
  const { stdout } = await run(process.execPath, [file, `${service.baseUrl}/mcp`, authorization, REGULATOR.id], {
    timeout: 60_000,
  });
  const { names, result } = JSON.parse(stdout) as { names: string[]; result: unknown };
  demand('AI SDK, tools', JSON.stringify(names) === JSON.stringify(expectedNames));
  demand('AI SDK, get_item', JSON.stringify(result).includes(REGULATOR.id));
}

function demand(what: string, holds: boolean): void {
  console.log(`${holds ? 'passed' : 'FAILED'}: ${what}`);
  if (!holds) process.exitCode = 1;
}
