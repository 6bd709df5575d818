/**
 * Implements ClientRequestToken: a successful transaction is not repeated when the same request arrives with the same
 * token within ten minutes; another request with that token is refused. Tokens are kept in memory, so a restart forgets
 * them.
 */
import { isDeepStrictEqual } from 'node:util';
import { serviceFailure, validationFailure } from './api-failure.ts';
import type { Consumed } from './capacity.ts';
import type { Request } from './dynalite.ts';
import type { WriteReceipt } from './transact-write.ts';

const REMEMBERED_MS = 10 * 60 * 1000;
const MAX_TOKEN_LENGTH = 36;

interface Remembered {
  /** JSON, because the engine changes its input. */
  readonly items: string;
  readonly startedMs: number;
  readonly receipt: Promise<WriteReceipt>;
}

export class IdempotentWrites {
  private readonly byToken = new Map<string, Remembered>();

  /**
   * Runs `write`, or waits for the write with the same token.
   * @returns what this request consumed
   * @throws {ApiFailure} IdempotentParameterMismatchException, and what `write` throws
   */
  async run(body: Request, write: () => Promise<WriteReceipt>): Promise<readonly Consumed[]> {
    const token = tokenOf(body);
    if (token === undefined) return (await write()).written;
    this.forgetOld();
    const earlier = this.byToken.get(token);
    if (earlier === undefined) return this.remember(token, JSON.stringify(body.TransactItems), write());
    if (!isDeepStrictEqual(JSON.parse(earlier.items), body.TransactItems))
      throw serviceFailure(
        'IdempotentParameterMismatchException',
        'The request uses the same client token as a previous, but non-identical request.',
      );
    return (await earlier.receipt).whenRepeated;
  }

  private async remember(token: string, items: string, receipt: Promise<WriteReceipt>): Promise<readonly Consumed[]> {
    this.byToken.set(token, { items, startedMs: Date.now(), receipt });
    try {
      return (await receipt).written;
    } catch (error) {
      this.byToken.delete(token);
      throw error;
    }
  }

  private forgetOld(): void {
    const oldestMs = Date.now() - REMEMBERED_MS;
    for (const [token, { startedMs }] of this.byToken) {
      if (startedMs > oldestMs) return;
      this.byToken.delete(token);
    }
  }
}

function tokenOf({ ClientRequestToken: token }: Request): string | undefined {
  if (token === undefined || token === null) return undefined;
  if (typeof token === 'string' && token.length >= 1 && token.length <= MAX_TOKEN_LENGTH) return token;
  throw validationFailure(`ClientRequestToken must have between 1 and ${MAX_TOKEN_LENGTH} characters`);
}
