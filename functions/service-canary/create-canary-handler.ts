/**
 * Calls the service every minute as a customer with a test key, and counts failures for an alarm. It covers the network
 * path too, which no metric sees.
 */
import { customerChecks, readTestKey, type CheckAnswer, type CheckRequest } from '../../core/checks/customer-checks.ts';
import { runChecks } from '../../core/checks/run-checks.ts';
import type { CheckLog } from '../../adapters/lambda/check-log.ts';
import type { Clock } from '../../core/time.ts';

export interface CanaryDependencies {
  readonly readKey: () => Promise<string>;
  /** Calls the service at the customers' URL. */
  readonly ask: (request: CheckRequest) => Promise<CheckAnswer>;
  readonly log: CheckLog;
  readonly clock: Clock;
}

export function createCanaryHandler({ readKey, ask, log, clock }: CanaryDependencies) {
  return async (): Promise<void> => {
    const startedMs = clock.nowMs();
    const testKey = readTestKey(await readKey().catch(() => ''));
    if (testKey === undefined) log.withoutKey();
    log.report(await runChecks(customerChecks(testKey), ask), clock.nowMs() - startedMs);
  };
}
