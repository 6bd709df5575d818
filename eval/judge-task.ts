/** Judges whether a played task made the calls of a good assistant. Only calls are judged, never text. */
import type { MadeCall, PlayedTask } from './play-task.ts';
import type { Expectation, Task } from './tasks-file.ts';

export interface JudgedTask extends PlayedTask {
  readonly isFirstRight: boolean;
  /** The faults in words; empty for a good run. */
  readonly wrongs: readonly string[];
}

export function judgeTask(played: PlayedTask): JudgedTask {
  const { task, calls } = played;
  const first = firstWrongs(task, calls[0]);
  const used = new Set(calls.map(({ name }) => name));
  const wrongs = [
    ...first,
    ...(calls.length > task.most ? [`${calls.length} calls, at most ${task.most}`] : []),
    ...task.forbidden.filter((name) => used.has(name)).map((name) => `${name} is forbidden`),
    ...task.needs.filter((name) => !used.has(name)).map((name) => `${name} is missing`),
  ];
  return { ...played, isFirstRight: first.length === 0, wrongs };
}

function firstWrongs(task: Task, call: MadeCall | undefined): readonly string[] {
  const name = call?.name ?? 'none';
  if (!task.first.some((wanted) => wanted === name)) return [`first ${name}, not ${task.first.join(' or ')}`];
  if (call === undefined) return [];
  return Object.entries(task.arguments).flatMap(([argument, expected]) =>
    isMet(expected, call.args?.[argument]) ? [] : [`first ${name} with another ${argument}`],
  );
}

function isMet(expected: Expectation, given: unknown): boolean {
  if ('is' in expected) return given === expected.is;
  if ('has' in expected) return Array.isArray(given) && given.includes(expected.has);
  if ('count' in expected) return Array.isArray(given) && given.length === expected.count;
  return typeof given === 'string' && expected.like.some((words) => lettersOf(given).includes(lettersOf(words)));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
