/**
 * The CodeDeploy hook before a new version gets traffic: calls that version as a customer would and reports whether it
 * may get traffic. Without a report CodeDeploy waits for an hour and then fails, so every end is reported.
 */
import type { CheckAnswer, CheckRequest } from '../../core/checks/customer-checks.ts';
import { customerChecks, readTestKey } from '../../core/checks/customer-checks.ts';
import type { CheckedHandler } from '../../core/checks/checked-handler.ts';
import { runChecks } from '../../core/checks/run-checks.ts';
import type { CheckLog } from '../../adapters/lambda/check-log.ts';
import type { Clock } from '../../core/time.ts';

export interface DeployCheckDependencies {
  readonly handler: CheckedHandler;
  readonly readKey: () => Promise<string>;
  /** Calls the new version. */
  readonly ask: (request: CheckRequest) => Promise<CheckAnswer>;
  readonly tell: (hook: DeployHookEvent, status: 'Succeeded' | 'Failed') => Promise<void>;
  readonly log: CheckLog;
  readonly clock: Clock;
}

/** The event that CodeDeploy sends. */
interface DeployHookEvent {
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
