import { describe, expect, test } from 'vitest';
import { STAGES, stageSettings } from '../../lib/stage-settings.ts';
import { maskedJson, rightsOf, stageTemplate } from './stack-template.ts';

/** What an event source needs, as the CDK grants it. */
const CONSUMES = (queue: string): string[] =>
  ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'GetQueueUrl', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on ${queue}`,
  );

describe.each(STAGES)('the stack of the stage %s', (stage) => {
  const template = stageTemplate(stage);

  test('is what was last agreed on', () => {
    expect(maskedJson(template)).toMatchSnapshot();
  });

  test('has two tables, and no others', () => {
    expect(Object.keys(template.findResources('AWS::DynamoDB::Table'))).toEqual(['ProductIndex', 'Accounts']);
  });

  test('keeps its data exactly where the settings say so', () => {
    const { keepsData } = stageSettings(stage);
    for (const table of Object.values(template.findResources('AWS::DynamoDB::Table'))) {
      expect(table.Properties).toHaveProperty('DeletionProtectionEnabled', keepsData);
      expect(table.DeletionPolicy).toBe(keepsData ? 'Retain' : 'Delete');
    }
  });

  test('tells the operator’s command line where everything is', () => {
    expect(Object.keys(template.findOutputs('*')).toSorted()).toEqual([
      'AccountsTable',
      'ApiUrl',
      'BaseUrl',
      'ProductIndexTable',
      'ResearchDeadLettersUrl',
      'ResearchQueueUrl',
      'ResearchSecretId',
      'SigningSecretId',
    ]);
  });
});

describe('the rights of a function, besides those to its own log', () => {
  const template = stageTemplate('production');

  test.each([
    [
      'Mcp',
      [
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:BatchGetItem on ProductIndex',
        'dynamodb:GetItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:Query on Accounts',
        'dynamodb:Query on ProductIndex',
        'dynamodb:UpdateItem on Accounts',
        'secretsmanager:GetSecretValue on SigningSecret',
        'sqs:SendMessage on ResearchQueue',
      ],
    ],
    [
      'Token',
      [
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:UpdateItem on Accounts',
        'secretsmanager:GetSecretValue on SigningSecret',
      ],
    ],
    ['Discovery', []],
    [
      'EnrichmentWorker',
      [
        ...CONSUMES('ResearchQueue'),
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:BatchGetItem on ProductIndex',
        'dynamodb:ConditionCheckItem on ProductIndex',
        'dynamodb:DeleteItem on Accounts',
        'dynamodb:DeleteItem on ProductIndex',
        'dynamodb:GetItem on ProductIndex',
        'dynamodb:PutItem on Accounts',
        'dynamodb:PutItem on ProductIndex',
        'dynamodb:UpdateItem on Accounts',
        'dynamodb:UpdateItem on ProductIndex',
        'secretsmanager:GetSecretValue on ResearchSecret',
      ],
    ],
    [
      'EnrichmentSweeper',
      [
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:DeleteItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:Query on Accounts',
        'sqs:SendMessage on ResearchQueue',
      ],
    ],
    [
      'EnrichmentDeadLetters',
      [
        ...CONSUMES('ResearchDeadLetters'),
        'dynamodb:BatchGetItem on Accounts',
        'dynamodb:DeleteItem on Accounts',
        'dynamodb:PutItem on Accounts',
        'dynamodb:UpdateItem on Accounts',
      ],
    ],
  ])('%s', (functionId, rights) => {
    const own = /^logs:(CreateLogStream|PutLogEvents) on /;
    expect(rightsOf(template, functionId).filter((right) => !own.test(right))).toEqual(rights.toSorted());
  });

  test('name no action and no resource by a star', () => {
    const functions = Object.keys(template.findResources('AWS::Lambda::Function'));
    const starred = functions.flatMap((id) => rightsOf(template, id)).filter((right) => right.includes('*'));
    expect(starred).toEqual([]);
  });
});

test('an unknown stage is refused with the known ones', () => {
  expect(() => stageSettings('staging')).toThrow(
    'There is no stage "staging". Stages: local, development, production.',
  );
});
