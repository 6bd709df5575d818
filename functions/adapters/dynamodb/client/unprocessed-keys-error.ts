/** Thrown when DynamoDB left rows of a batch undone for longer than a request may wait. It names no keys. */
export class UnprocessedKeysError extends Error {
  override readonly name = 'UnprocessedKeysError';

  constructor(operation: string, count: number, attempts: number) {
    super(`${operation} left ${count} rows unprocessed after ${attempts} attempts`);
  }
}
