/**
 * Monitoring: a topic with the operators' address, an alarm for each failure that harms users or costs customers money,
 * and a dashboard. Each alarm's name is a heading in docs/operate/alarms.md.
 */
import type { AlarmBase } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { CheckedHandler } from '../constructs/live-alias.ts';
import { CostBudget } from './cost-budget.ts';
import { watchBillingEvents, watchMoney, watchStatements } from './money-alarms.ts';
import { operatorsTopics } from './operators-topics.ts';
import { watchLetters, watchNotices, watchResearch, watchUploads } from './queue-alarms.ts';
import { watchCanary, watchReleases } from './release-alarms.ts';
import { watchCapacity, watchObjective, watchRequests, watchSignIn } from './request-alarms.ts';
import { ServiceAlarms } from './service-alarms.ts';
import { ServiceDashboard } from './service-dashboard.ts';
import { OwnMetrics } from './service-metrics.ts';
import { FIVE_MINUTES, type Watch, type WatchedService } from './watched-service.ts';

/** @returns the alarms that roll a new version of a function back */
export function watchService(
  scope: Construct,
  service: WatchedService,
): Readonly<Record<CheckedHandler, readonly AlarmBase[]>> {
  const monitoring = new Construct(scope, 'Watch');
  const watch: Watch = { ...service, own: new OwnMetrics(service.stage) };
  const alarms = new ServiceAlarms(monitoring, operatorsTopics(monitoring, service), service.alarms.runbookUrl);
  const releaseAlarms = watchReleases(alarms, watch);
  watchCanary(alarms, watch);
  watchLetters(alarms, watch);
  if (service.alarms.watches === 'everything') watchEverything(monitoring, alarms, watch);
  new CostBudget(monitoring, 'Budget', service.alarms);
  return releaseAlarms;
}

function watchEverything(monitoring: Construct, alarms: ServiceAlarms, watch: Watch): void {
  watchObjective(alarms, watch);
  watchRequests(alarms, watch);
  const throttled = watch.own.throttledByGateway(monitoring, watch.api.accessLogs, FIVE_MINUTES);
  watchCapacity(alarms, watch, throttled);
  watchMoney(alarms, watch);
  watchStatements(alarms, watch);
  watchResearch(alarms, watch);
  watchNotices(alarms, watch);
  watchUploads(alarms, watch);
  watchSignIn(alarms, watch);
  watchBillingEvents(alarms, watch);
  new ServiceDashboard(monitoring, 'Dashboard', {
    ...watch,
    apiId: watch.api.apiId,
    throttledByGateway: Object.values(throttled),
    alarms: alarms.all,
  });
}
