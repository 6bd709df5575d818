/**
 * Writes structured logs: one line per request, one line per internal error, and the request's numbers for dashboard
 * and alarms. They contain only identifiers, numbers and the service's own messages, never a secret, an access token,
 * product text or a client's values.
 */
import type { LogFields } from './log-fields.ts';
import { UnansweredDebitError, UnansweredKeepError } from '../../core/billing/meter/take-back.ts';
import { LogWriter } from '../lambda/log-writer.ts';
import { loggableError } from '../lambda/loggable-error.ts';
import { RequestMetrics, type FailureMetric } from './request-metrics.ts';

/** A request that was answered. */
export interface ServedLine extends Readonly<LogFields> {
  readonly requestId: string;
  readonly method?: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface RequestLog {
  requestServed(line: ServedLine): void;
  /** An internal error: logged once, with its cause, and counted for an alarm. */
  internalError(requestId: string, error: unknown): void;
}

/** A log that also counts side tasks of a request that failed. */
interface CountingLog extends RequestLog {
  failed(metric: FailureMetric): void;
}

/**
 * @param stage a dimension of the metrics
 * @param moreFields further fields of each request's line, read once per request
 */
export function createRequestLog(
  serviceName: string,
  stage: string,
  moreFields: () => Readonly<Record<string, string | undefined>> = () => ({}),
): CountingLog {
  const logger = new LogWriter({ serviceName });
  const metrics = new RequestMetrics(serviceName, stage);
  return {
    requestServed(line) {
      logger.info('request served', { ...line, version: process.env.AWS_LAMBDA_FUNCTION_VERSION, ...moreFields() });
      metrics.served(line);
    },
    internalError(requestId, error) {
      if (error instanceof UnansweredDebitError || error instanceof UnansweredKeepError)
        metrics.failed('ChargeInDoubt');
      logger.error('request failed', { requestId, error: loggableError(error) });
    },
    failed: (metric) => metrics.failed(metric),
  };
}

/** Wraps a call so that a failure is counted before it is rethrown. */
export function countingFailures<Parameters extends unknown[], Value>(
  log: CountingLog,
  metric: FailureMetric,
  call: (...parameters: Parameters) => Promise<Value>,
): (...parameters: Parameters) => Promise<Value> {
  return async (...parameters) => {
    try {
      return await call(...parameters);
    } catch (error) {
      log.failed(metric);
      throw error;
    }
  };
}
