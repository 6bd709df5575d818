// Slow: starts processes.
/**
 * Runs docs/guides/look-up-list.mjs as a reader would, against the service behind a proxy that loses responses, refuses
 * requests by the rate limit, and kills the program: every part is answered once, and paid for once.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { sampleItems } from '../../local/demo/generate-demo-items.ts';
import { createSeededRandom } from '../../local/demo/seeded-random.ts';
import { openAccount } from '../support/fixtures/accounts.ts';
import { startWholeService, type WholeService } from '../support/service/whole-service.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../docs/guides/look-up-list.mjs');
const BATCH_SIZE = '8';
const PARTS = sampleItems(createSeededRandom(11), { count: 20, firstNumber: 400_000 });
const ABSENT = { manufacturer: 'Comma, "Quotes" and\nlines', mpn: 'NONE-1' };

type Fault = 'answer lost' | 'rate' | 'killed before its answer';

let service: WholeService;
let folder: string;
let key: string;
let list: string;

beforeAll(async () => {
  service = await startWholeService();
  folder = mkdtempSync(path.join(tmpdir(), 'list-'));
  const writer = new DynamoItemWriter(service.store, service.tables.productIndexTable);
  for (const item of PARTS) await writer.writeItem(item);
  key = await newKey();
  list = path.join(folder, 'parts.csv');
  writeFileSync(list, csvOf([...PARTS.slice(0, 10), ABSENT, ...PARTS.slice(10)]));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

async function newKey(): Promise<string> {
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, { nowMs: Date.now() });
  return `${client.clientId}:${secret}`;
}

interface Named {
  readonly manufacturer: string | null;
  readonly mpn: string | null;
}

function csvOf(parts: readonly Named[]): string {
  const cell = (value: string | null) => `"${(value ?? '').replaceAll('"', '""')}"`;
  const rows = parts.map(({ manufacturer, mpn }, place) => `${place},${cell(manufacturer)},${cell(mpn)}`);
  return ['\uFEFFNote,Manufacturer,MPN', ...rows, ''].join('\r\n');
}

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the program through a proxy.
 * @param faults by the number of the request, from 1
 */
async function runProgram(answers: string, faults: Readonly<Record<number, Fault>>, credential = key): Promise<Run> {
  let count = 0;
  const proxy = createServer((request, response) => {
    count += 1;
    void pass(request, response, faults[count], () => child.kill('SIGKILL'));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const env = { ...process.env, PRODUCT_DATA_KEY: credential, BATCH_SIZE };
  const child = spawn(process.execPath, [PROGRAM, list, answers, `http://127.0.0.1:${port}`], { env });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  proxy.closeAllConnections();
  proxy.close();
  return { code, stdout, stderr };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
  kill: () => void,
): Promise<void> {
  const sent = await text(request);
  if (fault === 'rate') {
    response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
    response.end('{"data":null,"errors":[{"code":"rate_limited","message":"Wait."}],"meta":{}}');
    return;
  }
  const { authorization = '', 'idempotency-key': idempotencyKey } = request.headers;
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': String(idempotencyKey) };
  const answer = await fetch(`${service.baseUrl}${request.url}`, { method: 'POST', headers, body: sent });
  const body = await answer.text();
  // The request succeeds and is billed, but its response is lost.
  if (fault === 'killed before its answer') return kill();
  if (fault === 'answer lost') {
    response.writeHead(500).end('{"message":"Internal Server Error"}');
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
}

async function tokensUsed(credential: string): Promise<number> {
  const response = await fetch(`${service.baseUrl}/v1/usage`, { headers: { authorization: `Bearer ${credential}` } });
  return ((await response.json()) as { data: { tokens_used: number } }).data.tokens_used;
}

interface Answered {
  readonly found: readonly { readonly row: number; readonly item: { readonly mpn: string } }[];
  readonly not_found: readonly { readonly row: number; readonly message?: string }[];
}

function answersIn(file: string): readonly Answered[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answered);
}

describe('the look-up program of the guide', () => {
  test('ends with one answer and one payment for each part, despite lost responses, rate refusals and a kill', async () => {
    const undisturbed = await newKey();
    const clean = path.join(folder, 'clean.jsonl');
    expect((await runProgram(clean, {}, undisturbed)).code).toBe(0);
    const price = await tokensUsed(undisturbed);
    expect(price).toBeGreaterThan(0);

    const answers = path.join(folder, 'answers.jsonl');
    const killed = await runProgram(answers, { 1: 'answer lost', 3: 'rate', 4: 'killed before its answer' });
    expect(killed.code).toBeNull();
    expect(killed.stdout).toContain('500: again in 1 s');
    expect(killed.stdout).toContain('429: again in 1 s');
    // Writes the truncated line that a kill can leave.
    writeFileSync(answers, '{"key":"list-half', { flag: 'a' });
    expect(answersIn(clean)).toHaveLength(3);

    const resumed = await runProgram(answers, {});
    expect([resumed.code, resumed.stderr]).toEqual([0, '']);
    expect(answersIn(answers)).toEqual(answersIn(clean));
    expect(await tokensUsed(key)).toBe(price);

    const rows = answersIn(answers).flatMap(({ found, not_found: missing }) => [...found, ...missing]);
    expect(rows.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, place) => place + 1),
    );
    expect(answersIn(answers).flatMap(({ not_found: missing }) => missing.map(({ row }) => row))).toEqual([11]);
    const [first] = answersIn(answers);
    expect(first?.found[0]?.item.mpn).toBe(PARTS[0]?.mpn);
  });

  test('does nothing and pays nothing if every part is answered', async () => {
    const before = await tokensUsed(key);
    const again = await runProgram(path.join(folder, 'answers.jsonl'), { 1: 'killed before its answer' });
    expect([again.code, again.stdout]).toEqual([0, '']);
    expect(await tokensUsed(key)).toBe(before);
  });

  test('waits for the next window after the last request of one', async () => {
    let asked = 0;
    const times: number[] = [];
    const server = createServer((_request, response) => {
      asked += 1;
      times.push(performance.now());
      const headers = { 'content-type': 'application/json', ratelimit: `"plan";r=${asked === 1 ? 0 : 5};t=1` };
      const usage = { tokens_billed: 0 };
      response
        .writeHead(200, headers)
        .end(JSON.stringify({ data: { found: [], not_found: [] }, errors: [], meta: { usage } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const env = { ...process.env, PRODUCT_DATA_KEY: key, BATCH_SIZE };
    const child = spawn(
      process.execPath,
      [PROGRAM, list, path.join(folder, 'paced.jsonl'), `http://127.0.0.1:${port}`],
      { env },
    );
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    server.close();
    expect(times).toHaveLength(3);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test('stops with the service’s message at an error that no retry fixes', async () => {
    const { code, stderr } = await runProgram(path.join(folder, 'refused.jsonl'), {}, 'cli_live_none:x');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Rows from 1: unauthorized: /)]);
  });
});
