// Slow: starts processes.
/**
 * The whole runner of the eval, from the file to the report, without a key: the stand-in plays the tasks of
 * eval/tasks.jsonl against the local service.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemoService, type DemoService } from '../../eval/demo-service.ts';
import { evalReport } from '../../eval/eval-report.ts';
import type { JudgedTask } from '../../eval/judge-task.ts';
import { runTasks } from '../../eval/run-tasks.ts';
import { startStandIn, type StandIn } from '../../eval/stand-in-model.ts';
import { readTasks } from '../../eval/tasks-file.ts';

const TASKS = readTasks(readFileSync(path.resolve(import.meta.dirname, '../../eval/tasks.jsonl'), 'utf8'));

let standIn: StandIn;
let service: DemoService;
let judged: readonly JudgedTask[];

beforeAll(async () => {
  [standIn, service] = await Promise.all([startStandIn(), startDemoService()]);
  judged = await runTasks(TASKS, { baseUrl: standIn.baseUrl, apiKey: undefined, model: 'stand-in' }, service);
});
afterAll(async () => {
  await service.stop();
  await standIn.stop();
});

const callsOf = (id: string) => judged.find(({ task }) => task.id === id)?.calls.map(({ name }) => name);

test('the stand-in passes the tasks that its rules cover, and the judge reports the others', () => {
  const wrong = judged.flatMap(({ task, wrongs }) => (wrongs.length === 0 ? [] : [[task.id, ...wrongs]]));
  expect(wrong).toEqual([
    ['list-weights', 'first lookup_parts with another fields'],
    ['of-a-manufacturer', 'first search_items with another manufacturer'],
    ['numbers-only', 'first search_items with another fields'],
  ]);
  expect(judged.filter(({ isFirstRight }) => isFirstRight)).toHaveLength(40);
});

test('the service’s responses decide the next call', () => {
  expect(callsOf('what-replaces')).toEqual(['lookup_part', 'get_item', 'lookup_part']);
  expect(callsOf('research-wanted')).toEqual(['lookup_part', 'request_enrichment']);
  expect(callsOf('research-not-wanted')).toEqual(['lookup_part']);
  expect(callsOf('two-pages')).toEqual(['search_items', 'search_items']);
  expect(callsOf('thanks')).toEqual([]);
});

test('the billed tokens are counted, and a refused call costs nothing', () => {
  const billed = (id: string) => judged.find(({ task }) => task.id === id)?.tokensBilled;
  expect(billed('how-heavy')).toBeGreaterThan(50);
  for (const id of ['cap-spent', 'payment-failed', 'wrong-barcode', 'usage', 'thanks']) expect(billed(id), id).toBe(0);
});

test('the report has the figures and names each wrong task', () => {
  const report = evalReport('stand-in', judged, { inputNanoUsd: 150, outputNanoUsd: 600 });
  expect(report).toContain('First call right:    40 of 43 (93 %)');
  expect(report).toContain('Calls a task:        1.07');
  const [, input, output] = /Model tokens: +(\d+) in, (\d+) out/.exec(report) ?? [];
  const cost = (Number(input) * 150 + Number(output) * 600) / 1e9;
  expect(report).toContain(`Model cost:          ${cost.toFixed(4)} USD`);
  expect(report).toContain('- of-a-manufacturer: first search_items with another manufacturer');
});
