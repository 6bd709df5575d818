/** Asking before what cannot be undone. */
import { createInterface } from 'node:readline/promises';
import { OperatorError } from './operator-error.ts';

/**
 * Returns when the operator agreed: by `--yes`, or by typing it.
 * @throws {OperatorError} when they did not, or when there is no terminal to ask on
 */
export async function confirm(question: string, agreed: boolean): Promise<void> {
  if (agreed) return;
  if (!process.stdin.isTTY)
    throw new OperatorError(question, {
      code: 'not_confirmed',
      fix: 'There is no terminal to ask on: add --yes to continue.',
    });
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.', { code: 'not_confirmed' });
  } finally {
    terminal.close();
  }
}
