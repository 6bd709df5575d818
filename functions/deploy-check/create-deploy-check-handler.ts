/**
 * The hook of CodeDeploy before a new version gets callers: asks that version itself what a customer would ask, and says whether it may have them.
 * Without an answer CodeDeploy waits for an hour and then gives up, so every end is reported.
 */
import type { CheckAnswer, CheckRequest } from '../../core/checks/customer-checks.ts';
import { customerChecks, readTestKey } from '../../core/checks/customer-checks.ts';
import type { CheckedHandler } from '../../core/checks/checked-handler.ts';
import { runChecks } from '../../core/checks/run-checks.ts';
import type { CheckLog } from '../../adapters/lambda/check-log.ts';
import type { Clock } from '../../core/clock.ts';

export interface DeployCheckDependencies {
  readonly handler: CheckedHandler;
  readonly readKey: () => Promise<string>;
  /** Asks the version that is to get callers. */
  readonly ask: (request: CheckRequest) => Promise<CheckAnswer>;
  readonly tell: (hook: DeployHookEvent, status: 'Succeeded' | 'Failed') => Promise<void>;
  readonly log: CheckLog;
  readonly clock: Clock;
}

/** As CodeDeploy sends it. */
export interface DeployHookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

export function createDeployCheckHandler(dependencies: DeployCheckDependencies) {
  return async (hook: DeployHookEvent): Promise<void> => {
    const passed = await check(dependencies);
    await dependencies.tell(hook, passed ? 'Succeeded' : 'Failed');
  };
}

async function check({ handler, readKey, ask, log, clock }: DeployCheckDependencies): Promise<boolean> {
  const startedMs = clock.nowMs();
  const testKey = readTestKey(await readKey().catch(() => ''));
  if (testKey === undefined) log.withoutKey();
  const checks = customerChecks(testKey).filter((each) => each.handler === handler);
  return log.report(await runChecks(checks, ask), clock.nowMs() - startedMs);
}
