import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolsPage } from '../../../tools/docs/tools-page.ts';
import { toolList } from '../../../tools/docs/tool-entries.ts';
import { itemRecordSchema } from '../../../core/index/items/item-record.ts';

describe('docs/reference/tools.md', () => {
  test('is what `npm run docs:tools` writes', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/reference/tools.md'), 'utf8');
    expect(page).toBe(toolsPage());
  });

  test('has a heading for each tool, with its description and every argument', () => {
    const sections = toolsPage().split('\n## ');
    for (const { name, description, inputSchema } of toolList()) {
      const section = sections.find((one) => one.startsWith(`${String(name)}\n`)) ?? '';
      expect(section.replaceAll('`', '')).toContain(description);
      const { properties = {} } = inputSchema as { properties?: object };
      for (const argument of Object.keys(properties)) expect(section).toContain(`| \`${argument}\``);
    }
  });

  test('lists every field of an item', () => {
    const section = toolsPage().split('\n## Item\n')[1] ?? '';
    for (const field of Object.keys(itemRecordSchema.shape)) expect(section).toContain(`| \`${field}\` |`);
  });
});
