import { expect, test } from 'vitest';
import { ProtectedTable } from '../../../lib/constructs/protected-table.ts';
import { templateWith } from '../stack-template.ts';

function tableWith(keepsData: boolean): unknown {
  return templateWith((stack) => new ProtectedTable(stack, 'Things', { keepsData })).toJSON();
}

test('a table has a fixed logical id and string keys, and is on demand, recoverable, encrypted and without indexes', () => {
  expect(tableWith(true)).toMatchObject({
    Resources: {
      Things: {
        Properties: {
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          AttributeDefinitions: [
            { AttributeName: 'pk', AttributeType: 'S' },
            { AttributeName: 'sk', AttributeType: 'S' },
          ],
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          SSESpecification: { SSEEnabled: true },
          TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
        },
      },
    },
  });
});

test('a table that keeps data outlives the stack, unless its own creation is rolled back', () => {
  expect(tableWith(true)).toMatchObject({ Resources: { Things: { DeletionPolicy: 'RetainExceptOnCreate' } } });
});

test('any other table is deleted with the stack', () => {
  expect(tableWith(false)).toMatchObject({ Resources: { Things: { DeletionPolicy: 'Delete' } } });
});
