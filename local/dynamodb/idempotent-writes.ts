/**
 * ClientRequestToken: a transaction that succeeded is not done again when the same request comes with the same token
 * within ten minutes; another request with that token is refused. Tokens live in memory: a new start forgets them.
 */
import { isDeepStrictEqual } from 'node:util';
import { serviceFailure, validationFailure } from './api-failure.ts';
import type { Request } from './dynalite.ts';

const REMEMBERED_MS = 10 * 60 * 1000;
const MAX_TOKEN_LENGTH = 36;

interface Remembered {
  readonly items: unknown;
  readonly startedMs: number;
  readonly answer: Promise<object>;
}

export class IdempotentWrites {
  private readonly byToken = new Map<string, Remembered>();

  /**
   * Runs `write`, or gives the answer it gave before.
   * @throws {ApiFailure} IdempotentParameterMismatchException, and whatever `write` throws
   */
  async run(body: Request, write: () => Promise<object>): Promise<object> {
    const token = body.ClientRequestToken ?? undefined;
    if (token === undefined) return write();
    if (typeof token !== 'string' || token.length < 1 || token.length > MAX_TOKEN_LENGTH)
      throw validationFailure(`ClientRequestToken must have between 1 and ${MAX_TOKEN_LENGTH} characters`);
    this.forgetOld();
    const earlier = this.byToken.get(token);
    if (earlier === undefined) return this.remember(token, structuredClone(body.TransactItems), write());
    if (!isDeepStrictEqual(earlier.items, body.TransactItems))
      throw serviceFailure(
        'IdempotentParameterMismatchException',
        'The request uses the same client token as a previous, but non-identical request.',
      );
    return earlier.answer;
  }

  private async remember(token: string, items: unknown, answer: Promise<object>): Promise<object> {
    this.byToken.set(token, { items, startedMs: Date.now(), answer });
    try {
      return await answer;
    } catch (error) {
      this.byToken.delete(token);
      throw error;
    }
  }

  private forgetOld(): void {
    const oldest = Date.now() - REMEMBERED_MS;
    for (const [token, { startedMs }] of this.byToken) {
      if (startedMs > oldest) return;
      this.byToken.delete(token);
    }
  }
}
