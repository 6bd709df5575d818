import { expect, test } from 'vitest';
import { resolver } from '../../../local/template/resolve-value.ts';

const resolve = resolver(new Map([['Table', { ref: 'Table-name', attributes: { Arn: 'arn:table' } }]]));

test.each([
  [{ Ref: 'Table' }, 'Table-name'],
  [{ Ref: 'AWS::Region' }, 'us-east-1'],
  [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:table'],
  [{ 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/Table-name'],
  [{ 'Fn::Sub': 'x-${Table}-${Table.Arn}-${AWS::AccountId}' }, 'x-Table-name-arn:table-000000000000'],
  [
    { list: [{ Ref: 'Table' }], text: 'Ref', number: 1 },
    { list: ['Table-name'], text: 'Ref', number: 1 },
  ],
])('%j resolves to %j', (value, resolved) => {
  expect(resolve(value)).toEqual(resolved);
});

test.each([
  [{ Ref: 'Nobody' }, 'Nobody'],
  [{ 'Fn::GetAtt': ['Table', 'StreamArn'] }, 'StreamArn'],
  [{ 'Fn::Cidr': [] }, 'Fn::Cidr'],
])('%j is refused by name', (value, name) => {
  expect(() => resolve(value)).toThrow(name);
});
