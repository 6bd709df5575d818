/** What the checks of the service say: one line for each that failed, and counts for the alarms. Names and words of ours only. */
import { Logger } from '@aws-lambda-powertools/logger';
import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { CheckResult } from '../../core/checks/run-checks.ts';
import { serviceMetrics } from './service-metrics.ts';

export interface CheckLog {
  /** Writes down what failed, and counts it. @returns whether all passed */
  report(results: readonly CheckResult[], milliseconds: number): boolean;
  /** Nothing could be checked as a customer: no test key was put into its secret. */
  withoutKey(): void;
}

export function createCheckLog(serviceName: string, stage: string): CheckLog {
  const logger = new Logger({ serviceName });
  const metrics = serviceMetrics(serviceName, stage);
  return {
    report(results, milliseconds) {
      const failed = results.filter(({ problem }) => problem !== undefined);
      for (const { name, problem = '' } of failed) logger.error('check failed', { check: name, problem });
      logger.info('checked', { passed: results.length - failed.length, failed: failed.length, milliseconds });
      metrics.addMetric('ChecksFailed', MetricUnit.Count, failed.length);
      metrics.addMetric('ChecksPassed', MetricUnit.Count, results.length - failed.length);
      metrics.publishStoredMetrics();
      return failed.length === 0;
    },
    withoutKey: () =>
      logger.warn('no test key: docs/operate/incidents.md says how to put one into the secret CanaryKey'),
  };
}
