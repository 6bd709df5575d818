import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countingFailures, createRequestLog, type ServedLine } from '../../../adapters/lambda-http/request-log.ts';
import { UnansweredDebitError } from '../../../core/billing/meter/take-back.ts';
import { prepareDebit, type BillableCaller } from '../../../core/billing/meter/usage-debit.ts';
import { callerIn, NOON_MS } from '../../support/fixtures/callers.ts';
import { valueOf } from '../../support/fixtures/value-of.ts';
import type { RequestOutcome } from '../../../core/api/refusals/request-outcome.ts';
import { outcomeMetric } from '../../../adapters/lambda-http/request-metrics.ts';

let written: string[];

beforeEach(() => {
  written = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written.push(
        ...String(text)
          .split('\n')
          .filter((line) => line !== ''),
      );
      return true;
    });
  }
  for (const name of ['log', 'info', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((text: unknown) => void written.push(String(text)));
  }
});
afterEach(() => vi.restoreAllMocks());

function lines(): Record<string, unknown>[] {
  return written.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const SERVED: ServedLine = { requestId: 'req_1', status: 200, milliseconds: 12, outcome: 'answered', tokensBilled: 7 };

test('a request is one log line and one embedded metric, with its storage figures', () => {
  createRequestLog('mcp', 'production', () => ({ storage: 'UpdateItem 3' })).requestServed({
    ...SERVED,
    account: 'acc_1',
  });
  const [line, metric] = lines();
  expect(line).toMatchObject({ requestId: 'req_1', account: 'acc_1', storage: 'UpdateItem 3', tokensBilled: 7 });
  expect(metric).toMatchObject({
    service: 'mcp',
    stage: 'production',
    Requests: 1,
    Answered: 1,
    Latency: 12,
    TokensBilled: 7,
  });
  expect(lines()).toHaveLength(2);
});

test('metrics are counted by function and stage, not by client', () => {
  createRequestLog('mcp', 'production').requestServed({
    ...SERVED,
    account: 'acc_1',
    client: 'cli_1',
    tool: 'get_item',
  });
  const metric = lines()[1] as { _aws: { CloudWatchMetrics: { Dimensions: string[][]; Namespace: string }[] } };
  expect(metric._aws.CloudWatchMetrics).toMatchObject([
    { Namespace: 'ProductData', Dimensions: [['service', 'stage']] },
  ]);
  expect(JSON.stringify(metric)).not.toMatch(/acc_1|cli_1|get_item/);
});

test('a failure is counted with its request, and rethrown', async () => {
  const log = createRequestLog('mcp', 'production');
  const failing = countingFailures(log, 'MeterFailed', async () => Promise.reject(new Error('lost')));
  await expect(failing()).rejects.toThrow('lost');
  log.requestServed({ ...SERVED, status: 500, outcome: 'internal_error' });
  expect(lines().at(-1)).toMatchObject({ MeterFailed: 1, Faults: 1 });
});

test('a charge that may remain is logged with its ids and amounts, and counted', () => {
  const debit = valueOf(prepareDebit(callerIn({}) as BillableCaller, { tokens: 30, items: 2, parts: 0 }, NOON_MS));
  const log = createRequestLog('mcp', 'production');
  log.internalError('req_1', new Error('lost'));
  log.requestServed({ ...SERVED, status: 500, outcome: 'internal_error' });
  expect(lines().at(-1)).not.toHaveProperty('ChargeInDoubt');
  log.internalError('req_2', new UnansweredDebitError(debit, 'in_doubt', new Error('lost')));
  log.requestServed({ ...SERVED, status: 500, outcome: 'internal_error' });
  expect(lines().at(-1)).toMatchObject({ ChargeInDoubt: 1, Faults: 1 });
  expect(written.join('')).toContain(`Debit ${debit.mark.id} of 30 tokens and 2 items on acc_0123456789 2026-11`);
});

test('only an internal error is also counted for the version', async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', '17');
  const log = createRequestLog('mcp', 'production');
  await countingFailures(log, 'MeterFailed', async () => Promise.reject(new Error('lost')))().catch(() => undefined);
  log.requestServed({ ...SERVED, status: 500, outcome: 'internal_error' });
  log.requestServed(SERVED);
  const ofVersion = lines().filter(({ _aws: emf, version }) => emf !== undefined && version !== undefined);
  expect(ofVersion).toMatchObject([
    { service: 'mcp', stage: 'production', version: '17', MeterFailed: 1 },
    { service: 'mcp', stage: 'production', version: '17', Faults: 1 },
  ]);
  for (const { _aws: emf } of ofVersion)
    expect(emf).toMatchObject({
      CloudWatchMetrics: [{ Dimensions: [['service', 'stage', 'version']], Metrics: [{}] }],
    });
  vi.unstubAllEnvs();
});

test.each<[RequestOutcome | undefined, number, string]>([
  ['answered', 200, 'Answered'],
  [undefined, 202, 'Answered'],
  ['granted', 200, 'Answered'],
  ['internal_error', 500, 'Faults'],
  ['rate_limited_address', 429, 'RefusedRate'],
  ['rate_limited', 200, 'RefusedRate'],
  ['spending_cap_reached', 200, 'RefusedPlan'],
  ['wrong_secret', 401, 'RefusedCredentials'],
  ['insufficient_scope', 403, 'RefusedInput'],
  ['invalid_parameter', 200, 'RefusedInput'],
])('outcome %j with status %i counts as %s', (outcome, status, metric) => {
  expect(outcomeMetric({ outcome, status })).toBe(metric);
});
