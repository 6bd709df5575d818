import { expect, test } from 'vitest';
import type { Resource } from '../../../local/template/cloud-assembly.ts';
import { RUN_HERE } from '../../../local/stack/local-stack.ts';
import { DEPLOYABLE_STAGES } from '../../../lib/settings/stage-settings.ts';
import { stageTemplate } from '../../lib/stack-template.ts';
import { NOT_READ_HERE } from './not-read-here.ts';

test('the properties that the local run does not read are those on the list', () => {
  const resources = DEPLOYABLE_STAGES.flatMap((stage) =>
    Object.values((stageTemplate(stage).toJSON() as { Resources: Record<string, Resource> }).Resources),
  );
  const unread = new Map<string, Set<string>>();
  for (const { Type, Properties = {} } of resources)
    for (const name of Object.keys(Properties).filter((one) => !(one in (RUN_HERE[Type]?.shape ?? {}))))
      unread.set(Type, (unread.get(Type) ?? new Set()).add(name));
  const found = Object.fromEntries([...unread].map(([type, names]) => [type, [...names].toSorted()]));
  expect(found).toEqual(NOT_READ_HERE);
});
