// Slow: starts processes.
/** Every command of the README, in its order, against the service that `npm start` runs with its demo data. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLocalEndpoints } from '../local/endpoints.ts';
import { startLocalRun, type LocalRun } from './local/local-run.ts';
import { startCommand } from './support/processes/operator.ts';
import { programFile } from './support/processes/programs.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

let folder = '';
let baseUrl = '';
let service: LocalRun;
let keys: Record<string, { client_id: string; client_secret: string }>;
/** Ids that commands printed, by their placeholder in later commands. */
const ids = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'readme-'));
  service = await startLocalRun(folder);
  await service.untilSaid('Ctrl-C stops the service');
  baseUrl = (await readLocalEndpoints(path.join(folder, '.local')))?.baseUrl ?? '';
  keys = JSON.parse(await readFile(path.join(folder, '.local/credentials.json'), 'utf8')) as typeof keys;
  await writeFile(path.join(folder, 'parts.csv'), 'manufacturer,mpn,title\nNorvane,RM-1,Regulator\n');
  ids.set('cli_test_…', keys['test']?.client_id ?? '');
});

afterAll(async () => {
  service.send('SIGINT');
  await service.ended;
  await rm(folder, { recursive: true, force: true });
});

/**
 * The commands of all shell blocks, with continued lines joined and comments omitted; a quoted text may have several
 * lines.
 */
async function commandsOfReadme(): Promise<readonly string[]> {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks
    .map((block) => block.replaceAll(/\\\n\s*/g, '').replaceAll(/\s+#.*$/gm, ''))
    .flatMap((block) => block.match(/(?:'[^']*'|"[^"]*"|[^\n'"])+/g) ?? []);
}

const RUN: readonly (readonly [start: string, run: (command: string) => Promise<void>])[] = [
  ['npm ci', installs],
  ['npm start', isRunning],
  ['KEY=$(', readsKey],
  ['URL=', namesAddress],
  ['curl -s ', answersAsShown],
  ['claude mcp add ', connects],
  ['npx -y @modelcontextprotocol/inspector@2 ', connects],
  ['npm run admin -- ', administers],
  ['npm run smoke -- ', checks],
];

test('every command of the README works as written', async () => {
  const commands = await commandsOfReadme();
  expect(commands.length).toBeGreaterThanOrEqual(8);
  for (const command of commands) {
    const [, run] = RUN.find(([start]) => command.startsWith(start)) ?? [];
    expect(run, `no way to run: ${command}`).toBeDefined();
    await run?.(command);
  }
});

/** The sentence below the Inspector's command names another call of it. */
test('the search that the README suggests to the Inspector finds items', async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const [, name = '', member = '', value = ''] =
    /`tools\/call --tool-name (\w+) --tool-arg (\w+)=(\S+)`/.exec(readme) ?? [];
  const { client_id: id = '', client_secret: secret = '' } = keys['live'] ?? {};
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${id}:${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { [member]: value } },
    }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: { items: readonly unknown[] } } };
  expect(result.structuredContent.items.length).toBeGreaterThan(0);
});

/** The lock file fits package.json; nothing is fetched or written. */
async function installs(command: string): Promise<void> {
  const args = [...command.split(' ').slice(1), '--dry-run', '--offline', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT });
  expect(stdout).not.toContain('npm error');
}

async function isRunning(): Promise<void> {
  expect((await fetch(`${baseUrl}/llms.txt`)).status).toBe(200);
  expect((await fetch(`${baseUrl}/dashboard`)).status).toBe(200);
}

/** The line of the shell that the next command uses. */
let keyLine = '';

async function readsKey(command: string): Promise<void> {
  keyLine = command;
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command}; echo "$KEY"`], { cwd: folder });
  expect(stdout.trim()).toBe(`${keys['live']?.client_id}:${keys['live']?.client_secret}`);
}

/** The address without `--port`; the other commands are run with this service's. */
async function namesAddress(command: string): Promise<void> {
  expect(command.trim()).toBe(`URL=${new URL(baseUrl).origin.replace(/\d+$/, '3000')}`);
}

/** The page shows the answer as JSON below the call. */
async function answersAsShown(command: string): Promise<void> {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const shown = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const script = `${keyLine}; URL=${baseUrl}; ${command}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder });
  const answer = JSON.parse(stdout) as { result: { structuredContent: unknown } };
  expect(JSON.stringify(answer.result.structuredContent, undefined, 2)).toBe(shown.trim());
}

/** The call that the assistant would send, by the address and the header in the command. */
async function connects(command: string): Promise<void> {
  const [, url = '', header = ''] =
    /(http:\S+) (?:--transport http )?--header "([^"]+)"/.exec(command.replace('$URL', baseUrl)) ?? [];
  const [name = '', ...value] = header.split(': ');
  const { client_id: id = '', client_secret: secret = '' } = keys['live'] ?? {};
  const credential = value.join(': ').replace('$KEY', `${id}:${secret}`);
  const send = (authorization: string, tool: string) =>
    fetch(url, {
      method: 'POST',
      headers: { [name]: authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } }),
    });
  expect((await send(credential, 'get_usage')).status).toBe(200);
  const refused = await send(`${credential}wrong`, 'get_usage');
  expect(refused.status).toBe(401);
  ids.set('req_…', refused.headers.get('x-request-id') ?? '');
}

async function administers(command: string): Promise<void> {
  const filled = [...ids]
    .reduce((text, [placeholder, id]) => text.replace(placeholder, id), command)
    .replace('docs/guides', path.join(ROOT, 'docs/guides'));
  const args = [...filled.replace('npm run admin -- ', '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  const { exitCode, stdout, stderr } = await startCommand(folder, args).result;
  expect({ command: filled, exitCode, stderr }).toMatchObject({ command: filled, exitCode: 0 });
  const account = /acc_\w+/.exec(stdout)?.[0];
  if (account !== undefined && !ids.has('acc_…')) ids.set('acc_…', account);
}

async function checks(command: string): Promise<void> {
  const args = command
    .replace('npm run smoke -- ', '')
    .replace('$URL', baseUrl)
    .replace('cli_test_…', ids.get('cli_test_…') ?? '');
  const env = { ...process.env, SMOKE_CLIENT_SECRET: keys['test']?.client_secret ?? '' };
  const { stdout } = await promisify(execFile)(process.execPath, [await programFile('smoke'), ...args.split(' ')], {
    env,
  });
  expect(stdout).not.toContain('FAILED');
}
