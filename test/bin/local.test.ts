// Slow: starts processes.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLocalEndpoints } from '../../local/endpoints.ts';
import { startLocalRun } from '../local/local-run.ts';
import type { LocalRun } from '../local/local-run.ts';

const READY = 'Ctrl-C stops the service';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'npm-start-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function credentials(): Promise<Record<string, { client_id: string; client_secret: string }>> {
  return JSON.parse(await readFile(path.join(folder, '.local/credentials.json'), 'utf8')) as never;
}

/** Runs the printed commands in a shell, as a newcomer would. */
async function pasteCurl(run: LocalRun): Promise<{ result: { structuredContent: { found: boolean } } }> {
  const command = /^curl [\s\S]*?'$(?=\n\n)/m.exec(run.said())?.[0] ?? '';
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return JSON.parse(stdout) as never;
}

async function callTool(name: string, args: object): Promise<Record<string, unknown>> {
  const { baseUrl = '' } = (await readLocalEndpoints(path.join(folder, '.local'))) ?? {};
  const { live } = await credentials();
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${live?.client_id}:${live?.client_secret}`,
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await response.json()) as { result?: { isError?: boolean; structuredContent: never } };
  expect({ name, isError: result?.isError ?? false }).toEqual({ name, isError: false });
  return result?.structuredContent ?? {};
}

/** Calls that a newcomer may try, up to a part that research finds within seconds. */
async function useEveryTool(): Promise<void> {
  const { items } = (await callTool('search_items', { query: 'screw', limit: 2 })) as { items: { id: string }[] };
  await callTool('get_item', { item_id: items[0]?.id, include_sources: true });
  await callTool('lookup_parts', { items: [{ manufacturer: 'Nobody', part_number: 'X-1' }] });
  const { catalogs } = (await callTool('list_my_catalogs', {})) as { catalogs: { id: string }[] };
  const { rows } = await callTool('get_catalog_items', { catalog_id: catalogs[0]?.id });
  expect(rows).toHaveLength(5);
  await callTool('get_usage', {});
  const [wanted] = JSON.parse(await readFile(path.join(folder, '.local/research-parts.json'), 'utf8')) as [
    { manufacturer: string; part_number: string },
  ];
  const part = { manufacturer: wanted.manufacturer, part_number: wanted.part_number };
  const unknown = { manufacturer: 'Nobody', part_number: 'X-1' };
  expect(await callTool('request_enrichment', { items: [part, unknown] })).toMatchObject({
    results: [{ status: 'queued' }, { status: 'queued' }],
  });
  await expect
    .poll(() => callTool('lookup_part', part), { timeout: 60_000, interval: 500 })
    .toMatchObject({ found: true });
  expect(await callTool('lookup_part', unknown)).toMatchObject({ found: false });
}

describe('npm start', () => {
  test('loads demo data, prints a curl command that finds an item, and stops at Ctrl-C; a second start keeps everything', async () => {
    const first = await startLocalRun(folder);
    await first.untilSaid(READY);
    expect(first.said()).toContain('Loading the demo data');
    expect(await pasteCurl(first)).toMatchObject({ result: { structuredContent: { found: true } } });
    await useEveryTool();
    // What a function's role does not allow is refused here as in the cloud, and reported in the terminal.
    expect(first.said()).not.toContain('is not authorized');
    const known = await credentials();
    expect(Object.keys(known)).toEqual(expect.arrayContaining(['base_url', 'live', 'test', 'trial', 'read_only']));
    expect((await stat(path.join(folder, '.local/credentials.json'))).mode & 0o777).toBe(0o600);

    const beside = await startLocalRun(folder);
    expect(await beside.ended).toBe(1);
    expect(beside.said().trim()).toMatch(
      /^The service already runs on \.local, as process \d+: http:\/\/127\.0\.0\.1:\d+\nStop it first with Ctrl-C\.$/,
    );

    first.send('SIGINT');
    expect(await first.ended).toBe(0);
    expect(await readLocalEndpoints(path.join(folder, '.local'))).toBeUndefined();

    const second = await startLocalRun(folder);
    await second.untilSaid(READY);
    expect(await pasteCurl(second)).toMatchObject({ result: { structuredContent: { found: true } } });
    expect((await credentials()).live).toEqual(known.live);
    second.send('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});

describe('npm start names the problem in one sentence, and exits with 1, if', () => {
  async function failure(run: LocalRun): Promise<string> {
    expect(await run.ended).toBe(1);
    expect(run.said()).not.toMatch(/\n\s+at /);
    return run.said().trim();
  }

  async function emptyFolder(): Promise<string> {
    return mkdtemp(path.join(folder, 'broken-'));
  }

  test('the port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const said = await failure(await startLocalRun(await emptyFolder(), [], { PORT: String(port) }));
    expect(said).toBe(
      `Port ${port} is taken by another program. Choose another one:\n  npm start -- --port ${port + 1}`,
    );
    await new Promise((resolve) => server.close(resolve));
  });

  test('.local is a file', async () => {
    const broken = await emptyFolder();
    await writeFile(path.join(broken, '.local'), '');
    expect(await failure(await startLocalRun(broken))).toBe(
      '.local is not a folder: move it away, the local service keeps its data there.',
    );
  });

  test('the database is damaged', async () => {
    const broken = await emptyFolder();
    await mkdir(path.join(broken, '.local/dynamodb'), { recursive: true });
    await writeFile(path.join(broken, '.local/dynamodb/CURRENT'), 'nonsense');
    expect(await failure(await startLocalRun(broken))).toMatch(
      /^The data folder \.local\/dynamodb .*start fresh with: npm start -- --fresh$/,
    );
  });

  test('the secrets are damaged', async () => {
    const broken = await emptyFolder();
    await mkdir(path.join(broken, '.local'));
    await writeFile(path.join(broken, '.local/secrets.json'), '{"SigningSecret":');
    expect(await failure(await startLocalRun(broken))).toBe(
      '.local/secrets.json is damaged. Repair it, or start fresh with: npm start -- --fresh',
    );
  });

  test.skipIf(process.platform !== 'linux')('the folder cannot be written', async () => {
    // Not even root can create a folder there.
    expect(await failure(await startLocalRun('/sys'))).toBe('.local cannot be written: the permissions forbid it.');
  });

  test.each([
    [[], { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
    [
      [],
      { IP_LIMIT_PER_MINUTE: 'many' },
      'IP_LIMIT_PER_MINUTE must be a whole number from 1 to 999999999, not "many".',
    ],
    [[], { SIGN_IN: 'yes' }, 'SIGN_IN must be on or off, not "yes".'],
    [['--freshly'], {}, 'npm start does not understand: --freshly'],
  ])('it gets the arguments %j %j', async (args, environment, sentence) => {
    expect(
      await failure(await startLocalRun(await emptyFolder(), args, environment as Record<string, string>)),
    ).toContain(sentence);
  });
});
