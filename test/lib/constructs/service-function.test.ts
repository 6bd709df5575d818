import path from 'node:path';
import { expect, test } from 'vitest';
import { ServiceFunction } from '../../../lib/constructs/service-function.ts';
import { grantActions } from '../../../lib/constructs/grant-actions.ts';
import { ProtectedTable } from '../../../lib/constructs/protected-table.ts';
import { rightsOf, templateWith } from '../stack-template.ts';

const REST_FUNCTION = path.resolve(import.meta.dirname, '../../fixtures/local-stack/rest');
const REST = {
  folder: REST_FUNCTION,
  environment: { NAME: 'value' },
  description: 'a function',
  memoryMb: 256,
  timeoutSeconds: 5,
};
const STAGE = { logRetentionDays: 30, keepsData: false, tracing: false } as const;

test('a function runs on Node 24 and arm64, with its variables', () => {
  const template = templateWith((stack) => new ServiceFunction(stack, STAGE, 'Rest', REST));
  template.hasResourceProperties('AWS::Lambda::Function', {
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    Handler: 'handler.handler',
    MemorySize: 256,
    Timeout: 5,
    Environment: { Variables: { NAME: 'value' } },
  });
  expect(Object.keys(template.findResources('AWS::Lambda::Function'))).toEqual(['Rest']);
});

test('a function may write only to its own log group, whose lines expire', () => {
  const template = templateWith((stack) => new ServiceFunction(stack, STAGE, 'Rest', REST));
  template.hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
  expect(rightsOf(template, 'Rest')).toEqual(['logs:CreateLogStream on RestLogs', 'logs:PutLogEvents on RestLogs']);
});

test.each([
  [true, true, 'RetainExceptOnCreate'],
  [true, false, 'Delete'],
  [false, true, 'Delete'],
])('a log that proves bills (%s), where data is kept (%s): %s', (provesBills, keepsData, policy) => {
  const template = templateWith(
    (stack) => new ServiceFunction(stack, { ...STAGE, keepsData }, 'Rest', { ...REST, provesBills }),
  );
  template.hasResource('AWS::Logs::LogGroup', { DeletionPolicy: policy });
});

test('a granted action applies to the table, not to others or to its indexes', () => {
  const template = templateWith((stack) => {
    const fn = new ServiceFunction(stack, STAGE, 'Rest', REST);
    new ProtectedTable(stack, 'Others', { keepsData: false });
    grantActions(fn, new ProtectedTable(stack, 'Things', { keepsData: false }), ['dynamodb:GetItem']);
  });
  expect(rightsOf(template, 'Rest').filter((right) => right.startsWith('dynamodb'))).toEqual([
    'dynamodb:GetItem on Things',
  ]);
});

test('a folder without a handler is refused by name', () => {
  expect(() => templateWith((stack) => new ServiceFunction(stack, STAGE, 'Rest', { ...REST, folder: 'core' }))).toThrow(
    /There is no .*functions\/core\/handler\.ts/,
  );
});
