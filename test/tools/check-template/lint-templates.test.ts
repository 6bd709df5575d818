import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintTemplates, needsLint } from '../../../tools/check-template/lint-templates.ts';

const installed = spawnSync('cfn-lint', ['--version']).status === 0;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lint-templates-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function template(resource: unknown): Promise<string> {
  const file = path.join(folder, 'any.template.json');
  await writeFile(file, JSON.stringify({ AWSTemplateFormatVersion: '2010-09-09', Resources: { Any: resource } }));
  return file;
}

test('no template counts as clean without cfn-lint', async () => {
  const file = await template({ Type: 'AWS::SNS::Topic' });
  expect(await lintTemplates([file], { PATH: folder })).toBe('not_installed');
});

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['', false],
  [undefined, false],
])('a run without cfn-lint and with CI=%s fails: %s', (CI, fails) => {
  expect(needsLint({ CI })).toBe(fails);
});

describe.skipIf(!installed)('cfn-lint', () => {
  test.each([
    ['an error', { Type: 'AWS::SNS::Topic', Properties: { Nonsense: true } }],
    ['a warning', { Type: 'AWS::SNS::Topic', Properties: { DisplayName: { 'Fn::Sub': 'nothing to put in' } } }],
  ])('fails the check for %s', async (_, resource) => {
    expect(await lintTemplates([await template(resource)])).toBe('findings');
  });

  test('passes if there is only W3005', async () => {
    const file = await template({ Type: 'AWS::SNS::Topic' });
    const resources = {
      Topic: { Type: 'AWS::SNS::Topic' },
      Subscription: {
        Type: 'AWS::SNS::Subscription',
        DependsOn: ['Topic'],
        Properties: { TopicArn: { Ref: 'Topic' }, Protocol: 'email', Endpoint: 'a@example.com' },
      },
    };
    await writeFile(file, JSON.stringify({ AWSTemplateFormatVersion: '2010-09-09', Resources: resources }));
    expect(await lintTemplates([file])).toBe('clean');
  });
});
