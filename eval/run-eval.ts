/**
 * `npm run eval`: measures how well a model chooses among the tools, on the tasks of eval/tasks.jsonl
 * (docs/evidence/eval.md).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { printable } from '../bin/admin/console/printable.ts';
import { program, refuse } from '../bin/program/program.ts';
import { ModelError } from './chat-model.ts';
import { startDemoService } from './demo-service.ts';
import { timeText } from '../core/time.ts';
import { evalReport } from './eval-report.ts';
import { runOf, saveRun } from './saved-runs.ts';
import { readEvalSettings } from './eval-settings.ts';
import { runTasks } from './run-tasks.ts';
import { startStandIn } from './stand-in-model.ts';
import { readTasks } from './tasks-file.ts';

const TASKS = path.resolve(import.meta.dirname, 'tasks.jsonl');

const options = program(
  'npm run eval --',
  'Ask a model the tasks of eval/tasks.jsonl, against a demo service of its own',
)
  .option('--stand-in', 'ask the scripted stand-in: no key, no cost')
  .option('--only <id>', 'one task')
  .option('--save', 'write the result to docs/evidence/eval.json, and the table of docs/evidence/eval.md from it')
  .parse()
  .opts<{ standIn?: true; only?: string; save?: true }>();
if (options.save === true && options.only !== undefined) refuse('One task is no result to save.', 'Leave out --only.');

const tasks = readTasks(readFileSync(TASKS, 'utf8')).filter(
  ({ id }) => options.only === undefined || id === options.only,
);
if (tasks.length === 0) refuse(`There is no task ${options.only}.`, 'The ids are in eval/tasks.jsonl.');

const standIn = options.standIn === true ? await startStandIn() : undefined;
const settings = settingsOf();
const service = await startDemoService();
try {
  const judged = await runTasks(tasks, settings, service, ({ task, calls, wrongs }) => {
    const made = calls.map(({ name }) => name).join(', ');
    // The tool names come from the model and may contain anything.
    console.log(printable(`${wrongs.length === 0 ? 'right' : 'WRONG'}  ${task.id}: ${made}`));
  });
  const report = evalReport(settings.model, judged, settings.prices);
  console.log(`\n${report.split('\n').map(printable).join('\n')}`);
  if (options.save === true) saveRun(runOf(settings.model, judged, settings.prices, timeText(Date.now()).slice(0, 10)));
} catch (error) {
  if (!(error instanceof ModelError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await service.stop();
  await standIn?.stop();
}

function settingsOf(): ReturnType<typeof readEvalSettings> {
  if (standIn !== undefined) return readEvalSettings({ EVAL_BASE_URL: standIn.baseUrl, EVAL_MODEL: 'stand-in' });
  try {
    return readEvalSettings(process.env);
  } catch (error) {
    return refuse(
      error instanceof Error ? error.message : '',
      'docs/evidence/eval.md says how; --stand-in needs nothing.',
    );
  }
}
