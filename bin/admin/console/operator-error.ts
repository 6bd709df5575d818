/**
 * An error for the operator: what is wrong, and what to do next. Other exceptions are translated into one here, or
 * reported as unexpected.
 */
import { CommanderError } from 'commander';
import { LocalError } from '../../../local/process/local-error.ts';

interface Mistake {
  /** The error code in JSON output. */
  readonly code: string;
  readonly message: string;
  /** What to do next. */
  readonly fix: string;
}

const READ_HELP = 'Add --help to the command to see its usage.';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: string;
  readonly fix: string | undefined;

  /** @param fix the next step as a sentence; omitted if the message contains it */
  constructor(message: string, { code = 'cannot_run', fix }: { readonly code?: string; readonly fix?: string } = {}) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

/** Returns one line for a person. */
export function sentenceFor(error: unknown): string {
  const { message, fix } = mistakeOf(error);
  return fix === READ_HELP ? message : `${message} ${fix}`;
}

/** Describes why a command stopped. The messages never contain credentials or product text. */
export function mistakeOf(error: unknown): Mistake {
  if (error instanceof OperatorError) return { code: error.code, message: error.message, fix: error.fix ?? READ_HELP };
  if (error instanceof LocalError) return { code: 'local_service', message: error.message, fix: READ_HELP };
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '');
    return { code: 'wrong_arguments', message, fix: READ_HELP };
  }
  return foreignMistake(error);
}

function foreignMistake(error: unknown): Mistake {
  const { name, code, message } = readError(error);
  if (code === 'ECONNREFUSED')
    return {
      code: 'no_answer',
      message: 'Cannot connect to the store.',
      fix: 'Is `npm start` running in another terminal?',
    };
  if (message === 'Region is missing')
    return { code: 'no_region', message: 'No AWS region is set.', fix: 'Set AWS_REGION to the region of the stage.' };
  switch (name) {
    case 'CredentialsProviderError':
      return {
        code: 'no_credentials',
        message: 'There are no AWS credentials for this stage.',
        fix: 'Sign in (for example `aws sso login`) and try again.',
      };
    case 'ExpiredTokenException':
    case 'ExpiredToken':
      return {
        code: 'credentials_expired',
        message: 'The AWS credentials have expired.',
        fix: 'Sign in again and repeat the command.',
      };
    case 'AccessDeniedException':
      return {
        code: 'access_denied',
        message: `AWS refused: ${message}`,
        fix: 'Use credentials with this permission.',
      };
    case 'ResourceNotFoundException':
      return {
        code: 'not_deployed',
        message: 'A table or secret of this stage is missing.',
        fix: 'Deploy the stack, or start fresh with `npm start -- --fresh`.',
      };
    default:
      return {
        code: 'unexpected',
        message: `Unexpected ${name}: ${message}`,
        fix: 'Set DEBUG=1 to see the stack trace.',
      };
  }
}

function readError(error: unknown): { name: string; code: string | undefined; message: string } {
  if (!(error instanceof Error)) return { name: 'failure', code: undefined, message: String(error) };
  return { name: error.name, code: codeOf(error), message: error.message };
}

/** Returns the system error code; a connection refused on both loopback addresses nests it in an AggregateError. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError && error.errors[0] instanceof Error ? codeOf(error.errors[0]) : undefined;
}
