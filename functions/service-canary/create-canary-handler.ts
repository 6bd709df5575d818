/** Runs every minute as a customer with a test key. What it finds is counted for an alarm; it covers what no metric of the service can see, such as the network path to the service. */
import { customerChecks, readTestKey, type CheckAnswer, type CheckRequest } from '../../core/checks/customer-checks.ts';
import { runChecks } from '../../core/checks/run-checks.ts';
import type { CheckLog } from '../../adapters/lambda/check-log.ts';
import type { Clock } from '../../core/clock.ts';

export interface CanaryDependencies {
  readonly readKey: () => Promise<string>;
  /** Asks the service where customers do. */
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
