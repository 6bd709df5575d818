/**
 * Calls a function at a fixed rate, except during maintenance. A run that fails is not repeated: EventBridge has its
 * own retries, and Lambda would run an asynchronous call twice more, for up to six hours. The next run continues where
 * the failed one ended.
 */
import type { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as CalledFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';

interface ScheduledRunProps {
  readonly description: string;
  /** At least a minute; an event that is older when it can be delivered is dropped. */
  readonly every: Duration;
}

export function scheduleRun(
  scope: Construct,
  { maintenance }: Pick<StageSettings, 'maintenance'>,
  id: string,
  fn: CalledFunction,
  { description, every }: ScheduledRunProps,
): void {
  const once = { retryAttempts: 0, maxEventAge: every };
  new Rule(scope, id, {
    description,
    enabled: maintenance !== true,
    schedule: Schedule.rate(every),
    targets: [new LambdaFunction(fn, once)],
  });
  fn.configureAsyncInvoke(once);
}
