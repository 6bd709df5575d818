/**
 * Names the metrics that are watched: those that the functions write to their logs
 * (adapters/lambda-http/request-metrics.ts and research-log.ts) and those that AWS counts. Accounts and clients are not
 * dimensions, because their number, and so the bill, would be unbounded.
 */
import type { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';

const OURS = 'ProductData';
/** The canary makes 300 calls an hour. */
const FEW_CALLS = 100;

type ServiceName =
  | 'mcp'
  | 'v1'
  | 'token'
  | 'discovery'
  | 'authorization'
  | 'canary'
  | 'enrichment-worker'
  | 'enrichment-sweeper'
  | 'enrichment-dead-letters'
  | 'statement-close'
  | 'billing-events';

/** The service's metrics of one stage: all stacks of an account and region share a namespace. */
export class OwnMetrics {
  private readonly stage: string;

  constructor(stage: string) {
    this.stage = stage;
  }

  /** A count, summed over the period. */
  counted(service: ServiceName, metricName: string, period: Duration): Metric {
    return this.metric(service, metricName, period, Stats.SUM, `${service} ${metricName}`);
  }

  /**
   * A count in the version that the alias names, to which a deploy has just sent calls; it excludes calls to other
   * versions.
   */
  countedInVersion(
    service: ServiceName,
    metricName: 'Faults' | 'MeterFailed',
    { version }: Pick<Alias, 'version'>,
    period: Duration,
  ): Metric {
    const dimensionsMap = { service, stage: this.stage, version: version.version };
    return this.counted(service, metricName, period).with({ dimensionsMap });
  }

  /** Milliseconds of a request inside the function. */
  latency(service: ServiceName, percentile: 50 | 99, period: Duration): Metric {
    return this.metric(service, 'Latency', period, Stats.percentile(percentile), `${service} p${percentile}`);
  }

  /**
   * The rate at which the error budget is spent: the share of calls that end in a fault of the service, including
   * crashes, over the share that the objective allows. In a period with few calls it is 0, because one fault in three
   * calls says nothing about a month.
   */
  burnRate({ mcp, v1 }: Readonly<Record<'mcp' | 'v1', Alias>>, maxFaults: number, period: Duration): IMetric {
    const calls = '(FILL(mcpcalls, 0) + FILL(apicalls, 0))';
    const crashed = '(FILL(mcpcrashed, 0) + FILL(apicrashed, 0))';
    const faults = `(FILL(mcpfaults, 0) + FILL(apifaults, 0) + ${crashed})`;
    return new MathExpression({
      expression: `IF(${calls} > ${FEW_CALLS}, ${faults} / (${calls} + ${crashed}) / ${maxFaults}, 0)`,
      usingMetrics: {
        mcpcalls: this.counted('mcp', 'Requests', period),
        apicalls: this.counted('v1', 'Requests', period),
        mcpfaults: this.counted('mcp', 'Faults', period),
        apifaults: this.counted('v1', 'Faults', period),
        mcpcrashed: mcp.metricErrors({ period }),
        apicrashed: v1.metricErrors({ period }),
      },
      label: 'budget of faults spent, times the even rate',
      period,
    });
  }

  /**
   * Requests that the gateway itself turned away. HTTP APIs have no metric for them, so they are counted in the access
   * log. A function's 429 is an answer and is not counted.
   */
  throttledByGateway(
    scope: Construct,
    accessLogs: ILogGroup,
    period: Duration,
  ): { readonly calls: Metric; readonly rest: Metric } {
    const filtered = (metricName: string, comparison: '=' | '!='): Metric => {
      new MetricFilter(scope, metricName, {
        logGroup: accessLogs,
        filterPattern: FilterPattern.all(
          FilterPattern.stringValue('$.status', '=', '429'),
          FilterPattern.stringValue('$.function_status', '!=', '429'),
          FilterPattern.stringValue('$.route', comparison, '$default'),
          // Only a field in the pattern can be a dimension.
          FilterPattern.stringValue('$.stage', '=', this.stage),
        ),
        metricNamespace: OURS,
        metricName,
        dimensions: { stage: '$.stage' },
      });
      const dimensionsMap = { stage: this.stage };
      return new Metric({
        namespace: OURS,
        metricName,
        dimensionsMap,
        statistic: Stats.SUM,
        period,
        label: metricName,
      });
    };
    // A request that is turned away before its route is known counts as a call.
    return { calls: filtered('ThrottledCalls', '!='), rest: filtered('ThrottledRest', '=') };
  }

  private metric(service: ServiceName, metricName: string, period: Duration, statistic: string, label: string): Metric {
    const dimensionsMap = { service, stage: this.stage };
    return new Metric({ namespace: OURS, metricName, dimensionsMap, statistic, period, label });
  }
}

/**
 * Lambda's metric for the version that the alias names; while a deploy moves calls, it excludes those to the previous
 * version.
 */
export function ofReleasedVersion(alias: Alias, metric: Metric): Metric {
  return metric.with({ dimensionsMap: { ...metric.dimensions, ExecutedVersion: alias.version.version } });
}

export function gatewayCount(apiId: string, metricName: 'Count' | '4xx' | '5xx', period: Duration): Metric {
  const dimensionsMap = { ApiId: apiId };
  return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic: Stats.SUM, period });
}

/** Reads and writes that the tables throttled. */
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

export function sum(label: string, metrics: readonly IMetric[], period: Duration): IMetric {
  // A graph accepts every id only once.
  const named = metrics.map((metric, index) => [`${label.replaceAll(/[^a-z]/g, '')}${index}`, metric] as const);
  const expression = named.map(([id]) => `FILL(${id}, 0)`).join(' + ');
  return new MathExpression({ expression, usingMetrics: Object.fromEntries(named), label, period });
}
