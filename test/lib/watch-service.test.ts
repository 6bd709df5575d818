import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stageTemplate } from './stack-template.ts';

interface AlarmProperties {
  readonly AlarmDescription: string;
  readonly AlarmActions: readonly unknown[];
  readonly OKActions: readonly unknown[];
}

const template = stageTemplate('production');
const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties as AlarmProperties,
);

test('every alarm names the harm and links to its own heading in the runbook', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  expect(alarms.length).toBeGreaterThanOrEqual(15);
  const anchors = alarms.map(({ AlarmDescription }) => {
    expect(AlarmDescription).toMatch(/^.{40,} https:\/\/docs\.productdata\.example\/runbook#[a-z0-9-]+$/);
    return AlarmDescription.split('#')[1] ?? '';
  });
  expect(new Set(anchors).size).toBe(alarms.length);
  for (const anchor of anchors) expect(runbook).toContain(`\n### ${anchor}\n`);
});

test('the runbook explains no alarm that is gone', () => {
  const explained = (readFileSync('docs/runbook.md', 'utf8').split('\n## What each alarm means\n')[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('### '))
    .map((line) => line.slice(4));
  expect(explained.toSorted()).toEqual(alarms.map(({ AlarmDescription }) => AlarmDescription.split('#')[1]).toSorted());
});

test('every alarm tells the operators when it begins and when it is over', () => {
  const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'));
  for (const { AlarmActions, OKActions } of alarms) {
    expect(AlarmActions).toEqual([{ Ref: topic }]);
    expect(OKActions).toEqual([{ Ref: topic }]);
  }
  template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'operations@productdata.example',
  });
});

test('the local run has neither alarms nor a dashboard', () => {
  const local = stageTemplate('local');
  local.resourceCountIs('AWS::CloudWatch::Alarm', 0);
  local.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
});

test('no metric has an account or a client among its dimensions', () => {
  const text = JSON.stringify(template.toJSON());
  expect(text).toContain('"Name":"service"');
  expect(text).not.toMatch(/"Name":"(account|client|tool)"/);
});

test('production reserves concurrency for the worker, traces nothing; development traces', () => {
  template.hasResourceProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: 4 });
  expect(JSON.stringify(template.toJSON())).not.toContain('TracingConfig');
  stageTemplate('development').allResourcesProperties('AWS::Lambda::Function', { TracingConfig: { Mode: 'Active' } });
});
