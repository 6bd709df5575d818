/** A deployed stage with a stand-in for CloudFormation's response and real tables behind it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperator, startCommand, type Operator } from '../../../support/processes/operator.ts';
import type { CommandResult } from '../../../support/processes/operator-screen.ts';

let operator: Operator;
let cloudFormation: Server;
let deployed: string | undefined;
let asked: string;

beforeAll(async () => {
  operator = await openOperator();
  cloudFormation = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked = new URLSearchParams(body).get('StackName') ?? '';
      response.statusCode = asked === deployed ? 200 : 400;
      response.setHeader('content-type', 'text/xml');
      response.end(asked === deployed ? stackXml() : missingXml(asked));
    });
  });
  await new Promise<void>((resolve) => cloudFormation.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  cloudFormation.close();
  await operator.stop();
});

function stackXml(): string {
  const outputs = Object.entries({
    ProductIndexTable: operator.tables.productIndexTable,
    AccountsTable: operator.tables.accountsTable,
  });
  const members = outputs.map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
    <StackName>x</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>
    <Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}

function missingXml(name: string): string {
  return `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>
    <Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`;
}

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const { port } = cloudFormation.address() as AddressInfo;
  return startCommand(operator.folder, args, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}`,
    AWS_ENDPOINT_URL_DYNAMODB: operator.tables.endpoint,
    ...environment,
  }).result;
}

test('a deployed stage finds its tables through the outputs of its stack', async () => {
  deployed = 'product-data-development';
  const opened = await run(['accounts', 'create', 'Acme', '--stage', 'development', '--json']);
  expect(opened).toMatchObject({ exitCode: 0, stderr: '' });
  expect(asked).toBe('product-data-development');
  const { account_id } = JSON.parse(opened.stdout) as { account_id: string };
  expect(await operator.json('accounts', 'show', account_id)).toMatchObject({ name: 'Acme' });
});

test.each([
  [
    'is not deployed',
    ['accounts', 'show', 'acc_0000000000', '--stage', 'production'],
    'product-data-production is not deployed',
  ],
  ['lacks an output', ['secrets', 'rotate', '--yes', '--stage', 'development'], 'has no output SigningSecretId'],
  ['does not exist', ['accounts', 'show', 'acc_0000000000', '--stage', 'staging'], 'There is no stage "staging".'],
])('a deployed stage that %s is reported in one sentence', async (_, args, words) => {
  deployed = 'product-data-development';
  const result = await run(args);
  expect(result).toMatchObject({ exitCode: 1, stdout: '' });
  expect(result.stderr).toContain(words);
  expect(result.stderr.trim().split('\n')).toHaveLength(1);
});
