/** A problem that a person can fix: `npm start` prints its one sentence, without a stack trace, and exits with 1. */
export class LocalError extends Error {
  override readonly name = 'LocalError';
}

/** The `code` of one of Node's own errors, for example `EADDRINUSE`. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
