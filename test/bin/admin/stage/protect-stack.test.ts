/** Protects a stack against recorded AWS responses, in CloudFormation's query protocol and DynamoDB's JSON. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { protectStack, rememberProtection } from '../../../../bin/admin/stage/protect-stack.ts';

const STACK = 'product-data-production';
const XML = 'xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"';

let server: Server;
let asked: string[];
let stack: { status: string; terminationProtected: boolean };
let protectedTables: Set<string>;
/** The call that AWS refuses once. */
let refused: string | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const target = request.headers['x-amz-target'];
      const { status, text } = typeof target === 'string' ? dynamoDb(target, body) : cloudFormation(body);
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  refused = undefined;
  stack = { status: 'CREATE_COMPLETE', terminationProtected: false };
  protectedTables = new Set();
});

function dynamoDb(target: string, body: string): { status: number; text: string } {
  const name = target.split('.')[1] ?? '';
  const { TableName, DeletionProtectionEnabled } = JSON.parse(body) as {
    TableName: string;
    DeletionProtectionEnabled?: boolean;
  };
  const call = `${name} ${TableName}`;
  asked.push(call);
  if (call === refused) {
    refused = undefined;
    const __type = 'com.amazonaws.dynamodb.v20120810#ResourceInUseException';
    return {
      status: 400,
      text: JSON.stringify({ __type, message: 'Attempt to change a resource which is still in use' }),
    };
  }
  if (DeletionProtectionEnabled === true) protectedTables.add(TableName);
  const described = { TableName, DeletionProtectionEnabled: protectedTables.has(TableName) };
  return {
    status: 200,
    text: JSON.stringify(name === 'DescribeTable' ? { Table: described } : { TableDescription: described }),
  };
}

function cloudFormation(body: string): { status: number; text: string } {
  const query = new URLSearchParams(body);
  const action = query.get('Action') ?? '';
  asked.push(`${action} ${query.get('StackName')}`);
  if (action === 'UpdateTerminationProtection') {
    stack.terminationProtected = query.get('EnableTerminationProtection') === 'true';
    return {
      status: 200,
      text: `<UpdateTerminationProtectionResponse ${XML}><UpdateTerminationProtectionResult><StackId>${STACK}</StackId></UpdateTerminationProtectionResult></UpdateTerminationProtectionResponse>`,
    };
  }
  return {
    status: 200,
    text: `<DescribeStacksResponse ${XML}><DescribeStacksResult><Stacks><member><StackName>${STACK}</StackName>
      <CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>${stack.status}</StackStatus>
      <EnableTerminationProtection>${stack.terminationProtected}</EnableTerminationProtection></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  };
}

async function protect(): Promise<unknown> {
  const settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  };
  const clients = {
    cloudFormation: new CloudFormationClient(settings),
    documents: DynamoDBDocumentClient.from(new DynamoDBClient(settings)),
  };
  try {
    return await protectStack(clients, STACK, ['index', 'accounts']);
  } finally {
    clients.cloudFormation.destroy();
    clients.documents.destroy();
  }
}

describe('protecting a stack', () => {
  test('makes its tables and then the stack refuse deletion', async () => {
    await protect();
    expect(stack.terminationProtected).toBe(true);
    expect([...protectedTables]).toEqual(['index', 'accounts']);
    expect(asked.at(-1)).toBe(`UpdateTerminationProtection ${STACK}`);
  });

  test('changes nothing that is already protected', async () => {
    await protect();
    asked = [];
    await protect();
    expect(asked).toEqual([`DescribeStacks ${STACK}`, 'DescribeTable index', 'DescribeTable accounts']);
  });

  test('resumes where an earlier run ended', async () => {
    refused = 'UpdateTable accounts';
    await expect(protect()).rejects.toThrow('still in use');
    expect(stack.terminationProtected).toBe(false);
    await protect();
    expect([...protectedTables]).toEqual(['index', 'accounts']);
    expect(stack.terminationProtected).toBe(true);
    expect(asked.filter((call) => call === 'UpdateTable index')).toHaveLength(1);
  });

  test.each(['CREATE_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'CREATE_FAILED', 'REVIEW_IN_PROGRESS'])(
    'is refused while the stack is %s, because a failed create could not be removed',
    async (status) => {
      stack.status = status;
      await expect(protect()).rejects.toThrow(`is ${status}`);
      expect(stack.terminationProtected).toBe(false);
      expect(protectedTables.size).toBe(0);
    },
  );
});

describe('storing the protection for later deploys', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'protect-'));
  });

  test('adds the stage to the CDK context, and keeps what else is there', async () => {
    const file = path.join(folder, 'cdk.context.json');
    await rememberProtection(file, 'production');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ 'product-data:protected:production': true });
    await writeFile(file, '{"other": [1]}');
    await rememberProtection(file, 'production');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      other: [1],
      'product-data:protected:production': true,
    });
    await rm(folder, { recursive: true });
  });
});
