import { expect, test } from 'vitest';
import { dynamoDbRights } from '../../../local/rights/dynamodb-rights.ts';
import { LocalRights, type Statement } from '../../../local/rights/local-rights.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Accounts';
const READ = { action: 'dynamodb:GetItem', arn: TABLE };
const allow = { Effect: 'Allow', Action: ['dynamodb:GetItem'], Resource: [TABLE] };

function signedBy(accessKeyId: string): string {
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, Signature=x`;
}

function rightsWith(...statements: Statement[]): {
  rights: LocalRights;
  heard: string[];
} {
  const heard: string[] = [];
  const rights = new LocalRights((name, sentence) => heard.push(`${name} ${sentence}`));
  rights.load(new Map([['Mcp', statements]]));
  return { rights, heard };
}

test('a function may do what its role allows, on the resource that this names', () => {
  const { rights, heard } = rightsWith(allow);
  expect(rights.refuse(signedBy('Mcp'), [READ])).toBeUndefined();
  expect(heard).toEqual([]);
});

test.each([
  ['another action', { ...READ, action: 'dynamodb:DeleteItem' }],
  ['another resource', { ...READ, arn: `${TABLE}2` }],
])('a function may not do %s, and the error names the missing right', (_, needed) => {
  const { rights, heard } = rightsWith(allow);
  const sentence = `is not authorized to perform: ${needed.action} on resource: ${needed.arn}`;
  expect(rights.refuse(signedBy('Mcp'), [READ, needed])).toBe(`User: Mcp ${sentence}`);
  expect(heard).toEqual([`Mcp ${sentence}`]);
});

test('a denial overrides a permission, and a star matches any text', () => {
  const everything = { Effect: 'Allow', Action: ['dynamodb:*'], Resource: ['*'] };
  expect(rightsWith(everything).rights.refuse(signedBy('Mcp'), [READ])).toBeUndefined();
  expect(rightsWith(everything, { ...allow, Effect: 'Deny' }).rights.refuse(signedBy('Mcp'), [READ])).toBeDefined();
});

test('a caller that is not a function may do everything: the runtime and the operator’s command line', () => {
  expect(rightsWith().rights.refuse(signedBy('local'), [READ])).toBeUndefined();
  expect(rightsWith().rights.refuse(undefined, [READ])).toBeUndefined();
});

test.each([
  ['GetItem', { TableName: 'Accounts' }, ['dynamodb:GetItem']],
  [
    'BatchGetItem',
    { RequestItems: { Accounts: {}, Products: {} } },
    ['dynamodb:BatchGetItem', 'dynamodb:BatchGetItem'],
  ],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName: 'A' } },
        { ConditionCheck: { TableName: 'A' } },
        { Delete: { TableName: 'B' } },
      ],
    },
    ['dynamodb:PutItem', 'dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem'],
  ],
  ['TransactGetItems', { TransactItems: [{ Get: { TableName: 'A' } }] }, ['dynamodb:GetItem']],
])('%s of DynamoDB needs the rights that IAM asks for', (operation, call, actions) => {
  expect(dynamoDbRights(operation, call).map(({ action }) => action)).toEqual(actions);
});

const onPartitions = (...patterns: string[]): Statement => ({
  ...allow,
  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns } },
});

test.each([
  ['in the partitions that its role names', ['ACCOUNT#1', 'PERSON#2'], true],
  ['in another partition', ['RATE#1'], false],
  ['one of which is in another partition', ['ACCOUNT#1', 'RATE#1'], false],
])('a function may access rows %s: %j', (_, leadingKeys, may) => {
  const { rights } = rightsWith(onPartitions('ACCOUNT#*', 'PERSON#?'));
  expect(rights.refuse(signedBy('Mcp'), [{ ...READ, leadingKeys }]) === undefined).toBe(may);
});

test('a right on partitions adds to a right on others, and removes nothing from it', () => {
  const { rights } = rightsWith(onPartitions('ACCOUNT#*'), onPartitions('RATE#*'));
  expect(rights.refuse(signedBy('Mcp'), [{ ...READ, leadingKeys: ['RATE#1'] }])).toBeUndefined();
});

const row = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });

test.each([
  ['GetItem', { TableName: 'A', Key: row('a') }, ['a']],
  ['PutItem', { TableName: 'A', Item: row('a') }, ['a']],
  ['BatchGetItem', { RequestItems: { A: { Keys: [row('a'), row('b')] } } }, ['a', 'b']],
  [
    'BatchWriteItem',
    { RequestItems: { A: [{ PutRequest: { Item: row('a') } }, { DeleteRequest: { Key: row('b') } }] } },
    ['a', 'b'],
  ],
  [
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: 'A', Item: row('a') } }, { Update: { TableName: 'A', Key: row('b') } }] },
    ['a', 'b'],
  ],
  [
    'Query',
    {
      TableName: 'A',
      KeyConditionExpression: '#p = :p AND begins_with(sk, :s)',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':p': { S: 'a' }, ':s': { S: 'b' } },
    },
    ['a'],
  ],
  ['Scan', { TableName: 'A' }, []],
])('%s of DynamoDB names the partitions of its rows', (operation, call, keys) => {
  expect(dynamoDbRights(operation, call).flatMap(({ leadingKeys }) => leadingKeys)).toEqual(keys);
});
