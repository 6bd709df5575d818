import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../core/api/tools/definitions/all-tools.ts';
import { judgeTask } from '../../eval/judge-task.ts';
import type { MadeCall } from '../../eval/play-task.ts';
import { readTasks } from '../../eval/tasks-file.ts';

const FILE = readFileSync(path.resolve(import.meta.dirname, '../../eval/tasks.jsonl'), 'utf8');
const TASK = {
  id: 'a-task',
  ask: 'Look it up.',
  first: ['lookup_part'],
  arguments: { part_number: { like: ['AB-1'] }, include: { has: 'media' } },
  needs: ['get_item'],
  forbidden: ['request_enrichment'],
  most: 2,
};

describe('the file of tasks', () => {
  test('has 43 tasks that start with every tool except the one that spends, which one task needs', () => {
    const tasks = readTasks(FILE);
    expect(tasks).toHaveLength(43);
    const first = new Set(tasks.flatMap((task) => task.first));
    const expected = TOOLS.map(({ name }) => name).filter((name) => name !== 'request_enrichment');
    expect([...first].sort()).toEqual([...expected, 'none'].sort());
    expect(tasks.filter(({ needs }) => needs.includes('request_enrichment'))).toHaveLength(1);
  });

  test.each([
    ['an unknown member', { ...TASK, hint: 'x' }, 'hint'],
    ['a tool that does not exist', { ...TASK, first: ['look_up'] }, 'first'],
    ['a key that the demo does not have', { ...TASK, key: 'root' }, 'key'],
    ['an expectation of two kinds', { ...TASK, arguments: { gtin: { is: '1', has: '2' } } }, 'arguments'],
    ['no number of calls', { ...TASK, most: undefined }, 'most'],
    [
      'a tool that is both wanted and forbidden',
      { ...TASK, forbidden: ['get_item'] },
      'both wants and forbids get_item',
    ],
    ['a first call when none is allowed', { ...TASK, most: 0 }, 'wants a call and allows none'],
  ])('is refused for %s, with the line', (_, task, problem) => {
    const text = `${JSON.stringify(TASK)}\n\n${JSON.stringify({ ...task, id: 'another' })}\n`;
    expect(() => readTasks(text)).toThrow('Line 3:');
    expect(() => readTasks(text)).toThrow(problem);
  });

  test.each([
    ['', 'no task'],
    ['{"id":', 'Line 1 is not JSON'],
    [`${JSON.stringify(TASK)}\n${JSON.stringify(TASK)}`, 'Two tasks have the id a-task'],
  ])('is refused if it is %j', (text, problem) => {
    expect(() => readTasks(text)).toThrow(problem);
  });
});

describe('a judged task', () => {
  const good: MadeCall = { name: 'lookup_part', args: { part_number: 'ab 1', include: ['media'] } };
  const item: MadeCall = { name: 'get_item', args: {} };
  const wrongsOf = (calls: readonly MadeCall[], changes: object = {}) => {
    const [task] = readTasks(JSON.stringify({ ...TASK, ...changes }));
    if (task === undefined) throw new Error('The task was not read.');
    return judgeTask({ task, calls, answer: '', inputTokens: 0, outputTokens: 0, tokensBilled: 0 }).wrongs;
  };

  test.each<[string, readonly MadeCall[], readonly string[]]>([
    ['right', [good, item], []],
    ['by its first tool', [item, good], ['first get_item, not lookup_part']],
    ['by a call that is absent', [], ['first none, not lookup_part', 'get_item is missing']],
    [
      'by an argument',
      [{ ...good, args: { part_number: 'AB-2', include: ['media'] } }, item],
      ['first lookup_part with another part_number'],
    ],
    [
      'by arguments that are not JSON',
      [{ name: 'lookup_part', args: undefined }, item],
      ['first lookup_part with another part_number', 'first lookup_part with another include'],
    ],
    ['by the number of calls', [good, item, item], ['3 calls, at most 2']],
    [
      'by a forbidden call',
      [good, item, { name: 'request_enrichment', args: {} }],
      ['3 calls, at most 2', 'request_enrichment is forbidden'],
    ],
    ['by a needed call', [good], ['get_item is missing']],
  ])('%s', (_, calls, wrongs) => {
    expect(wrongsOf(calls)).toEqual(wrongs);
  });

  test('is right without a call if none is wanted', () => {
    const none = { first: ['none'], arguments: {}, needs: [], most: 0 };
    expect(wrongsOf([], none)).toEqual([]);
    expect(wrongsOf([good], none)).toEqual(['first lookup_part, not none', '1 calls, at most 0']);
  });
});
