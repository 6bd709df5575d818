/**
 * Writes a request's metrics for dashboard and alarms to the log in CloudWatch's embedded format. The only dimensions
 * are the function and the stage: one per account or client would be unbounded, as would the cost. Internal errors are
 * counted once more with the function's version, so that a release can be rolled back. A version without errors has no
 * such metric and costs nothing.
 */
import type { RequestOutcome } from '../../core/api/refusals/request-outcome.ts';
import { ServiceMetrics } from '../lambda/service-metrics.ts';

/** Side tasks of a request that raise an alarm by name when they fail. */
export type FailureMetric = 'MeterFailed' | 'ChargeInDoubt' | 'NegativeUsage' | 'SigningSecretFailed';

interface ServedRequest {
  readonly outcome?: RequestOutcome | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly tokensBilled?: number | undefined;
}

type Outcomes = ReadonlySet<RequestOutcome | undefined>;

const ANSWERED: Outcomes = new Set([undefined, 'answered', 'granted']);

const RATE_OUTCOMES: Outcomes = new Set(['rate_limited', 'rate_limited_address', 'rate_limited_account']);

const PLAN_OUTCOMES: Outcomes = new Set([
  'no_active_plan',
  'trial_ended',
  'past_due',
  'spending_cap_reached',
  'plan_required_for_enrich',
  'trial_limit_reached',
]);

export class RequestMetrics {
  readonly #metrics: ServiceMetrics;

  constructor(serviceName: string, stage: string) {
    this.#metrics = new ServiceMetrics(serviceName, stage);
  }

  failed(metric: FailureMetric): void {
    this.#metrics.add(metric, 1);
    this.#countForVersion(metric);
  }

  /** Writes the request's numbers, with the side tasks that failed. */
  served(request: ServedRequest): void {
    const { tokensBilled = 0 } = request;
    this.#metrics.add('Requests', 1);
    const outcome = outcomeMetric(request);
    this.#metrics.add(outcome, 1);
    if (outcome === 'Faults') this.#countForVersion(outcome);
    this.#metrics.add('Latency', request.milliseconds, 'Milliseconds');
    if (tokensBilled > 0) this.#metrics.add('TokensBilled', tokensBilled);
    this.#metrics.publish();
  }

  #countForVersion(metric: 'Faults' | FailureMetric): void {
    this.#metrics.countBy('version', process.env.AWS_LAMBDA_FUNCTION_VERSION ?? '$LATEST', metric);
  }
}

/** Returns the class of an outcome: who caused it, and its general kind. */
export function outcomeMetric({ outcome, status }: Pick<ServedRequest, 'outcome' | 'status'>): string {
  if (status >= 500) return 'Faults';
  if (RATE_OUTCOMES.has(outcome)) return 'RefusedRate';
  if (PLAN_OUTCOMES.has(outcome)) return 'RefusedPlan';
  if (status === 401) return 'RefusedCredentials';
  if (status < 400 && ANSWERED.has(outcome)) return 'Answered';
  return 'RefusedInput';
}
