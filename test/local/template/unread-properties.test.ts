import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Resource } from '../../../local/template/cloud-assembly.ts';
import { RUN_HERE } from '../../../local/stack/local-stack.ts';
import { DEPLOYABLE_STAGES } from '../../../lib/settings/stage-settings.ts';
import { stageTemplate } from '../../lib/stack-template.ts';

/** The rows of the page's table: each kind of resource with the text of its row. */
const page = readFileSync('docs/local.md', 'utf8').split('\n## What nothing here proves\n')[1] ?? '';
const rows = page.split('\n').filter((line) => line.startsWith('| `AWS::'));

test.each(DEPLOYABLE_STAGES)('docs/local.md names every property of %s that the local run does not read', (stage) => {
  const { Resources } = stageTemplate(stage).toJSON() as { Resources: Record<string, Resource> };
  const unread = Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
    Object.keys(Properties)
      .filter((name) => !(name in (RUN_HERE[Type]?.shape ?? {})))
      .map((name) => ({ Type, name })),
  );
  expect(unread.length).toBeGreaterThan(0);
  const unnamed = unread.filter(
    ({ Type, name }) => !rows.some((row) => row.includes(`\`${Type}\``) && row.includes(`\`${name}\``)),
  );
  expect(unnamed).toEqual([]);
});
