/**
 * Measures the duration of each storage call for the log line of a request. A Lambda process serves one request at a
 * time, so the calls since the last line belong to this one.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** More than any request makes; it limits the calls that accumulate while a process is frozen. */
const MAX_NOTED = 64;

export class RoundTrips {
  readonly #noted: string[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Times every later call of the client, including its retries. */
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

  /** The calls since the last report, in the order in which they ended: name and milliseconds. */
  take(): string {
    return this.#noted.splice(0).join(', ');
  }
}
