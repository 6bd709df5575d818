import { PutCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';
import { onScreen, tooWide } from '../../../support/processes/operator-screen.ts';

let operator: Operator;
let client: DynamoDBDocumentClient;
let acme: OpenedAccount;

beforeAll(async () => {
  operator = await openOperator();
  client = testClient(operator.tables.endpoint);
  acme = await openAccount(client, operator.tables.accountsTable, { name: 'Acme' });
  await client.send(
    new PutCommand({
      TableName: operator.tables.accountsTable,
      Item: {
        pk: `ACCOUNT#${acme.account.accountId}`,
        sk: 'USAGE#2026-11',
        calls: 7,
        tokens: 1200,
        charged: 150_000_000,
      },
    }),
  );
});
afterAll(() => operator.stop());

test('a copy is equal; a missing row and a different amount are reported separately, with exit code 2', async () => {
  const copied = await onScreen(operator, 'tables', 'copy', 'accounts', 'accounts-restored');
  expect(copied.stdout).toMatch(/^\d rows copied from \S+ to accounts-restored\.$/m);
  const same = await onScreen(operator, 'tables', 'compare', 'accounts', 'accounts-restored');
  expect(same).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('The tables are the same.') });

  await client.send(
    new UpdateCommand({
      TableName: 'accounts-restored',
      Key: { pk: `ACCOUNT#${acme.account.accountId}`, sk: 'USAGE#2026-11' },
      UpdateExpression: 'SET charged = :less',
      ExpressionAttributeValues: { ':less': 0 },
    }),
  );
  await client.send(
    new PutCommand({ TableName: 'accounts-restored', Item: { pk: 'ACCOUNT#acc_other', sk: 'CLIENT#cli_x' } }),
  );
  const different = await onScreen(operator, 'tables', 'compare', 'accounts', 'accounts-restored');
  expect(different.exitCode).toBe(2);
  expect(tooWide(different)).toEqual([]);
  expect(different.stdout).toMatch(/^rows: ACCOUNT CLIENT +1 +2 +1$/m);
  expect(different.stdout).toMatch(/^research charged +\$0\.15 +\$0\.00 +-\$0\.15$/m);
  expect(different.stdout).toMatch(/^tokens +1,200 +1,200 +-$/m);
  expect(different.stdout).toContain(`Accounts whose sums differ: ${acme.account.accountId}.`);
});

test('a missing table is reported as missing', async () => {
  const { exitCode, stderr } = await onScreen(operator, 'tables', 'compare', 'index', 'nowhere');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('A table or secret') });
});
