import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpointsPath, readLocalEndpoints, removeLocalEndpoints, writeLocalEndpoints } from '../../local/endpoints.ts';

const ENDPOINTS = {
  baseUrl: 'http://127.0.0.1:3000',
  dynamodb: 'http://127.0.0.1:4001',
  sqs: 'http://127.0.0.1:4002',
  secretsManager: 'http://127.0.0.1:4003',
  outputs: { AccountsTable: 'Accounts' },
  pid: process.pid,
};
/** Exceeds the largest process id of any system. */
const NO_PROCESS = 2 ** 31 - 2;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'endpoints-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the endpoints file is read until it is removed, and only its owner may read it', async () => {
  await writeLocalEndpoints(folder, ENDPOINTS);
  expect(await readLocalEndpoints(folder)).toEqual(ENDPOINTS);
  expect((await stat(endpointsPath(folder))).mode & 0o777).toBe(0o600);
  await removeLocalEndpoints(folder);
  expect(await readLocalEndpoints(folder)).toBeUndefined();
});

test('the endpoints file of a killed service is ignored', async () => {
  await writeLocalEndpoints(folder, { ...ENDPOINTS, pid: NO_PROCESS });
  expect(await readLocalEndpoints(folder)).toBeUndefined();
});

test('a damaged endpoints file is reported', async () => {
  await writeFile(endpointsPath(folder), '{}');
  await expect(readLocalEndpoints(folder)).rejects.toThrow('is damaged');
});
