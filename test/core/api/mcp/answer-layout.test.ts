import { describe, expect, test } from 'vitest';
import { layOutAnswer } from '../../../../core/api/mcp/answer-layout.ts';
import { writeMembers } from '../../../../core/api/tools/answers/written-answer.ts';
import type { Tool } from '../../../../core/api/tools/define-tool.ts';
import type { JsonObject } from '../../../../core/json.ts';

const TOOL = { name: 'search_items', less: (fitting: number) => `limit ${fitting}` };
const item = (number: number, bytes: number) => ({ number, text: 'x'.repeat(bytes) });

function layOut({ structured, summary }: { structured: object; summary: string }, tool: Pick<Tool, 'name' | 'less'>) {
  const { json, ...others } = layOutAnswer(summary, writeMembers(structured), tool);
  return { ...others, structured: JSON.parse(json) as JsonObject };
}

describe('the layout of a tool’s answer', () => {
  test('puts single values first, then objects and lists by length, and each entry of a list on a line', () => {
    const { structured, text } = layOut(
      { structured: { items: [item(1, 50), item(2, 50)], usage: { tokens: 4 }, found: true }, summary: '' },
      TOOL,
    );
    expect(Object.keys(structured)).toEqual(['found', 'usage', 'items']);
    expect(text.split('\n')).toHaveLength(4);
    expect(JSON.parse(text)).toEqual(structured);
  });

  test('leaves out members without a value, and keeps an empty list on its line', () => {
    const { text } = layOut({ structured: { items: [], next: undefined, found: false }, summary: '' }, TOOL);
    expect(text).toBe('{"found":false,"items":[]}');
  });

  test('says in an answer longer than 8 kB how to get less, in summary and message', () => {
    const items = Array.from({ length: 20 }, (_, index) => item(index, 480));
    const answer = layOut({ structured: { message: 'Two words were corrected.', items }, summary: '20 items.' }, TOOL);
    expect(answer.summary).toBe(
      '20 items. This answer has 20 entries in 11 kB, and some assistants cut an answer after 8 kB; ' +
        'to get less, call search_items with limit 14.',
    );
    expect(Object.keys(answer.structured)).toEqual(['message', 'items']);
    expect(answer.structured['message']).toMatch(/^This answer has 20 entries .* Two words were corrected\.$/);
  });

  test('says nothing about the length of a short answer, or of a tool that cannot return less', () => {
    const long = { structured: { items: [item(1, 9_000)] }, summary: 'One item.' };
    expect(layOut(long, { name: 'get_usage' }).summary).toBe('One item.');
    expect(layOut({ ...long, structured: { items: [item(1, 10)] } }, TOOL).summary).toBe('One item.');
    expect(layOut(long, TOOL).summary).toContain('1 entry in 10 kB');
  });
});
