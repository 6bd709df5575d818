/** eval/tasks.jsonl: what a person asks, and which calls a good assistant makes of it. A file that is not understood to the last word is refused. */
import * as z from 'zod';
import { TOOLS } from '../core/tools/definitions/all-tools.ts';
import { DEMO_KEYS } from '../local/demo/demo-keys.ts';

const toolName = z.enum(TOOLS.map(({ name }) => name));
/** `none`: the right answer needs no call. */
const firstCall = z.union([toolName, z.literal('none')]);

const expectation = z.union([
  /** One of these, by letters and digits alone, is part of the argument. */
  z.strictObject({ like: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ is: z.union([z.string(), z.number(), z.boolean()]) }),
  /** The list has this member. */
  z.strictObject({ has: z.string() }),
  /** The list has so many members. */
  z.strictObject({ count: z.int().min(1) }),
]);

const task = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{3,40}$/),
  /** The words of the person. */
  ask: z.string().min(3).max(2000),
  /** Whose key of the demo it is asked with. */
  key: z.enum(DEMO_KEYS.map(({ name }) => name)).default('live'),
  /** What happened with the key before: its spending cap was used up. */
  before: z.literal('cap_spent').optional(),
  first: z.array(firstCall).min(1),
  /** Of the first call, the arguments that matter. */
  arguments: z.record(z.string().regex(/^[a-z_]+$/), expectation).default({}),
  /** Tools that must be called at some time. */
  needs: z.array(toolName).default([]),
  forbidden: z.array(toolName),
  most: z.int().min(0).max(10),
});

export type Task = z.infer<typeof task>;
export type Expectation = z.infer<typeof expectation>;

/** @throws {Error} that names the line which is not understood */
export function readTasks(text: string): readonly Task[] {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  const tasks = lines.map(({ line, number }) => readTask(line, number));
  const twice = tasks.find(({ id }, place) => tasks.findIndex((other) => other.id === id) !== place);
  if (twice !== undefined) throw new Error(`Two tasks have the id ${twice.id}.`);
  if (tasks.length === 0) throw new Error('The file has no task.');
  return tasks;
}

function readTask(line: string, number: number): Task {
  const parsed = task.safeParse(parseJson(line, number));
  if (!parsed.success) throw new Error(`Line ${number}: ${z.prettifyError(parsed.error)}`);
  const { id, first, forbidden, needs, most } = parsed.data;
  const contradiction = [...first, ...needs].find((name) => forbidden.some((other) => other === name));
  if (contradiction !== undefined) throw new Error(`Line ${number}: ${id} both wants and forbids ${contradiction}.`);
  if (most === 0 && !first.includes('none')) throw new Error(`Line ${number}: ${id} wants a call and allows none.`);
  return parsed.data;
}

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`Line ${number} is not JSON.`);
  }
}
