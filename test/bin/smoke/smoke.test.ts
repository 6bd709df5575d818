// Slow: starts processes.
/** The smoke test as a process, against the service of `npm start` and against gateways that lose the challenge. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request } from '../../../bin/smoke/smoke-target.ts';
import { runChecks } from '../../../bin/smoke/run-checks.ts';
import { API_ROUTES } from '../../../core/api/http-api/api-routes.ts';
import { programFile } from '../../support/processes/programs.ts';
import { startRunningService, type RunningService } from '../../support/service/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startRunningService();
});
afterAll(() => service.stop());

async function smoke(
  args: readonly string[],
  secret: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = await programFile('smoke');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, SMOKE_CLIENT_SECRET: secret } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

test('npm start keeps every promise, and the smoke test spends nothing', async () => {
  const run = await smoke(['--url', service.baseUrl, '--client', service.clientId, '--json'], service.clientSecret);
  const results = JSON.parse(run.stdout) as { name: string; ok: boolean; problem?: string }[];
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(results).toHaveLength(41);
  expect(run.code).toBe(0);
});

test('problems are listed in a table, with exit code 1', async () => {
  // Clients compare URLs exactly, so this is another service to them.
  const url = service.baseUrl.replace('127.0.0.1', 'localhost');
  const run = await smoke(['--url', `${url}/mcp/`, '--client', service.clientId], service.clientSecret);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(
    /FAILED +GET \/\.well-known\/oauth-protected-resource\/mcp +\d+\n +Problem: Expected `resource` to be/,
  );
  expect(run.stdout).toMatch(/ok +2026-07-28 get_usage/);
  expect(run.stderr).toBe(
    `The service calls itself ${service.baseUrl}, not ${url}. Until that host points here, add: --base-url ${service.baseUrl}\n`,
  );
});

test('a service that is not yet reached by its own name keeps every promise under the name that it is given', async () => {
  const url = service.baseUrl.replace('127.0.0.1', 'localhost');
  const args = ['--url', url, '--base-url', service.baseUrl, '--client', service.clientId, '--json'];
  const run = await smoke(args, service.clientSecret);
  const results = JSON.parse(run.stdout) as { name: string; ok: boolean }[];
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(results).toHaveLength(41);
  expect(run.stderr).toBe('');
});

test('a limit that is used up is waited for, and is no fault of the service', async () => {
  let asked = 0;
  const limited = createServer((_request, response) => {
    asked += 1;
    if (Number.isNaN(asked % 3) || asked % 3 !== 0)
      response.writeHead(429, { 'retry-after': '0', connection: 'close' }).end('{}');
    else response.writeHead(200, { connection: 'close' }).end('{"resource":"here"}');
  });
  await new Promise<void>((resolve) => limited.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(limited.address() as AddressInfo).port}`;
  const answer = await request(`${url}/any`);
  expect([answer.status, asked]).toEqual([200, 3]);
  asked = Number.NEGATIVE_INFINITY;
  await expect(request(`${url}/any`)).rejects.toThrow('The limit of requests a minute stays used up');
  limited.close();
});

test('every endpoint of the HTTP API is called, and an undocumented response fails the check', async () => {
  const plain = createServer((_request, response) => response.writeHead(200, { connection: 'close' }).end('{}'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const { port } = plain.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const results = await runChecks({ url, baseUrl: url, clientId: 'cli_test', clientSecret: 'x' });
  plain.close();
  const names = [
    ...API_ROUTES,
    'GET /v1/usage with an access token',
    'GET /v1/usage without credentials',
    'GET /v1/openapi.json',
  ];
  expect(results.filter(({ name }) => name.includes(' /v1/')).map(({ name, ok }) => [name, ok])).toEqual(
    names.map((name) => [name, false]),
  );
});

test('a mistake by the caller is reported once, instead of failing every check', async () => {
  const { baseUrl, clientId, clientSecret, readOnly } = service;
  const refusals = await Promise.all([
    smoke(['--url', '127.0.0.1:3000', '--client', clientId], clientSecret),
    smoke(['--url', 'http://127.0.0.1:9', '--client', clientId], clientSecret),
    smoke(['--url', baseUrl, '--client', clientId], 'wrong'),
    smoke(['--url', baseUrl, '--client', readOnly.clientId], readOnly.clientSecret),
  ]);
  expect(refusals.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  expect(refusals.map(({ stdout }) => stdout)).toEqual(['', '', '', '']);
  expect(refusals.map(({ stderr }) => stderr)).toEqual([
    '--url must be a URL such as https://mcp.example.com or http://127.0.0.1:3000.\n',
    'Nothing answers at http://127.0.0.1:9. Is the service running there?\n',
    `${baseUrl} refuses the client id or secret. Those of a local stage are in .local/credentials.json.\n`,
    'The key lacks items:search, catalogs:read, usage:read. A test key with all scopes is enough.\n',
  ]);
});

test('a run without a secret says where to put one', async () => {
  const run = await smoke(['--url', service.baseUrl, '--client', service.clientId], '');
  expect(run).toMatchObject({
    code: 2,
    stderr: 'There is no secret, and no terminal to prompt on. Run: SMOKE_CLIENT_SECRET=… npm run smoke -- …\n',
  });
});

test.each([
  ['renamed it', 'x-amzn-remapped-www-authenticate', /renamed it .* mapping for 401 did not restore it/],
  ['did not map', 'x-auth-challenge', /mapping for 401 did not run/],
])('a gateway that %s is named as the cause', async (_, header, said) => {
  const gateway = await gatewayThatLoses(header);
  const { port } = gateway.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const target = { url, baseUrl: url, clientId: 'cli_test', clientSecret: 'secret' };
  const results = await runChecks(target);
  gateway.close();
  const problem = results.find(({ name }) => name === '2026-07-28 401 without credentials')?.problem;
  expect(problem).toMatch(said);
});

async function gatewayThatLoses(header: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json', [header]: 'Bearer x', connection: 'close' });
    response.end('{"jsonrpc":"2.0","error":{"code":401,"message":"x"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
