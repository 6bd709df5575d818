/** cfn-lint on synthesized templates: a judge of CloudFormation that is not ours. What it leaves out is in .cfnlintrc.yaml. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');

/** What a shell and pyenv answer for a program that is not there. */
const NOT_FOUND = 127;

export type LintOutcome = 'clean' | 'findings' | 'not_installed';

/** Whether a run without cfn-lint has failed: it has where a release depends on it, which CI says by its usual variable. */
export function needsLint({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && !['', '0', 'false'].includes(CI.toLowerCase());
}

/** Findings go to this process's own output. */
export async function lintTemplates(
  templates: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<LintOutcome> {
  const exitCode = await new Promise<number>((resolve, reject) => {
    const child = spawn('cfn-lint', ['--', ...templates], { cwd: PROJECT_FOLDER, env: environment, stdio: 'inherit' });
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(NOT_FOUND) : reject(error),
    );
    child.once('close', (code) => resolve(code ?? 1));
  });
  if (exitCode === NOT_FOUND) return 'not_installed';
  return exitCode === 0 ? 'clean' : 'findings';
}
