/**
 * The requirements of AWS on a template that are not checked before a deploy: every rule passes on every deployable
 * template, and fails on a template that breaks it.
 */
import { describe, expect, test } from 'vitest';
import { DEPLOYABLE_STAGES, stageSettings } from '../../../lib/settings/stage-settings.ts';
import { stageTemplate, templateOf } from '../stack-template.ts';
import { accessRules } from './access-rules.ts';
import { alarmRules } from './alarm-rules.ts';
import type { Template } from './aws-rule.ts';
import { functionRules } from './function-rules.ts';
import { propertyRules } from './property-rules.ts';

const RULES = [...propertyRules, ...functionRules, ...alarmRules, ...accessRules];

const complete = templateOf({
  ...stageSettings('production'),
  signIn: 'on',
  certificateArn: 'arn:aws:acm:eu-central-1:000000000000:certificate/x',
  hostAnswers: true,
}).toJSON() as Template;

const TEMPLATES = [
  ...DEPLOYABLE_STAGES.map((stage) => [stage, stageTemplate(stage).toJSON() as Template] as const),
  ['production with sign-in and a certificate', complete] as const,
];

describe.each(RULES)('$rule', ({ findings, broken, page }) => {
  test.each(TEMPLATES)('applies to %s', (_, template) => {
    expect(findings(template)).toEqual([]);
  });

  test('fails for a template that breaks it', () => {
    const template = structuredClone(complete);
    broken(template);
    expect(findings(template).length).toBeGreaterThan(findings(complete).length);
  });

  test('cites a page of the AWS documentation', () => {
    expect(page).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/[\w/.-]+\.html$/);
  });
});
