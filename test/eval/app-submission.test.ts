/** The file for OpenAI's form: that it is up to date, and has the form that the form's importer requires. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { toolList } from '../../tools/docs/tool-entries.ts';
import { appSubmission } from '../../eval/app-submission.ts';
import { readTasks } from '../../eval/tasks-file.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TASKS = readTasks(readFileSync(path.join(ROOT, 'eval/tasks.jsonl'), 'utf8'));
const FILE: unknown = JSON.parse(readFileSync(path.join(ROOT, 'docs/operate/chatgpt-app-submission.json'), 'utf8'));

/** As developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json requires, in 2026-11. */
const said = z.string().regex(/\S/).max(4000);
const sentence = said.refine((text) => text.endsWith('.') && !text.includes('\n'), { error: 'must be one sentence' });
const CASE = { description: said, user_prompt: said, file_attachment_urls: z.null(), expected_output: said };
const schema = z.strictObject({
  $schema: z.literal('https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json'),
  schema_version: z.literal(1),
  app_info: z.strictObject({
    display_name: said,
    subtitle: said.max(30),
    description: said,
    category: z.enum(['BUSINESS', 'DEVELOPER_TOOLS', 'PRODUCTIVITY', 'SHOPPING']),
  }),
  tools: z.record(
    z.string(),
    z.strictObject({
      annotations: z.strictObject({
        readOnlyHint: z.boolean(),
        destructiveHint: z.boolean(),
        openWorldHint: z.boolean(),
      }),
      justifications: z.strictObject({
        read_only_justification: sentence,
        open_world_justification: sentence,
        destructive_justification: sentence,
      }),
    }),
  ),
  test_cases: z.array(z.strictObject({ ...CASE, tools_triggered: said, expected_output_url: z.null() })).length(5),
  negative_test_cases: z
    .array(z.strictObject({ ...CASE, tools_triggered: z.null(), expected_output_url: z.null() }))
    .length(3),
});

describe('the submission file', () => {
  const submitted = schema.parse(FILE);

  test('is what the tools and the tasks make: npm run docs:submission', () => {
    expect(FILE).toEqual(appSubmission(TASKS));
  });

  test('has every tool with the hints of the tool list, and a reason for each', () => {
    const listed = toolList().map(({ name, annotations }) => [name, annotations] as const);
    expect(Object.keys(submitted.tools)).toEqual(listed.map(([name]) => name));
    for (const [name, annotations] of listed)
      expect(annotations).toMatchObject(submitted.tools[String(name)]?.annotations ?? {});
  });

  test('triggers only tools that exist', () => {
    const names = Object.keys(submitted.tools);
    const triggered = submitted.test_cases.flatMap(({ tools_triggered }) => tools_triggered.split(', '));
    expect(triggered.filter((name) => !names.includes(name))).toEqual([]);
  });
});

test('too few tasks without a call fail with their number', () => {
  const few = TASKS.filter(({ first }) => !first.includes('none'));
  expect(() => appSubmission(few)).toThrow('The eval has 0 tasks without a call; 3 are needed.');
});
