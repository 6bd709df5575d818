/** Runs cfn-lint on synthesized templates; .cfnlintrc.yaml lists the ignored rules. */
import { spawn } from 'node:child_process';
import path from 'node:path';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');

/** The exit code of a shell or pyenv for a missing program. */
const NOT_FOUND = 127;

type LintOutcome = 'clean' | 'findings' | 'not_installed';

/** Whether a missing cfn-lint is a failure, which it is in CI. */
export function needsLint({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && !['', '0', 'false'].includes(CI.toLowerCase());
}

/** Prints findings to the output of this process. */
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
