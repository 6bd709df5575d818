import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { alarmsPage } from '../../../tools/docs/alarms-page.ts';
import type { Template } from '../../../tools/docs/idle-stage.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { templateOf } from '../../lib/stack-template.ts';

/** A stage with everything enabled, because disabled parts have no alarm. */
const template = templateOf({
  ...stageSettings('production'),
  signIn: 'on',
  billingEvents: { secretName: 'product-data/production/billing-events' },
}).toJSON() as Template;

describe('docs/operate/alarms.md', () => {
  test('is what `npm run docs:alarms` writes', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operate/alarms.md'), 'utf8');
    expect(page).toBe(alarmsPage(template));
  });

  test('refuses an alarm without steps', () => {
    const [alarm] = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
    const unknown = {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: {
        ...alarm?.Properties,
        AlarmDescription: 'Wake: Nobody knows. https://docs.example/runbook#not-known',
      },
    };
    expect(() => alarmsPage({ Resources: { ...template.Resources, unknown } })).toThrow(/no steps for: not-known/);
  });

  test('refuses steps of an alarm that is gone', () => {
    const others = Object.entries(template.Resources).filter(
      ([, { Properties }]) => !String(Properties?.['AlarmDescription']).endsWith('#crashes'),
    );
    expect(() => alarmsPage({ Resources: Object.fromEntries(others) })).toThrow(/steps for removed alarms: crashes/);
  });
});
