import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InsightsLog } from '../../../adapters/cloudwatch/insights-log.ts';
import type { CallSearch, SearchState } from '../../../core/dashboard/request-log/search-log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time.ts';
import { linesOfFunction } from '../../../local/logs/log-files.ts';
import { startLogsEndpoint } from '../../../local/logs/logs-endpoint.ts';
import { LocalRights } from '../../../local/rights/local-rights.ts';
import { requestLine } from '../../support/fixtures/request-lines.ts';
import { startLogsStandIn, type LogsStandIn } from '../../support/service/logs-stand-in.ts';

const NOW_MS = Date.parse('2026-11-23T14:03:00.000Z');
const ACCOUNT = 'acc_AAAAAAAAAA';
const KEY = 'cli_live_AAAAAAAAAA_BBBBBBBBBBBB';
const OTHER_KEY = 'cli_test_AAAAAAAAAA_CCCCCCCCCCCC';
const ID = `req_${'q'.repeat(20)}`;

const LINES = {
  McpLogs: [
    {
      account: ACCOUNT,
      client: KEY,
      atMs: NOW_MS - 5 * MINUTE_MS,
      tool: 'lookup_part',
      outcome: 'answered',
      tokensBilled: 164,
    },
    {
      account: ACCOUNT,
      client: KEY,
      atMs: NOW_MS - 4 * MINUTE_MS,
      tool: 'search_items',
      outcome: 'answered',
      found: 0,
      tokensBilled: 0,
    },
    {
      account: ACCOUNT,
      client: KEY,
      atMs: NOW_MS - 3 * MINUTE_MS,
      tool: 'lookup_parts',
      outcome: 'batch_too_large',
      requestId: ID,
    },
    { account: ACCOUNT, client: KEY, atMs: NOW_MS - 2 * HOUR_MS, outcome: 'unknown_method' },
    { account: ACCOUNT, client: KEY, atMs: NOW_MS - 1 * MINUTE_MS, rpcMethod: 'tools/list', outcome: 'answered' },
    { account: ACCOUNT, client: KEY, atMs: NOW_MS - 1 * MINUTE_MS },
    {
      account: 'acc_BBBBBBBBBB',
      client: KEY,
      atMs: NOW_MS - 2 * MINUTE_MS,
      tool: 'lookup_part',
      outcome: 'answered',
      tokensBilled: 9,
    },
  ],
  V1Logs: [
    {
      account: ACCOUNT,
      client: OTHER_KEY,
      atMs: NOW_MS - 2 * DAY_MS,
      service: 'v1',
      tool: 'get_item',
      outcome: 'answered',
      found: 1,
      tokensBilled: 0,
    },
  ],
} as const;

const parts: Record<string, InsightsLog> = {};
const ends: (() => Promise<void>)[] = [];
let standIn: LogsStandIn;

function logAt(endpoint: string): InsightsLog {
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const client = new CloudWatchLogsClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  ends.push(async () => client.destroy());
  return new InsightsLog(client, ['McpLogs', 'V1Logs']);
}

beforeAll(async () => {
  standIn = await startLogsStandIn();
  ends.push(() => standIn.stop());
  for (const [group, calls] of Object.entries(LINES)) standIn.write(group, ...calls.map(requestLine));
  standIn.answerWith('Scheduled', 'Running', 'Unknown', 'Complete');
  parts['CloudWatch Logs'] = logAt(standIn.endpoint);

  const folder = await mkdtemp(path.join(tmpdir(), 'logs-'));
  ends.push(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'logs'));
  const write = (file: string, calls: readonly object[]) =>
    writeFile(path.join(folder, 'logs', file), calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
  const mcp = LINES.McpLogs.map(requestLine);
  await write('Mcp.log.2', mcp.slice(0, 3));
  await write('Mcp.log', [{ message: 'no line of a request' }, ...mcp.slice(3)]);
  await write('V1.log', LINES.V1Logs.map(requestLine));
  const local = await startLogsEndpoint(
    (group) => linesOfFunction(folder, group.replace(/Logs$/, '')),
    new LocalRights(() => undefined),
  );
  ends.push(local.stop);
  parts['the local run'] = logAt(local.endpoint);
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

describe.each(['CloudWatch Logs', 'the local run'])('the request log of %s', (name) => {
  const log = () => parts[name]!;
  const search = (more: Partial<CallSearch> = {}): CallSearch => ({
    accountId: ACCOUNT,
    fromMs: NOW_MS - 7 * DAY_MS,
    toMs: NOW_MS,
    ...more,
  });

  async function found(more: Partial<CallSearch> = {}): Promise<readonly string[]> {
    const lines = await linesOf(more);
    return lines.map((line) => {
      const { tool = '', outcome } = line as { tool?: string; outcome: string };
      return `${tool} ${outcome}`.trim();
    });
  }

  async function linesOf(more: Partial<CallSearch>): Promise<readonly unknown[]> {
    const started = await log().start(search(more));
    if (started.kind === 'busy') throw new Error('The log is busy.');
    let state: SearchState;
    do state = await log().read(started.queryId);
    while (state.kind === 'running');
    if (state.kind === 'failed') throw new Error('The search failed.');
    return state.lines;
  }

  test('returns the calls of one account, newest first, without other accounts, tool lists and accepted messages', async () => {
    expect(await found()).toEqual([
      'lookup_parts batch_too_large',
      'search_items answered',
      'lookup_part answered',
      'unknown_method',
      'get_item answered',
    ]);
  });

  test('returns lines as they were written', async () => {
    expect(await linesOf({ requestId: ID })).toEqual([
      expect.objectContaining({ requestId: ID, account: ACCOUNT, client: KEY, tool: 'lookup_parts', service: 'mcp' }),
    ]);
  });

  test.each<[string, Partial<CallSearch>, readonly string[]]>([
    ['a key', { clientId: OTHER_KEY }, ['get_item answered']],
    ['a tool', { tool: 'search_items' }, ['search_items answered']],
    ['calls that found something, billed or not', { result: 'found' }, ['lookup_part answered', 'get_item answered']],
    ['calls that found nothing', { result: 'not_found' }, ['search_items answered']],
    ['refused calls', { result: 'refused' }, ['lookup_parts batch_too_large', 'unknown_method']],
    [
      'a time',
      { fromMs: NOW_MS - HOUR_MS, toMs: NOW_MS - 4 * MINUTE_MS },
      ['search_items answered', 'lookup_part answered'],
    ],
    ['several of them', { clientId: KEY, tool: 'lookup_part', result: 'found' }, ['lookup_part answered']],
    ['a request of another account', { requestId: `req_${'z'.repeat(20)}` }, []],
  ])('filters by %s', async (_, more, expected) => {
    expect(await found(more)).toEqual(expected);
  });

  test('reports an unknown query as failed, and stops one that has ended without an error', async () => {
    expect(await log().read('11111111-1111-1111-1111-111111111111')).toEqual({ kind: 'failed' });
    const started = await log().start(search());
    if (started.kind === 'busy') throw new Error('The log is busy.');
    for (let reads = 0; reads < 4; reads += 1) await log().read(started.queryId);
    await log().stop(started.queryId);
    await log().stop('11111111-1111-1111-1111-111111111111');
  });
});

describe('the request log of CloudWatch Logs', () => {
  const SEARCH = { accountId: ACCOUNT, fromMs: NOW_MS - DAY_MS, toMs: NOW_MS };

  test('reads only the named log groups, with times in seconds', async () => {
    await parts['CloudWatch Logs']!.start(SEARCH);
    expect(standIn.started.at(-1)).toMatchObject({
      logGroupNames: ['McpLogs', 'V1Logs'],
      startTime: (NOW_MS - DAY_MS) / 1000,
      endTime: NOW_MS / 1000,
    });
  });

  test.each(['Failed', 'Cancelled', 'Timeout'] as const)(
    'reports a query that ended as %s as failed',
    async (status) => {
      standIn.answerWith('Running', status);
      const log = parts['CloudWatch Logs']!;
      const started = await log.start(SEARCH);
      if (started.kind === 'busy') throw new Error('The log is busy.');
      expect((await log.read(started.queryId)).kind).toBe('running');
      expect(await log.read(started.queryId)).toEqual({ kind: 'failed' });
    },
  );

  test.each(['LimitExceededException', 'ThrottlingException'])(
    'is busy if a start is refused with %s',
    async (type) => {
      standIn.refuseNext(type);
      expect(await parts['CloudWatch Logs']!.start(SEARCH)).toEqual({ kind: 'busy' });
    },
  );

  test('reads a query again whose results were throttled, and throws any other failure', async () => {
    standIn.answerWith('Complete');
    const log = parts['CloudWatch Logs']!;
    const started = await log.start(SEARCH);
    if (started.kind === 'busy') throw new Error('The log is busy.');
    standIn.refuseNext('ThrottlingException');
    expect((await log.read(started.queryId)).kind).toBe('running');
    expect((await log.read(started.queryId)).kind).toBe('complete');
    standIn.refuseNext('AccessDeniedException');
    await expect(log.read(started.queryId)).rejects.toThrow();
  });
});
