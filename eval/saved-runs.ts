/**
 * Keeps the latest result of each model in docs/evidence/eval.json, and writes the table of docs/evidence/eval.md from
 * it, so that a run by hand can be committed and shown. Money is whole nano-USD.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { JudgedTask } from './judge-task.ts';
import { costText, type ModelPrices } from './eval-report.ts';

const EVIDENCE = path.resolve(import.meta.dirname, '../docs/evidence');

const runSchema = z.strictObject({
  model: z.string().regex(/^[\w.:/@ -]{1,100}$/),
  date: z.iso.date(),
  tasks: z.int().min(1),
  firstRight: z.int().min(0),
  allRight: z.int().min(0),
  calls: z.int().min(0),
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  cost: z.string(),
  /** The ids of the tasks that were not right. */
  wrong: z.array(z.string()),
});
export type SavedRun = z.output<typeof runSchema>;

export function runOf(model: string, judged: readonly JudgedTask[], prices: ModelPrices, date: string): SavedRun {
  const sum = (count: (task: JudgedTask) => number) => judged.reduce((total, task) => total + count(task), 0);
  const [inputTokens, outputTokens] = [sum((one) => one.inputTokens), sum((one) => one.outputTokens)];
  return runSchema.parse({
    model,
    date,
    tasks: judged.length,
    firstRight: sum(({ isFirstRight }) => (isFirstRight ? 1 : 0)),
    allRight: sum(({ wrongs }) => (wrongs.length === 0 ? 1 : 0)),
    calls: sum(({ calls }) => calls.length),
    inputTokens,
    outputTokens,
    cost: costText(inputTokens, outputTokens, prices),
    wrong: judged.filter(({ wrongs }) => wrongs.length > 0).map(({ task }) => task.id),
  });
}

/** @param folder with eval.json and eval.md @throws {z.ZodError} for a model's name that could break the table */
export function saveRun(saved: SavedRun, folder = EVIDENCE): void {
  const run = runSchema.parse(saved);
  const runs = [...savedRuns(folder).filter(({ model }) => model !== run.model), run];
  writeFileSync(path.join(folder, 'eval.json'), `${JSON.stringify(runs, undefined, 2)}\n`);
  const page = path.join(folder, 'eval.md');
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), runs));
}

export function savedRuns(folder = EVIDENCE): readonly SavedRun[] {
  return z.array(runSchema).parse(JSON.parse(readFileSync(path.join(folder, 'eval.json'), 'utf8')));
}

const HEAD = '| model | date | first call right | all right | calls a task | model tokens in, out | cost | not right |';

/** @throws {Error} when the page has no such table */
export function withTable(page: string, runs: readonly SavedRun[]): string {
  const table = /^\| model \|.*\n(?:\|.*\n)+/m;
  if (!table.test(page)) throw new Error('The page has no table of models.');
  const rows = runs.map((run) => {
    const of = (count: number) => `${count} of ${run.tasks}`;
    const tokens = `${run.inputTokens.toLocaleString('en-US')}, ${run.outputTokens.toLocaleString('en-US')}`;
    const calls = (run.calls / run.tasks).toFixed(2);
    return `| ${[run.model, run.date, of(run.firstRight), of(run.allRight), calls, tokens, run.cost, run.wrong.join(', ')].join(' | ')} |`;
  });
  return page.replace(table, () => `${[HEAD, '|---|---|---|---|---|---|---|---|', ...rows].join('\n')}\n`);
}
