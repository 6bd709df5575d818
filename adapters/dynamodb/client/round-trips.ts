/**
 * How long storage took, call by call, for the log line of a request. A Lambda process serves one request at a time, so what was noted since
 * the last line belongs to this one.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** More than any request makes; what a frozen process left behind must not pile up. */
const MAX_NOTED = 64;

export class RoundTrips {
  readonly #noted: string[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Times every call of the client from now on, its retries included. */
  time(client: DynamoDBDocumentClient): void {
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (call) => {
          const startedMs = this.#nowMs();
          try {
            return await next(call);
          } finally {
            const name = String(commandName).replace(/Command$/, '');
            if (this.#noted.length < MAX_NOTED) this.#noted.push(`${name} ${Math.round(this.#nowMs() - startedMs)}`);
          }
        },
      { step: 'initialize', name: 'timeRoundTrips', override: true },
    );
  }

  /** The calls since the last time, in the order of their ends: name and milliseconds. */
  take(): string {
    return this.#noted.splice(0).join(', ');
  }
}
