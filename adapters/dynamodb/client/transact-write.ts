/**
 * Writes one transaction, once or not at all. If a concurrent write or a throttle prevented it, nothing was written and
 * the same transaction is sent again. A failed condition is an outcome: the caller reads again and decides again.
 */
import { randomUUID } from 'node:crypto';
import {
  TransactionCanceledException,
  TransactionInProgressException,
  type CancellationReason,
} from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { waitWithFullJitter } from './full-jitter.ts';
import { isUnanswered } from './is-unanswered.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

type Transacted =
  | { readonly kind: 'written' }
  /** One reason per item, in order; at least one of them is `ConditionalCheckFailed`. Nothing was written. */
  | { readonly kind: 'refused'; readonly reasons: readonly CancellationReason[] };

interface TransactWriteOptions {
  readonly maxAttempts?: number;
  readonly clientRepeats?: boolean;
  readonly refusesInDoubt?: boolean;
}

/** DynamoDB's limit of one transaction. */
export const MAX_TRANSACT_ITEMS = 100;

/** About three seconds of waiting, within the time of a request. */
const MAX_ATTEMPTS = 20;

const IN_THE_WAY: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/**
 * All attempts have one token, which DynamoDB remembers for ten minutes, so a transaction with a lost answer is not
 * carried out twice.
 * @param maxAttempts more for writers that have the time
 * @param clientRepeats false for a client without retries: throttles, and the first attempt without an answer, are then
 * retried here
 * @param refusesInDoubt false for a caller that takes back what was not answered: an attempt without an answer may land
 * after the refusal of a later one
 * @throws the SDK's errors, and a cancellation for another cause than conditions or for a conflict or throttle that
 * lasted; if any attempt had no answer, an error without an answer, because that attempt may have been carried out
 */
export async function transactWrite(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
  { maxAttempts = MAX_ATTEMPTS, clientRepeats = true, refusesInDoubt = true }: TransactWriteOptions = {},
): Promise<Transacted> {
  const command = new TransactWriteCommand({ TransactItems: [...items], ClientRequestToken: randomUUID() });
  const isInDoubt = noteUnanswered(command);
  let unanswered = 0;
  const isFirstUnanswered = (error: unknown) => isUnanswered(error) && (unanswered += 1) === 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(command);
      return { kind: 'written' };
    } catch (error) {
      const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
      if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) {
        if (!refusesInDoubt && isInDoubt()) throw unansweredError(error);
        return { kind: 'refused', reasons };
      }
      const isRepeated =
        isPassing(error, reasons) || (!clientRepeats && (isThrottle(error) || isFirstUnanswered(error)));
      if (!isRepeated || attempt === maxAttempts)
        throw isInDoubt() && !isUnanswered(error) ? unansweredError(error) : error;
      await waitWithFullJitter(attempt);
    }
  }
}

/** Notes whether any attempt had no answer. It runs inside the SDK's retries, which throw only the last error. */
function noteUnanswered({ middlewareStack }: TransactWriteCommand): () => boolean {
  let isInDoubt = false;
  middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        isInDoubt ||= isUnanswered(error);
        throw error;
      }
    },
    { step: 'finalizeRequest', name: 'noteUnanswered', override: true },
  );
  return () => isInDoubt;
}

function unansweredError(cause: unknown): Error {
  return new Error('An attempt at the transaction was not answered, and those after it were refused', { cause });
}

/** Errors that prove that nothing was written. */
const THROTTLES: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

export function isThrottle(error: unknown): boolean {
  return error instanceof Error && THROTTLES.has(error.name);
}

/** Whether another attempt may succeed: every item that was refused had a conflict or a throttle. */
function isPassing(error: unknown, reasons: readonly CancellationReason[]): boolean {
  if (error instanceof TransactionInProgressException) return true;
  const codes = reasons.map(({ Code = 'None' }) => Code).filter((code) => code !== 'None');
  return codes.length > 0 && codes.every((code) => IN_THE_WAY.has(code));
}
