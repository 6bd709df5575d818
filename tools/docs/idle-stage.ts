/**
 * Computes from its template what a deployed stage costs in a month without calls: fixed prices, and the requests of
 * the canary, the scheduled functions and Lambda's queue polling. Traces, EventBridge and empty tables cost less than a
 * cent.
 */
import { LIST_PRICES } from './list-prices.ts';
import { numberText } from '../../core/number-text.ts';

/** The parts of a CloudFormation template that are read here. */
export interface Template {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }>
  >;
}

export interface CostLine {
  readonly what: string;
  readonly computation: string;
  readonly usd: number;
}

interface IdleActivity {
  /** Requests of one canary run. */
  readonly canaryRequests: number;
  /** Price of any call. */
  readonly usdPerMillionCalls: number;
}

export const MINUTES_A_MONTH = 30 * 24 * 60;

/**
 * Custom metrics that the canary keeps active: Requests, Answered, RefusedCredentials and Latency of `mcp` and `token`,
 * and two of its own.
 */
const METRICS_KEPT_ALIVE = 10;
/** Lambda starts with five long polls of a queue, each of 20 seconds. */
const POLLS_A_MINUTE = 5 * 3;
/** Duration of a scheduled run at 256 MB. */
const SCHEDULED_RUN_SECONDS = 0.5;
const SCHEDULED_MEMORY_GB = 0.25;

export function idleCosts(template: Template, { canaryRequests, usdPerMillionCalls }: IdleActivity): CostLine[] {
  const resources = Object.values(template.Resources);
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
  const line = (what: string, count: number, unit: string, price: number): CostLine => ({
    what,
    computation: `${numberText(count)} ${unit} × $${price}`,
    usd: count * price,
  });
  const alarms = ofType('AWS::CloudWatch::Alarm');
  const read = alarms.reduce((sum, { Properties = {} }) => sum + metricsOf(Properties), 0);
  const runs = ofType('AWS::Events::Rule').reduce((sum, { Properties = {} }) => sum + runsAMonth(Properties), 0);
  const queues = ofType('AWS::Lambda::EventSourceMapping').length;
  const runPrice =
    LIST_PRICES.lambdaMillionRequests +
    SCHEDULED_RUN_SECONDS * SCHEDULED_MEMORY_GB * LIST_PRICES.lambdaGigabyteSecond * 1e6;
  const perMillion = (what: string, count: number, unit: string, price: number): CostLine => ({
    what,
    computation: `${(count / 1e6).toFixed(2)} million ${unit} × $${price.toFixed(2)}`,
    usd: (count / 1e6) * price,
  });
  return [
    line(`alarms: ${alarms.length}`, read, 'metrics that they read', LIST_PRICES.alarmMetricMonth),
    line('custom metrics', METRICS_KEPT_ALIVE, 'kept alive by the canary', LIST_PRICES.ownMetricMonth),
    line('dashboard', ofType('AWS::CloudWatch::Dashboard').length, 'dashboard', LIST_PRICES.dashboardMonth),
    line('secrets', ofType('AWS::SecretsManager::Secret').length, 'secrets', LIST_PRICES.secretMonth),
    perMillion(
      `polling of ${queues} queues`,
      queues * POLLS_A_MINUTE * MINUTES_A_MONTH,
      'requests',
      LIST_PRICES.queueMillionRequests,
    ),
    perMillion('calls of the canary', canaryRequests * MINUTES_A_MONTH, 'calls', usdPerMillionCalls),
    perMillion('scheduled runs', runs, 'runs of half a second of 256 MB', runPrice),
  ];
}

/** An alarm is priced by the metrics it reads; anomaly detection costs three times as much. */
function metricsOf({ Metrics }: Readonly<Record<string, unknown>>): number {
  if (!Array.isArray(Metrics)) return 1;
  const read = Metrics as readonly { readonly MetricStat?: object; readonly Expression?: string }[];
  const metrics = read.filter(({ MetricStat }) => MetricStat !== undefined).length;
  return read.some(({ Expression = '' }) => Expression.startsWith('ANOMALY_DETECTION_BAND')) ? 3 * metrics : metrics;
}

function runsAMonth({ ScheduleExpression }: Readonly<Record<string, unknown>>): number {
  const rate = /^rate\((?<minutes>\d+) minutes?\)$/.exec(
    typeof ScheduleExpression === 'string' ? ScheduleExpression : '',
  );
  return rate?.groups === undefined ? 0 : MINUTES_A_MONTH / Number(rate.groups['minutes']);
}
