/** Builds the operators' dashboard: alarms, traffic, faults, latency, tokens, money, queue, research, tables. */
import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmBase, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { RESEARCH_PRICE_USD_TEXT } from '../../core/money.ts';
import { crashes, gatewayCount, throttledCalls, throttledFunctions, type OwnMetrics } from './service-metrics.ts';
import type { Stores } from '../constructs/stores.ts';

const PERIOD = Duration.minutes(5);

interface ServiceDashboardProps {
  readonly stage: string;
  readonly own: OwnMetrics;
  readonly alarms: readonly AlarmBase[];
  readonly functions: Readonly<Record<string, IFunction>>;
  readonly stores: Stores;
  readonly apiId: string;
  readonly throttledByGateway: readonly IMetric[];
}

export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    const { stage, alarms, functions, stores, apiId, own } = props;
    const ofCalls = (...names: readonly string[]): IMetric[] =>
      names.flatMap((name) => [own.counted('mcp', name, PERIOD), own.counted('v1', name, PERIOD)]);
    const all = Object.values(functions);
    const dashboard = new Dashboard(this, 'Board', { dashboardName: `product-data-${stage}` });
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24 }));
    dashboard.addWidgets(
      graph('Traffic', [gatewayCount(apiId, 'Count', PERIOD), ...ofCalls('Requests', 'Answered')]),
      graph('Faults', [...ofCalls('Faults', 'MeterFailed'), gatewayCount(apiId, '5xx', PERIOD), crashes(all, PERIOD)]),
      graph('Refusals', ofCalls('RefusedCredentials', 'RefusedRate', 'RefusedPlan', 'RefusedInput')),
    );
    dashboard.addWidgets(
      graph('Latency, ms', [
        own.latency('mcp', 50, PERIOD),
        own.latency('mcp', 99, PERIOD),
        own.latency('v1', 99, PERIOD),
        own.latency('token', 99, PERIOD),
      ]),
      graph('Tokens billed', ofCalls('TokensBilled')),
      graph('Research charged at most, USD', [researchUsd(own)]),
    );
    dashboard.addWidgets(
      graph('Queue', queueMetrics(stores)),
      graph('Research', researchMetrics(own)),
      graph('Turned away', [
        ...props.throttledByGateway,
        throttledFunctions(all, PERIOD),
        throttledCalls([stores.accounts, stores.productIndex], PERIOD),
      ]),
    );
  }
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8 });
}

/**
 * The number of found parts times the price: an upper bound, because a part that was imported while it was queued is
 * found but not charged.
 */
function researchUsd(own: OwnMetrics): IMetric {
  const usingMetrics = { found: own.counted('enrichment-worker', 'ResearchFound', PERIOD) };
  return new MathExpression({
    expression: `found * ${RESEARCH_PRICE_USD_TEXT}`,
    usingMetrics,
    label: 'USD',
    period: PERIOD,
  });
}

function queueMetrics({ research: { queue, deadLetters } }: Stores): IMetric[] {
  return [
    queue.metricNumberOfMessagesSent({ period: PERIOD, label: 'queued' }),
    queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label: 'waiting' }),
    queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, label: 'oldest, seconds' }),
    deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label: 'dead letters' }),
  ];
}

function researchMetrics(own: OwnMetrics): IMetric[] {
  const worker = ['ResearchFound', 'ResearchNotFound', 'ResearchGivenUp', 'ResearchUnavailable'];
  return [
    ...worker.map((name) => own.counted('enrichment-worker', name, PERIOD)),
    own.counted('enrichment-sweeper', 'ResearchResent', PERIOD),
  ];
}
