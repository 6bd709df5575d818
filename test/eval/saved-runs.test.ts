/** The saved results of the eval: one row for each model, and a page that shows what is saved. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readTasks } from '../../eval/tasks-file.ts';
import { savedRuns, saveRun, withTable, type SavedRun } from '../../eval/saved-runs.ts';
import { TOOLS } from '../../core/api/tools/definitions/all-tools.ts';

const EVIDENCE = path.resolve(import.meta.dirname, '../../docs/evidence');
const folder = mkdtempSync(path.join(tmpdir(), 'eval-runs-'));
beforeEach(() =>
  ['eval.json', 'eval.md'].forEach((file) => copyFileSync(path.join(EVIDENCE, file), path.join(folder, file))),
);
afterAll(() => rmSync(folder, { recursive: true }));

const RUN: SavedRun = {
  model: 'some-model',
  date: '2026-11-27',
  tasks: 43,
  firstRight: 41,
  allRight: 40,
  calls: 60,
  inputTokens: 45_258,
  outputTokens: 2_617,
  cost: '0.0084 USD',
  wrong: ['two-pages', 'rohs'],
};
const ROW = '| some-model | 2026-11-27 | 41 of 43 | 40 of 43 | 1.40 | 45,258, 2,617 | 0.0084 USD | two-pages, rohs |';

test('a saved run replaces the earlier one of its model, in the file and on the page', () => {
  saveRun({ ...RUN, date: '2026-11-01', firstRight: 3 }, folder);
  saveRun(RUN, folder);
  expect(savedRuns(folder).filter(({ model }) => model === RUN.model)).toEqual([RUN]);
  const page = readFileSync(path.join(folder, 'eval.md'), 'utf8');
  expect(page).toContain(`${ROW}\n`);
  expect(page).not.toContain('2026-11-01');
});

test('a name that could break the table is refused', () => {
  expect(() => saveRun({ ...RUN, model: 'a | b' }, folder)).toThrow();
});

test('the page shows the saved runs', () => {
  const page = readFileSync(path.join(EVIDENCE, 'eval.md'), 'utf8');
  expect(withTable(page, savedRuns())).toBe(page);
});

test('a task calls each tool', () => {
  const tasks = readTasks(readFileSync(path.resolve(import.meta.dirname, '../../eval/tasks.jsonl'), 'utf8'));
  const called = new Set(tasks.flatMap(({ first, needs }) => [...first, ...needs]));
  expect(TOOLS.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});
