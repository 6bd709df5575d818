/**
 * Runs the operator's command line in this process, on new tables, and captures its output on a terminal of a given
 * width.
 */
import { adminProgram } from '../../../bin/admin/program.ts';
import { runProgram } from '../../../bin/admin/stage/run-command.ts';
import { vi } from 'vitest';

export interface CommandResult {
  /** Null if the process was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Commands of one process run one after another, because they share its folder, its output and its exit code. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one command in the operator's folder, after earlier ones. Commands that ask for input, are stopped or run in
 * parallel need a separate process.
 * @returns the output that a separate process would have printed, for a quarter of a second of processor time less
 */
export function onScreen({ folder }: { readonly folder: string }, ...args: string[]): Promise<CommandResult> {
  const result = last.then(() => runHere(folder, args));
  last = result.catch(() => undefined);
  return result;
}

/** Thrown when the process would exit. */
class Exit extends Error {}

async function runHere(folder: string, args: readonly string[]): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  const before = process.cwd();
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text: unknown = '') => void (printed.stdout += `${String(text)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text: unknown = '') => void (printed.stderr += `${String(text)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed.stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((printed.stderr += String(text)), true)),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code ?? process.exitCode;
      throw new Exit();
    }),
  ];
  process.chdir(folder);
  process.exitCode = undefined;
  try {
    await runProgram(adminProgram(), args).catch((error: unknown) => {
      if (!(error instanceof Exit)) throw error;
    });
    return { exitCode: Number(process.exitCode ?? 0), ...printed };
  } finally {
    process.exitCode = undefined;
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** Returns the lines of a command that are wider than a terminal, except those to be pasted. */
export function tooWide({ stdout }: CommandResult, columns = 80): readonly string[] {
  return stdout
    .split('\n')
    .filter((line) => line.length > columns && !/^ {2}(npm run admin|claude mcp add) /.test(line));
}
