/**
 * Structured logs: one line a request, one line a fault of ours. Identifiers and numbers only; a secret, a token, product text
 * or a client's text never gets here.
 */
import { Logger } from '@aws-lambda-powertools/logger';

export type LogFields = Readonly<Record<string, string | number | undefined>>;

export interface RequestLog {
  requestServed(fields: LogFields): void;
  /** Something of ours failed: logged once, with its cause, and alarmed on. */
  fault(requestId: string, error: unknown): void;
}

export function createRequestLog(serviceName: string): RequestLog {
  const logger = new Logger({ serviceName });
  return {
    requestServed: (fields) => logger.info('request served', fields),
    fault: (requestId, error) => logger.error('request failed', { requestId, error: asError(error) }),
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('A value that is no error was thrown.');
}
