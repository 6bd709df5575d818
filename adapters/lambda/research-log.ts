/**
 * Logs the functions of research: one line for each message or run, one for each internal error, and counts for the
 * alarms. The log contains only identifiers, numbers and fixed words, nothing that a client or a provider wrote.
 */
import { loggableError } from './loggable-error.ts';
import { LogWriter } from './log-writer.ts';
import { ServiceMetrics } from './service-metrics.ts';

type ResearchMetric =
  | 'ResearchFound'
  | 'ResearchNotFound'
  | 'ResearchUnavailable'
  /** Requests that wait because the providers' quotas are used up. */
  | 'ResearchWaiting'
  /** Requests that failed permanently; their reserves were released. */
  | 'ResearchGivenUp'
  /** Forgotten requests that the sweeper sent again. */
  | 'ResearchResent'
  | 'ResearchSweepFailed'
  /** Messages that are not of this service. */
  | 'ResearchMessageUnreadable';

/** Only identifiers and numbers. */
type LogFields = Readonly<Record<string, string | number | undefined>>;

export interface ResearchLog {
  done(what: string, fields: LogFields): void;
  /** An internal error: logged once, with its cause, and counted for an alarm. */
  internalError(messageId: string, error: unknown): void;
  count(metric: ResearchMetric, count: number): void;
  /** Writes the counts, once at the end of an invocation. */
  flush(): void;
}

export function createResearchLog(serviceName: string, stage: string): ResearchLog {
  const logger = new LogWriter({ serviceName });
  const metrics = new ServiceMetrics(serviceName, stage);
  return {
    done: (what, fields) => logger.info(what, fields),
    internalError: (messageId, error) => {
      metrics.add('Faults', 1);
      logger.error('research failed', { messageId, error: loggableError(error) });
    },
    count: (metric, count) => void (count > 0 && metrics.add(metric, count)),
    flush: () => metrics.publish(),
  };
}
