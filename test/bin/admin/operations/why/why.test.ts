import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainOutcome } from '../../../../../core/api/refusals/explain-outcome.ts';
import { logsInsights } from '../../../../../bin/admin/operations/why/logs-insights.ts';
import { findRequest } from '../../../../../bin/admin/operations/why/request-line.ts';
import type { ServedLine } from '../../../../../adapters/lambda-http/request-log.ts';
import { openAccount, type OpenedAccount } from '../../../../support/fixtures/accounts.ts';
import { testClient } from '../../../../support/stores/dynamodb-client.ts';
import { openOperator, type Operator } from '../../../../support/processes/operator.ts';
import { onScreen, tooWide } from '../../../../support/processes/operator-screen.ts';

const ID = `req_${'a'.repeat(20)}`;

let operator: Operator;
let opened: OpenedAccount;

beforeAll(async () => {
  operator = await openOperator();
  opened = await openAccount(testClient(operator.tables.endpoint), operator.tables.accountsTable, { name: 'Acme Ltd' });
});
afterAll(() => operator.stop());

function served(): ServedLine & Readonly<Record<string, unknown>> {
  const { account, client } = opened;
  return {
    requestId: ID,
    status: 200,
    milliseconds: 34,
    outcome: 'spending_cap_reached',
    account: account.accountId,
    client: client.clientId,
    tool: 'lookup_part',
    asked: 'part_number: 8 characters',
    mcpVersion: '2025-11-25',
    why: { capNanoUsd: 9_500_000_000, spentNanoUsd: 9_480_000_000, reservedNanoUsd: 0, askedTokens: 1_200 },
    storage: 'BatchGetItem 5, UpdateItem 21',
    timestamp: '2026-11-18T12:00:30.000Z',
    service: 'mcp',
  };
}

async function log(file: string, ...lines: readonly unknown[]): Promise<void> {
  const logs = path.join(operator.folder, '.local', 'logs');
  await mkdir(logs, { recursive: true });
  await writeFile(path.join(logs, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

describe('why, about a request of the local service,', () => {
  test('reports the caller and the request, the reason of the refusal with figures, and an answer for the customer', async () => {
    await log('Mcp.log.2', { message: 'another line' }, served());
    const said = await onScreen(operator, 'why', ID);
    expect(tooWide(said)).toEqual([]);
    for (const words of [
      /^When +2026-11-18 12:00 UTC$/m,
      /^Asked +lookup_part \(part_number: 8 characters\), MCP 2025-11-25$/m,
      new RegExp(`Acme Ltd \\(${opened.account.accountId}\\)`),
      /^Spending cap +\$9\.50$/m,
      /^Spent beyond the plan +\$9\.48$/m,
      /^Tokens asked +1,200$/m,
      /^Took +34 ms, 2 calls to storage$/m,
      /^Tell the customer:\nAn owner raises or removes it in the dashboard/m,
      new RegExp(`npm run admin -- usage show ${opened.account.accountId}`),
    ])
      expect(said.stdout).toMatch(words);
  });

  test('repeats the message that the caller got, and names the key and the field', async () => {
    const told = 'manufactuer: unknown property. Did you mean manufacturer? Allowed: manufacturer, part_number.';
    const requestId = `req_${'e'.repeat(20)}`;
    await log('Mcp.log', { ...served(), requestId, outcome: 'invalid_parameter', told, why: { field: 'manufactuer' } });
    const said = await onScreen(operator, 'why', requestId);
    const inOneLine = said.stdout.replaceAll(/\s+/g, ' ');
    expect(inOneLine).toContain(`Tell the customer: ${told} The key is "${opened.client.name}".`);
    expect(said.stdout).toMatch(/^Field +manufactuer$/m);
    expect(said.stdout).not.toContain('(unknown)');
    const json = await onScreen(operator, 'why', requestId, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ tell_the_customer: told, figures: { field: 'manufactuer' } });
  });

  test('names an endpoint of the HTTP API, with its advice', async () => {
    const { mcpVersion: _none, why: _figures, ...line } = served();
    const [refused, nameless] = [`req_${'b'.repeat(20)}`, `req_${'c'.repeat(20)}`];
    const common = { timestamp: line['timestamp'], service: 'v1', method: 'GET', milliseconds: 3 };
    await log(
      'V1.log',
      { ...line, ...common, requestId: refused, outcome: 'rate_limited_account', status: 429 },
      { ...common, requestId: nameless, outcome: 'no_credentials', status: 401 },
    );
    const said = await onScreen(operator, 'why', refused);
    expect(said.stdout).toMatch(/^Asked +GET \/v1\/items\/lookup \(mpn: 8 characters\)$/m);
    expect(said.stdout).toMatch(
      /^Tell the customer:\nWait for the next minute, look many parts up in one call \(POST/m,
    );
    const { stdout } = await onScreen(operator, 'why', refused, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ function: 'v1', endpoint: 'GET /v1/items/lookup', http_status: 429 });
    expect((await onScreen(operator, 'why', nameless)).stdout).toMatch(/^Asked +GET to the HTTP API$/m);
  });

  test('reports the same figures in JSON', async () => {
    await log('Mcp.log', served());
    const { stdout } = await onScreen(operator, 'why', ID, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'spending_cap_reached',
      account_name: 'Acme Ltd',
      figures: { capNanoUsd: 9_500_000_000 },
      storage: [
        { call: 'BatchGetItem', milliseconds: 5 },
        { call: 'UpdateItem', milliseconds: 21 },
      ],
    });
  });

  test('refuses an id that no log has, and names the next step, in JSON too', async () => {
    const { exitCode, stdout } = await onScreen(operator, 'why', `req_${'z'.repeat(20)}`, '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'unknown_request', fix: expect.stringContaining('keeps') },
    });
  });
});

test('an internal error is found by its request', async () => {
  const fault = { level: 'ERROR', requestId: ID, error: { name: 'TypeError', message: 'x' } };
  const found = await findRequest(
    { linesOf: async () => [fault, { ...served(), outcome: 'internal_error', status: 500 }] },
    ID,
  );
  expect(found).toMatchObject({ line: { status: 500 }, internalError: { error: { name: 'TypeError' } } });
});

test('a deployed stage is searched with Logs Insights until the query is complete', async () => {
  const answers = [
    { queryId: 'q1' },
    { status: 'Running' },
    {
      status: 'Complete',
      results: [
        [
          { field: '@message', value: JSON.stringify(served()) },
          { field: '@ptr', value: 'p' },
        ],
      ],
    },
  ];
  const asked: unknown[] = [];
  const client = { send: async (command: { input: unknown }) => (asked.push(command.input), answers.shift() ?? {}) };
  const source = logsInsights({
    client: client as never,
    logGroups: ['mcp', 'token'],
    fromMs: 1_000,
    toMs: 2_000,
    wait: async () => undefined,
  });
  expect(await source.linesOf(ID)).toEqual([served()]);
  expect(asked[0]).toMatchObject({
    logGroupNames: ['mcp', 'token'],
    startTime: 1,
    queryString: expect.stringContaining(`"${ID}"`),
  });
});

test.each([
  ['fails', { status: 'Failed' }, 'The Logs Insights query ended with status Failed.'],
  ['does not end', { status: 'Running' }, 'Logs Insights did not answer within a minute.'],
])('a search whose query %s is given up', async (_, answer, message) => {
  let waitedMs = 0;
  const client = { send: async () => ({ queryId: 'q1', ...answer }) };
  const wait = async (ms: number) => void (waitedMs += ms);
  const source = logsInsights({ client: client as never, logGroups: ['mcp'], fromMs: 1_000, toMs: 2_000, wait });
  await expect(source.linesOf(ID)).rejects.toThrow(message);
  expect(waitedMs).toBe(answer.status === 'Failed' ? 0 : 60_000);
});

test('an unknown outcome has no explanation, and is not refused', () => {
  expect(explainOutcome('something_new')).toBeUndefined();
  expect(explainOutcome('constructor')).toBeUndefined();
});
