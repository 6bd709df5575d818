/** The operator's command line in this process, on fresh tables: what it prints, as a terminal of some width would show it. */
import { adminProgram } from '../../bin/admin/program.ts';
import { runProgram } from '../../bin/admin/stage/run-command.ts';
import { vi } from 'vitest';
import type { CommandResult, Operator } from './operator.ts';

/** Runs one command in the operator's folder. Not for commands that ask: no one is there. */
export async function onScreen({ folder }: Pick<Operator, 'folder'>, ...args: string[]): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  const before = process.cwd();
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text: unknown = '') => void (printed.stdout += `${String(text)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text: unknown = '') => void (printed.stderr += `${String(text)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed.stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((printed.stderr += String(text)), true)),
  ];
  const program = adminProgram().exitOverride();
  process.chdir(folder);
  process.exitCode = undefined;
  try {
    await runProgram(program, args);
    return { exitCode: Number(process.exitCode ?? 0), ...printed };
  } finally {
    process.exitCode = undefined;
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** The lines of a command that are wider than a terminal, those that are there to be pasted left out. */
export function tooWide({ stdout }: CommandResult, columns = 80): readonly string[] {
  return stdout
    .split('\n')
    .filter((line) => line.length > columns && !/^ {2}(npm run admin|claude mcp add) /.test(line));
}
