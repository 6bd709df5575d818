import { describe, expect, test } from 'vitest';
import { STAGES, stageSettings } from '../../lib/stage-settings.ts';
import { maskedJson, rightsOf, stageTemplate } from './stack-template.ts';

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
        'dynamodb:Query on ProductIndex',
        'dynamodb:UpdateItem on Accounts',
        'secretsmanager:GetSecretValue on SigningSecret',
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
  ])('%s', (functionId, rights) => {
    const own = /^logs:(CreateLogStream|PutLogEvents) on /;
    expect(rightsOf(template, functionId).filter((right) => !own.test(right))).toEqual(rights);
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
