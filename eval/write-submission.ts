/**
 * Writes docs/operate/chatgpt-app-submission.json from the tools and the tasks of the eval: `npm run docs:submission`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { takeNothing } from '../bin/program/program.ts';
import { readTasks } from './tasks-file.ts';
import { appSubmission } from './app-submission.ts';

takeNothing(
  'npm run docs:submission --',
  'Write docs/operate/chatgpt-app-submission.json from the tools and the tasks of the eval',
);

const ROOT = path.resolve(import.meta.dirname, '..');
const tasks = readTasks(readFileSync(path.join(ROOT, 'eval/tasks.jsonl'), 'utf8'));
const file = path.join(ROOT, 'docs/operate/chatgpt-app-submission.json');
writeFileSync(file, `${JSON.stringify(appSubmission(tasks), undefined, 2)}\n`);
