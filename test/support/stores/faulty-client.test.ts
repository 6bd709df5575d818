import { BatchGetCommand, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testClient } from './dynamodb-client.ts';
import { CrashError, faultScript, injectFaults, seededFaults } from './faulty-client.ts';
import type { Fault } from './faulty-client.ts';
import { openTables } from './tables.ts';
import type { OpenTables } from './tables.ts';

let tables: OpenTables;
let honest: DynamoDBDocumentClient;
let faulty: DynamoDBDocumentClient;
let name = 0;

beforeAll(async () => {
  tables = await openTables();
  honest = testClient(tables.endpoint);
});
beforeEach(() => {
  name += 1;
  faulty = testClient(tables.endpoint, { maxAttempts: 1 });
  return () => faulty.destroy();
});
afterAll(async () => {
  honest.destroy();
  await tables.stop();
});

function put() {
  return new PutCommand({ TableName: tables.accountsTable, Item: { pk: `f${name}`, sk: 's' } });
}

async function isWritten(): Promise<boolean> {
  const Key = { pk: `f${name}`, sk: 's' };
  return (await honest.send(new GetCommand({ TableName: tables.accountsTable, Key }))).Item !== undefined;
}

test.each<[Fault, string, boolean]>([
  ['throttled', 'ProvisionedThroughputExceededException', false],
  ['throttling', 'ThrottlingException', false],
  ['timeout', 'TimeoutError', false],
  ['answer-timed-out', 'TimeoutError', true],
  ['crash', 'CrashError', false],
  ['crash-after', 'CrashError', true],
])('the fault %s appears as %s; written: %s', async (fault, error, written) => {
  injectFaults(faultScript({ PutItem: { 1: fault } }), faulty);
  await expect(faulty.send(put())).rejects.toMatchObject({ name: error });
  expect(await isWritten()).toBe(written);
});

test.each<[Fault, boolean]>([
  ['reset', false],
  ['answer-lost', true],
])('the fault %s appears as ECONNRESET; written: %s', async (fault, written) => {
  injectFaults(faultScript({ PutItem: { 1: fault } }), faulty);
  await expect(faulty.send(put())).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(await isWritten()).toBe(written);
});

test.each<Fault>(['throttled', 'throttling', 'reset', 'answer-lost'])(
  'the SDK repeats a call after %s',
  async (fault) => {
    const patient = testClient(tables.endpoint, { maxAttempts: 2 });
    const faults = injectFaults(faultScript({ PutItem: { 1: fault } }), patient);
    await patient.send(put());
    expect(faults.callCount).toBe(2);
    patient.destroy();
  },
);

test('every client repeats a single write after a conflict', async () => {
  const faults = injectFaults(faultScript({ PutItem: { 1: 'conflict' } }), faulty);
  await faulty.send(put());
  expect(faults.callCount).toBe(2);
  expect(await isWritten()).toBe(true);
});

test('a transaction conflict is the reason of every item', async () => {
  injectFaults(faultScript({ TransactWriteItems: { 1: 'conflict' } }), faulty);
  const item = { Put: { TableName: tables.accountsTable, Item: { pk: `f${name}`, sk: 's' } } };
  await expect(faulty.send(new TransactWriteCommand({ TransactItems: [item] }))).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });
});

test('every later call of every client fails after a crash of the process', async () => {
  const sameProcess = testClient(tables.endpoint);
  const faults = injectFaults(faultScript({ PutItem: { 2: 'crash' } }), faulty, sameProcess);
  await faulty.send(put());
  await expect(sameProcess.send(put())).rejects.toThrow(CrashError);
  await expect(faulty.send(put())).rejects.toThrow(CrashError);
  expect(faults.crashed).toBe(true);
  sameProcess.destroy();
});

test('a slow response arrives late', async () => {
  injectFaults(faultScript({ PutItem: { 1: { slowMs: 60 } } }), faulty);
  const startMs = performance.now();
  await faulty.send(put());
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(59);
});

test('unprocessed keys are returned as the caller wrote them, across several tables', async () => {
  injectFaults(faultScript({ BatchGetItem: { 1: { unprocessed: 2 } } }), faulty);
  const Keys = [{ pk: 'a', sk: 's' }];
  const { accountsTable, productIndexTable } = tables;
  const RequestItems = { [accountsTable]: { Keys }, [productIndexTable]: { Keys: [...Keys, { pk: 'b', sk: 's' }] } };
  const { UnprocessedKeys } = await faulty.send(new BatchGetCommand({ RequestItems }));
  expect(UnprocessedKeys).toEqual({ [accountsTable]: { Keys }, [productIndexTable]: { Keys } });
});

test('a plan from a seed is always the same', () => {
  const debit = () => {
    const plan = seededFaults(7, 0.5, ['throttled', 'reset']);
    return Array.from({ length: 20 }, (_, call) => plan({ operation: 'PutItem', occurrence: call, call, input: {} }));
  };
  expect(debit()).toEqual(debit());
  expect(new Set(debit())).toEqual(new Set(['throttled', 'reset', undefined]));
});
