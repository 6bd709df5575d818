/** Alarms on requests: internal errors, time, refused credentials, throttling and sign-in. */
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ServiceAlarms } from './service-alarms.ts';
import { crashes, gatewayCount, sum, throttledCalls, throttledFunctions, type OwnMetrics } from './service-metrics.ts';
import { AN_HOUR, FIVE_MINUTES, SIX_HOURS, SLOW_MS, type Watch, type WatchedService } from './watched-service.ts';

/** Throttled requests in five minutes. A short scan by a stranger causes fewer. */
const FLOOD_OF_THROTTLED = 1_000;

/**
 * The objective: 99.9 % of a month's calls end without an internal error. Its error budget, a thousandth of the calls,
 * lasts 30 days at a burn rate of 1. At 14.4, a fiftieth of it is gone in an hour; at 6, a twentieth in six hours.
 */
const MAX_FAULTS = 0.001;

export function watchObjective(alarms: ServiceAlarms, { live, own }: Watch): void {
  const served = { mcp: live.mcp, v1: live.v1 };
  alarms.add('budget-burns-fast', {
    metric: own.burnRate(served, MAX_FAULTS, AN_HOUR),
    above: 14.4,
    harm: 'For an hour, more than one call in seventy failed with an internal error: at this rate the month’s error budget is gone in two days.',
    severity: 'wake',
  });
  alarms.add('budget-burns-slowly', {
    metric: own.burnRate(served, MAX_FAULTS, SIX_HOURS),
    above: 6,
    harm: 'For six hours, more than six calls in a thousand failed with an internal error: at this rate the month’s error budget is gone in five days.',
    severity: 'next-day',
  });
}

export function watchRequests(alarms: ServiceAlarms, { functions, api, own }: Watch): void {
  const faults = (['mcp', 'v1', 'token'] as const).map((name) => own.counted(name, 'Faults', FIVE_MINUTES));
  alarms.add('faults', {
    metric: sum('internal errors', faults, FIVE_MINUTES),
    above: 4,
    harm: 'Calls fail with internal_error; assistants answer without product data.',
    severity: 'wake',
  });
  alarms.add('gateway-5xx', {
    metric: gatewayCount(api.apiId, '5xx', FIVE_MINUTES),
    above: 4,
    harm: 'Clients get 5xx, some perhaps without an answer from the service: functions crash, hang or cannot be called.',
    severity: 'wake',
  });
  alarms.add('crashes', {
    metric: crashes(answering(functions), FIVE_MINUTES),
    above: 2,
    harm: 'A function ends without an answer: it throws while loading, times out or runs out of memory.',
    severity: 'wake',
  });
  alarms.add('crashes-behind', {
    metric: crashes(behind(functions), FIVE_MINUTES),
    above: 2,
    harm: 'A background function throws while loading, times out or runs out of memory: research, emails or the checks for notices stop.',
    severity: 'wake',
  });
  alarms.add('slow', {
    metric: own.latency('mcp', 99, FIVE_MINUTES),
    above: SLOW_MS,
    periods: 3,
    harm: 'One call in a hundred takes over two seconds; assistants give up or seem stuck.',
    severity: 'next-day',
  });
  alarms.add('slow-api', {
    metric: own.latency('v1', 99, FIVE_MINUTES),
    above: SLOW_MS,
    periods: 3,
    harm: 'One request in a hundred to the HTTP API takes over two seconds; programs give up or fall behind.',
    severity: 'next-day',
  });
  alarms.add('wrong-credentials', {
    metric: own.counted('mcp', 'RefusedCredentials', FIVE_MINUTES),
    above: 'unusual',
    periods: 3,
    harm: 'Far more credentials than usual are refused: a customer’s key was revoked or expired while in use, or someone is guessing keys.',
    severity: 'next-day',
  });
  alarms.add('wrong-credentials-api', {
    metric: own.counted('v1', 'RefusedCredentials', FIVE_MINUTES),
    above: 'unusual',
    periods: 3,
    harm: 'The HTTP API refuses far more credentials than usual: a customer’s key was revoked or expired while in use, or someone is guessing keys.',
    severity: 'next-day',
  });
  alarms.add('wrong-credentials-token', {
    metric: own.counted('token', 'RefusedCredentials', FIVE_MINUTES),
    above: 'unusual',
    periods: 3,
    harm: 'The token endpoint refuses far more client ids or secrets than usual: a customer’s secret was replaced while in use, or someone is guessing.',
    severity: 'next-day',
  });
}

/**
 * The functions that callers wait for. An alarm accepts at most ten metrics, so these and the background functions have
 * separate alarms.
 */
function answering({ mcp, v1, token, discovery, dashboard }: WatchedService['functions']): readonly IFunction[] {
  return [mcp, v1, token, discovery, dashboard];
}

function behind(functions: WatchedService['functions']): readonly IFunction[] {
  const answer = new Set(answering(functions));
  return Object.values(functions).filter((fn) => !answer.has(fn));
}

export function watchCapacity(
  alarms: ServiceAlarms,
  { functions, stores, api, alarms: { requestsInFiveMinutes } }: WatchedService,
  throttled: ReturnType<OwnMetrics['throttledByGateway']>,
): void {
  // What stays below the throttles and is refused by the service is neither throttled nor a fault, and still costs.
  alarms.add('requests-flood', {
    metric: gatewayCount(api.apiId, 'Count', FIVE_MINUTES),
    above: requestsInFiveMinutes,
    periods: 3,
    harm: 'More requests arrive than all plans allow together: each costs, whether the service answers or refuses it.',
    severity: 'wake',
  });
  alarms.add('calls-throttled', {
    metric: throttled.calls,
    above: 0,
    harm: 'The gateway rejects calls or token requests with a bare 429: more arrive than it may pass on.',
    severity: 'wake',
  });
  alarms.add('documents-throttled', {
    metric: throttled.rest,
    above: FLOOD_OF_THROTTLED,
    harm: 'A flood of unknown paths or wrong methods: new clients may not reach the discovery documents, and browsers may fail their preflight. Calls are not affected.',
    severity: 'next-day',
  });
  alarms.add('functions-throttled', {
    metric: throttledFunctions(answering(functions), FIVE_MINUTES),
    above: 0,
    periods: 2,
    harm: 'The account’s concurrency is used up: calls are rejected with 503.',
    severity: 'wake',
  });
  alarms.add('functions-throttled-behind', {
    metric: throttledFunctions(behind(functions), FIVE_MINUTES),
    above: 0,
    periods: 2,
    harm: 'The account’s concurrency is used up: research and emails wait.',
    severity: 'wake',
  });
  // A customer's large import also causes this, and ends without an operator. Calls that fail because of it are
  // internal errors, which page.
  alarms.add('tables-throttled', {
    metric: throttledCalls([stores.accounts, stores.productIndex], FIVE_MINUTES),
    above: 10,
    periods: 2,
    harm: 'A large import uses all the throughput of a table or a partition, or the table grows too fast: imports take longer, and calls become slow.',
    severity: 'next-day',
  });
}

export function watchSignIn(alarms: ServiceAlarms, { own, authorization }: Watch): void {
  if (authorization === undefined) return;
  const faults = [
    own.counted('authorization', 'Faults', FIVE_MINUTES),
    authorization.metricErrors({ period: FIVE_MINUTES }),
    authorization.metricThrottles({ period: FIVE_MINUTES }),
  ];
  alarms.add('sign-in-failed', {
    metric: sum('sign-ins that failed', faults, FIVE_MINUTES),
    above: 4,
    harm: 'People cannot connect assistants; connected assistants keep working.',
    severity: 'next-day',
  });
}
