// Slow: starts processes.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLocalEndpoints } from '../../local/endpoints.ts';
import type { LocalEndpoints } from '../../local/endpoints.ts';
import { startService } from '../../local/start-service.ts';
import type { RunningService, ServiceOrder } from '../../local/start-service.ts';

let folder = '';
let service: RunningService;
let endpoints: LocalEndpoints;
const errors: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'local-run-'));
  service = await startFixture();
  endpoints = (await readLocalEndpoints(folder))!;
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

function startFixture(given: Partial<ServiceOrder> = {}): Promise<RunningService> {
  return startService({
    folder,
    fresh: false,
    port: 0,
    app: 'test/fixtures/local-stack/app.ts',
    context: {},
    onProgress: () => undefined,
    onFunctionError: (name, brief) => errors.push(`${name}: ${brief}`),
    ...given,
  });
}

function ask(task: string, value: string | number = '', init: RequestInit = {}): Promise<Response> {
  return fetch(`${service.baseUrl}/mcp?do=${task}&value=${value}`, init);
}

async function askJson(task: string, value: string | number = ''): Promise<Record<string, unknown>> {
  const response = await ask(task, value);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe('the gateway', () => {
  test('passes on a request in payload format 2.0', async () => {
    const response = await fetch(`${service.baseUrl}/mcp?a=1&a=2&b=%20`, {
      method: 'PUT',
      headers: { 'X-Mixed-Case': 'Value', Cookie: 'c=1; d=2', 'Content-Type': 'application/json; charset=utf-8' },
      body: '{"ä":1}',
    });
    const event = (await response.json()) as Record<string, unknown>;
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /mcp',
      rawPath: '/mcp',
      rawQueryString: 'a=1&a=2&b=%20',
      queryStringParameters: { a: '1,2', b: ' ' },
      cookies: ['c=1', 'd=2'],
      headers: { 'x-mixed-case': 'Value', 'content-type': 'application/json; charset=utf-8' },
      requestContext: { http: { method: 'PUT', path: '/mcp', sourceIp: '127.0.0.1' }, stage: '$default' },
      body: '{"ä":1}',
      isBase64Encoded: false,
    });
  });

  test('joins a repeated header with a comma', async () => {
    const answer = await raw('GET /mcp HTTP/1.1\r\nHost: x\r\nX-Twice: 1\r\nx-twice: 2\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('"x-twice":"1,2"');
  });

  test.each([
    ['application/octet-stream', Buffer.from([1, 2])],
    ['application/json', Buffer.from([0x22, 0xff, 0x22])],
    ['application/x-www-form-urlencoded', Buffer.from('a=1')],
  ])('carries a body of %s that is not text as base64', async (type, body) => {
    const response = await fetch(`${service.baseUrl}/mcp`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(await response.json()).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true });
  });

  test('sends an unknown path to the default route', async () => {
    const response = await fetch(`${service.baseUrl}/mcp/?x`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('nothing at /mcp/ ($default)');
  });

  test.each([401, 403])('restores the challenge of a %i from the private header', async (status) => {
    const { headers } = await ask('status', status);
    expect(headers.get('www-authenticate')).toBe('Bearer x="1"');
    expect(headers.get('x-auth-challenge')).toBeNull();
  });

  test('renames the challenge of any other status', async () => {
    const { headers } = await ask('status', 400);
    expect(headers.get('www-authenticate')).toBeNull();
    expect(headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer x="1"');
  });

  test('answers HEAD without a body, but with its length', async () => {
    const response = await ask('large', 10, { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('10');
    expect(await response.text()).toBe('');
  });

  test('decodes a binary answer', async () => {
    const response = await ask('binary');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([255, 0, 254]));
  });

  test('refuses a body above 10 MB, and an event above 6 MB', async () => {
    for (const size of [10 * 1024 * 1024 + 1, 7 * 1024 * 1024]) {
      const response = await ask('echo', '', { method: 'POST', body: Buffer.alloc(size) });
      expect(response.status).toBe(413);
      expect(await response.json()).toEqual({ message: 'Request Entity Too Large' });
      expect(response.headers.get('x-request-id')).toBeNull();
    }
  });

  test.each(['throw', 'exit', 'plain', 'bad-header'])(
    'answers 500 in its own words if the function does this: %s',
    async (task) => {
      const response = await ask(task);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ message: 'Internal Server Error' });
    },
  );
});

describe('a function', () => {
  test('has the template’s variables, resolved, and none of this machine’s', async () => {
    const environment = await askJson('environment');
    expect(environment).toMatchObject({
      NOTES_TABLE: 'Notes',
      SECRET_ID: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:FixtureSecret',
      BASE_URL: service.baseUrl,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    });
    expect(environment).not.toHaveProperty('HOME');
    expect(environment).not.toHaveProperty('VITEST');
  });

  test('is killed on timeout, and answers the next request', async () => {
    const begin = Date.now();
    expect((await ask('hang')).status).toBe(500);
    expect(Date.now() - begin).toBeGreaterThanOrEqual(2000);
    expect((await ask('echo')).status).toBe(200);
  });

  test('cannot answer with more than 6 MB', async () => {
    expect((await ask('large', 6 * 1024 * 1024)).status).toBe(500);
    expect((await ask('large', 6 * 1024 * 1024 - 1000)).status).toBe(200);
  });

  test('keeps its module between calls, and handles one event at a time in each process', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => askJson('instance', 100)));
    const instances = groupBy(answers);
    expect(instances.size).toBeGreaterThan(1);
    expect(instances.size).toBeLessThanOrEqual(4);
    for (const calls of instances.values()) expect(new Set(calls.map((call) => call.calls)).size).toBe(calls.length);
  });

  test('is replaced when its process exits unexpectedly', async () => {
    expect((await ask('exit-later')).status).toBe(200);
    await expect.poll(() => errors.join('\n'), { timeout: 60_000 }).toContain('Front: The process ended by itself');
    expect((await ask('echo')).status).toBe(200);
  });

  test('writes its errors to its log, and in short and printable form to the terminal', async () => {
    await ask('throw', 'loudly');
    expect(errors.at(-1)).toMatch(/^Front: Error: asked to throw \[31m loudly \([0-9a-f-]{36}\)$/);
    expect(await readFile(path.join(folder, 'logs', 'Front.log'), 'utf8')).toContain('front/handler.ts');
  });
});

test('a function may do only what its role allows, and the terminal shows what was missing', async () => {
  expect((await ask('ungranted')).status).toBe(500);
  expect(errors).toContainEqual(
    'Front: is not authorized to perform: dynamodb:DeleteItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/Notes',
  );
});

describe('the stores', () => {
  test('give the function the generated secret, stored in a file that only its owner reads', async () => {
    const { SecretString, VersionStages } = await askJson('secret');
    expect(SecretString).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(VersionStages).toEqual(['AWSCURRENT']);
    expect((await stat(path.join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  test('deliver messages, and redeliver only a message that was reported as failed', async () => {
    await Promise.all(['good', 'fail', 'fine'].map((body) => askJson('send', body)));
    await expect.poll(() => deliveries('fail'), { timeout: 60_000, interval: 250 }).toBeGreaterThan(1);
    expect(await deliveries('good')).toBe(1);
    expect(await deliveries('fine')).toBe(1);
  });

  test('are kept over a restart, with the same secrets', async () => {
    await askJson('store', 'kept');
    const before = await askJson('secret');
    await service.stop();
    expect(await readLocalEndpoints(folder)).toBeUndefined();
    service = await startFixture();
    endpoints = (await readLocalEndpoints(folder))!;
    expect(await rows('NOTE')).toEqual([{ pk: { S: 'NOTE' }, sk: { S: 'kept' } }]);
    expect((await askJson('secret')).SecretString).toBe(before.SecretString);
  });
});

test('a template whose permission does not match its route makes the gateway answer 500, and the terminal shows what was missing', async () => {
  const other = await mkdtemp(path.join(tmpdir(), 'local-run-'));
  const narrow = await startFixture({ folder: other, context: { permission: 'too-narrow' } });
  try {
    expect((await fetch(`${narrow.baseUrl}/mcp?do=echo`)).status).toBe(200);
    const refused = await fetch(`${narrow.baseUrl}/.well-known/oauth-protected-resource`);
    expect([refused.status, await refused.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    expect(errors.at(-1)).toMatch(/^Rest: may not be invoked by apigateway.amazonaws.com for .*\/\$default\/\$default/);
  } finally {
    await narrow.stop();
    await rm(other, { recursive: true });
  }
});

test('a second start on the same folder is refused in one sentence', async () => {
  await expect(startFixture()).rejects.toThrow(
    `already runs on ${folder}, as process ${process.pid}: ${service.baseUrl}`,
  );
});

async function deliveries(body: string): Promise<number> {
  const found = (await rows('RECEIVED')).find((row) => row.sk?.S === body);
  return Number(found?.deliveries?.N ?? 0);
}

async function rows(pk: string): Promise<Record<string, { S?: string; N?: string }>[]> {
  const client = new DynamoDBClient({
    endpoint: endpoints.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: endpoints.outputs.NotesTable,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
    }),
  );
  client.destroy();
  return Items;
}

function groupBy(answers: Record<string, unknown>[]): Map<unknown, Record<string, unknown>[]> {
  const groups = new Map<unknown, Record<string, unknown>[]>();
  for (const answer of answers) groups.set(answer.started, [...(groups.get(answer.started) ?? []), answer]);
  return groups;
}

function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () => socket.write(request));
    let answer = '';
    socket
      .on('data', (chunk) => (answer += chunk.toString()))
      .on('end', () => resolve(answer))
      .on('error', reject);
  });
}
