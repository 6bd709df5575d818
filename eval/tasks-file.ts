/**
 * Reads eval/tasks.jsonl: the question of a person, and the calls that a good assistant makes. A file with any invalid
 * part is refused.
 */
import * as z from 'zod';
import { TOOLS } from '../core/api/tools/definitions/all-tools.ts';
import { DEMO_KEYS } from '../local/demo/demo-keys.ts';

const toolName = z.enum(TOOLS.map(({ name }) => name));
/** `none`: the right answer needs no call. */
const firstCall = z.union([toolName, z.literal('none')]);

const expectation = z.union([
  /** The argument contains one of these texts, compared by letters and digits only. */
  z.strictObject({ like: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ is: z.union([z.string(), z.number(), z.boolean()]) }),
  /** The array contains this value. */
  z.strictObject({ has: z.string() }),
  /** The array has this many values. */
  z.strictObject({ count: z.int().min(1) }),
]);

const task = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{3,40}$/),
  /** The person's question. */
  ask: z.string().min(3).max(2000),
  /** The demo key that makes the calls. */
  key: z.enum(DEMO_KEYS.map(({ name }) => name)).default('live'),
  /** The state of the key before the task: its spending cap is used up. */
  before: z.literal('cap_spent').optional(),
  first: z.array(firstCall).min(1),
  /** The arguments of the first call that are checked. */
  arguments: z.record(z.string().regex(/^[a-z_]+$/), expectation).default({}),
  /** Tools that must be called at some point. */
  needs: z.array(toolName).default([]),
  forbidden: z.array(toolName),
  most: z.int().min(0).max(10),
});

export type Task = z.infer<typeof task>;
export type Expectation = z.infer<typeof expectation>;

/** @throws {Error} which names the invalid line */
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
