/** Asks for confirmation before a change that cannot be undone. */
import { createInterface } from 'node:readline/promises';
import { OperatorError } from './operator-error.ts';

/**
 * Returns once the operator has agreed, with `--yes` or at the prompt.
 * @throws {OperatorError} when the operator declines, or when there is no terminal
 */
export async function confirm(question: string, agreed: boolean): Promise<void> {
  if (agreed) return;
  if (!process.stdin.isTTY)
    throw new OperatorError(question, {
      code: 'not_confirmed',
      fix: 'There is no terminal to confirm on: add --yes to continue.',
    });
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.', { code: 'not_confirmed' });
  } finally {
    terminal.close();
  }
}
