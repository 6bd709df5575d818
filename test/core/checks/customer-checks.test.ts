import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  customerChecks,
  readTestKey,
  type CheckAnswer,
  type CheckRequest,
} from '../../../core/checks/customer-checks.ts';
import { runChecks } from '../../../core/checks/run-checks.ts';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { startWholeService, type WholeService } from '../../support/service/whole-service.ts';

let service: WholeService;
let testKey: string;

beforeAll(async () => {
  service = await startWholeService();
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, { kind: 'test' });
  testKey = `${client.clientId}:${secret}`;
});
afterAll(() => service.stop());

async function ask({ method, path, headers, body }: CheckRequest): Promise<CheckAnswer> {
  const response = await fetch(`${service.baseUrl}${path}`, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

test('a service that keeps its promises passes every check, with a key and without', async () => {
  const results = await runChecks(customerChecks(testKey), ask);
  expect(results.map(({ problem }) => problem)).toEqual(results.map(() => undefined));
  expect(results).toHaveLength(7);
  expect(await runChecks(customerChecks(undefined), ask)).toMatchObject([
    { problem: undefined },
    { problem: undefined },
    { problem: undefined },
  ]);
});

test.each<[string, Partial<CheckAnswer>]>([
  ['answers with nothing but errors', { status: 500, body: '{}' }],
  ['answers everything with success', { status: 200, body: '{}', headers: {} }],
  ['answers without JSON', { body: '<html>' }],
])('a service that %s fails every check that it affects', async (_name, wrong) => {
  const results = await runChecks(customerChecks(testKey), async (request) => ({ ...(await ask(request)), ...wrong }));
  expect(results.filter(({ problem }) => problem !== undefined).length).toBeGreaterThanOrEqual(3);
});

test('an unreachable service is a problem, reported without the key', async () => {
  const failing = async (): Promise<never> => Promise.reject(new TypeError(`cannot reach ${testKey}`));
  const results = await runChecks(customerChecks(testKey), failing);
  expect(results.map(({ problem }) => problem)).toEqual(results.map(() => 'it could not be asked (TypeError)'));
});

test('readTestKey accepts only a complete test key: neither a bare secret nor a live key', () => {
  expect(readTestKey(`${testKey}\n`)).toBe(testKey);
  expect(readTestKey('x'.repeat(64))).toBeUndefined();
  expect(readTestKey(testKey.replace('cli_test_', 'cli_live_'))).toBeUndefined();
});
