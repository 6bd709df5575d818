/**
 * The numbers that are watched, by name: those that the functions write to their logs (adapters/lambda-http/request-metrics.ts and research-log.ts)
 * and those that AWS counts. No account and no client is a dimension: their number would be without bound, and so the bill.
 */
import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';

const OURS = 'ProductData';
/** The canary alone makes 180 calls an hour. */
const FEW_CALLS = 100;

export type ServiceName =
  | 'mcp'
  | 'token'
  | 'discovery'
  | 'authorization'
  | 'canary'
  | 'enrichment-worker'
  | 'enrichment-sweeper'
  | 'enrichment-dead-letters';

/** A count of ours, summed up over the period. */
export function counted(service: ServiceName, metricName: string, period: Duration): Metric {
  return new Metric({
    namespace: OURS,
    metricName,
    dimensionsMap: { service },
    statistic: Stats.SUM,
    period,
    label: `${service} ${metricName}`,
  });
}

/** What is our fault in the version that the alias names, and that a deploy has just given calls; calls by other versions are not in it. */
export function countedInVersion(
  service: ServiceName,
  metricName: 'Faults' | 'MeterFailed',
  { version }: Pick<Alias, 'version'>,
  period: Duration,
): Metric {
  return counted(service, metricName, period).with({ dimensionsMap: { service, version: version.version } });
}

/** Milliseconds of a request inside the function. */
export function latency(service: ServiceName, percentile: 50 | 99, period: Duration): Metric {
  const statistic = Stats.percentile(percentile);
  const label = `${service} p${percentile}`;
  return new Metric({ namespace: OURS, metricName: 'Latency', dimensionsMap: { service }, statistic, period, label });
}

export function gatewayCount(apiId: string, metricName: 'Count' | '4xx' | '5xx', period: Duration): Metric {
  const dimensionsMap = { ApiId: apiId };
  return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic: Stats.SUM, period });
}

/**
 * Requests that the gateway itself turned away, of which HTTP APIs have no metric: counted in its access log. A 429 of a function's is an
 * answer, and is not counted.
 */
export function throttledByGateway(
  scope: Construct,
  accessLogs: ILogGroup,
  period: Duration,
): { readonly calls: Metric; readonly rest: Metric } {
  const counted = (metricName: string, comparison: '=' | '!='): Metric =>
    new MetricFilter(scope, metricName, {
      logGroup: accessLogs,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '429'),
        FilterPattern.stringValue('$.function_status', '!=', '429'),
        FilterPattern.stringValue('$.route', comparison, '$default'),
      ),
      metricNamespace: OURS,
      metricName,
    }).metric({ statistic: Stats.SUM, period, label: metricName });
  // A request that is turned away before its route is known counts as a call.
  return { calls: counted('ThrottledCalls', '!='), rest: counted('ThrottledRest', '=') };
}

/** Reads and writes of the tables that were turned away. */
export function throttledCalls(tables: readonly Pick<ITable, 'metric'>[], period: Duration): IMetric {
  return sum(
    'turned away by tables',
    tables.flatMap((table) =>
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => table.metric(name, { statistic: Stats.SUM, period })),
    ),
    period,
  );
}

export function throttledFunctions(functions: readonly IFunction[], period: Duration): IMetric {
  const throttles = functions.map((fn) => fn.metricThrottles({ period }));
  return sum('turned away by functions', throttles, period);
}

export function crashes(functions: readonly IFunction[], period: Duration): IMetric {
  const errors = functions.map((fn) => fn.metricErrors({ period }));
  return sum('crashed or out of time', errors, period);
}

/**
 * How fast the budget of faults is spent: the share of calls that end by a fault of ours, a crash among them, over the share that the objective allows.
 * In a period with few calls it is 0: one fault of three calls says nothing about a month.
 */
export function burnRate(live: Alias, maxFaults: number, period: Duration): IMetric {
  return new MathExpression({
    expression: `IF(calls > ${FEW_CALLS}, (FILL(faults, 0) + FILL(crashed, 0)) / (calls + FILL(crashed, 0)) / ${maxFaults}, 0)`,
    usingMetrics: {
      calls: counted('mcp', 'Requests', period),
      faults: counted('mcp', 'Faults', period),
      crashed: live.metricErrors({ period }),
    },
    label: 'budget of faults spent, times the even rate',
    period,
  });
}

export function sum(label: string, metrics: readonly IMetric[], period: Duration): IMetric {
  // A graph wants every id only once, whatever else it shows.
  const named = metrics.map((metric, index) => [`${label.replaceAll(/[^a-z]/g, '')}${index}`, metric] as const);
  const expression = named.map(([id]) => `FILL(${id}, 0)`).join(' + ');
  return new MathExpression({ expression, usingMetrics: Object.fromEntries(named), label, period });
}
