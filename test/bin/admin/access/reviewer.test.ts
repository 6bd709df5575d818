/** The account for reviewers of a directory, and the page that the command prints. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { DynamoAdministrationStore } from '../../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoPeopleStore } from '../../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { proveSecret } from '../../../../core/access/auth/client-secret.ts';
import { readClientId } from '../../../../core/identifiers.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';

let operator: Operator;
let file = '';
beforeAll(async () => {
  operator = await openOperator();
  file = path.join(operator.folder, 'parts.csv');
  await writeFile(file, 'Manufacturer,Part number\nNorvane,RM-1\nNorvane,RM-2\n');
});
afterAll(() => operator.stop());

const made = z.object({
  accountId: z.string(),
  clientId: z.string(),
  secret: z.string(),
  rows: z.int(),
  ends_at: z.string(),
});

test('the account has a plan, a cap, a list, an owner and a key whose secret ends on the day that was asked for', async () => {
  const shown = made.parse(
    await operator.json('reviewer', 'create', 'reviews@parts.example', file, '--cap', '7.50', '--days', '30'),
  );
  expect(shown.rows).toBe(2);
  const client = testClient(operator.tables.endpoint);
  const store = new DynamoAdministrationStore(client, operator.tables.accountsTable);
  const account = (await store.readAccount(shown.accountId))?.value;
  expect(account).toMatchObject({ spendingCapCents: 750, billingState: 'active', terms: { code: 'starter' } });
  const identity = readClientId(shown.clientId);
  if (identity === undefined) throw new Error('no client id');
  const secrets = (await store.readClient(identity))?.value.secrets ?? [];
  const endsAtMs = Date.parse(shown.ends_at);
  expect(Math.abs(endsAtMs - Date.now() - 30 * DAY_MS)).toBeLessThan(DAY_MS);
  expect(proveSecret(shown.secret, secrets, endsAtMs - 60_000)).toBe('valid');
  expect(proveSecret(shown.secret, secrets, endsAtMs + 60_000)).toBe('ended');
  const members = await new DynamoPeopleStore(client, operator.tables.accountsTable).readMembers(shown.accountId);
  expect(members?.invited).toMatchObject([{ role: 'owner', email: 'reviews@parts.example' }]);
});

test('the printed page has what a reviewer needs, within 80 columns', async () => {
  const { stdout, exitCode } = await operator.run('reviewer', 'create', 'reviews@parts.example', file);
  expect(exitCode).toBe(0);
  for (const text of [
    'http://127.0.0.1:3000/mcp',
    'reviews@parts.example',
    '$5.00 a month',
    'a list of 2 rows',
    '/privacy',
  ])
    expect(stdout).toContain(text);
  expect(stdout).toMatch(/review is over:\n {2}npm run admin -- accounts set acc_\w+ --status suspended/);
  expect((await operator.run('reviewer', 'create', '--help')).stdout).toContain('(default: 5)');
  expect(stdout).toMatch(/client secret +sec_\S+/i);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test.each([
  [['reviews@parts.example', 'FILE', '--days', '0'], 'It must be from 1 to 365.'],
  [['no-address', 'FILE'], 'error'],
])('%j is refused before anything is opened', async (args, message) => {
  const given = args.map((arg) => (arg === 'FILE' ? file : arg));
  const { stderr, exitCode } = await operator.run('reviewer', 'create', ...given);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
});
