/**
 * What an operator is told when a command cannot run: one sentence on what is wrong, and what to do next.
 * Everything else that is thrown is put into such a sentence here, or shown as the fault of ours that it is.
 */
import { LocalError } from '../../../local/process/local-error.ts';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The sentence for whatever stopped a command. Credentials and product text never stand in these messages. */
export function sentenceFor(error: unknown): string {
  if (error instanceof OperatorError || error instanceof LocalError) return error.message;
  const { name, code, message } = readError(error);
  if (code === 'ECONNREFUSED') return 'The store does not answer. Is `npm start` running in another terminal?';
  if (message === 'Region is missing') return 'No AWS region is set: set AWS_REGION to the one of the stage.';
  switch (name) {
    case 'CredentialsProviderError':
      return 'There are no AWS credentials for this stage. Sign in (for example `aws sso login`) and try again.';
    case 'ExpiredTokenException':
    case 'ExpiredToken':
      return 'The AWS credentials have expired. Sign in again and repeat the command.';
    case 'AccessDeniedException':
      return `AWS refused: ${message}`;
    case 'ResourceNotFoundException':
      return 'A table or secret of this stage is missing. Deploy the stack, or start anew with `npm start -- --fresh`.';
    default:
      return `Unexpected ${name}: ${message} (DEBUG=1 shows where.)`;
  }
}

function readError(error: unknown): { name: string; code: string | undefined; message: string } {
  if (!(error instanceof Error)) return { name: 'failure', code: undefined, message: String(error) };
  return { name: error.name, code: codeOf(error), message: error.message };
}

/** The system's code; a refused connection to both loopback addresses hides it in a list of errors. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError && error.errors[0] instanceof Error ? codeOf(error.errors[0]) : undefined;
}
