import { expect, test } from 'vitest';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { functionLogs, WAITED_FOR } from '../../../tools/deployed-memory/function-logs.ts';
import { templateOf } from '../../lib/stack-template.ts';

/** A stage with everything enabled, because a disabled part has no function. */
const template = templateOf({
  ...stageSettings('production'),
  signIn: 'on',
  billingEvents: { secretName: 'product-data/test/billing-events' },
});
const resources = Object.entries(template.toJSON().Resources as Record<string, { readonly Type: string }>).map(
  ([id, { Type: type }]) => ({ id, type, name: `name of ${id}` }),
);

test('every function of the stack has its log group, and no other group is taken for one', () => {
  const found = functionLogs(resources);
  const functions = Object.keys(template.findResources('AWS::Lambda::Function'));
  expect(found.map(({ name }) => name).toSorted()).toEqual(functions.toSorted());
  for (const { name, logGroup } of found) expect(logGroup).toMatch(new RegExp(`^name of ${name}Logs[0-9A-F]{8}$`));
});

test('the functions that a client waits for are in the stack', () => {
  const waitedFor = functionLogs(resources).filter(({ isWaitedFor }) => isWaitedFor);
  expect(waitedFor.map(({ name }) => name).toSorted()).toEqual([...WAITED_FOR].toSorted());
});
