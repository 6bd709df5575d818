/**
 * Logs the checks of the service: one line for each failed check, and counts for the alarms. The log contains only
 * fixed names and words.
 */
import type { CheckResult } from '../../core/checks/run-checks.ts';
import { LogWriter } from './log-writer.ts';
import { ServiceMetrics } from './service-metrics.ts';

export interface CheckLog {
  /** Logs and counts the failed checks. @returns whether all passed */
  report(results: readonly CheckResult[], milliseconds: number): boolean;
  /** The customer's checks could not run: the secret contains no test key. */
  withoutKey(): void;
}

export function createCheckLog(serviceName: string, stage: string): CheckLog {
  const logger = new LogWriter({ serviceName });
  const metrics = new ServiceMetrics(serviceName, stage);
  return {
    report(results, milliseconds) {
      const failed = results.filter(({ problem }) => problem !== undefined);
      for (const { name, problem = '' } of failed) logger.error('check failed', { check: name, problem });
      logger.info('checked', { passed: results.length - failed.length, failed: failed.length, milliseconds });
      metrics.add('ChecksFailed', failed.length);
      metrics.add('ChecksPassed', results.length - failed.length);
      metrics.publish();
      return failed.length === 0;
    },
    withoutKey: () => logger.warn('no test key: docs/operate/deploy.md says how to put one into the secret CanaryKey'),
  };
}
