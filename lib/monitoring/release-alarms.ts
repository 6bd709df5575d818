/** Alarms that roll a new version of a function back, and those on the canary. */
import { Stats, type AlarmBase } from 'aws-cdk-lib/aws-cloudwatch';
import type { CheckedHandler } from '../constructs/live-alias.ts';
import type { ServiceAlarms } from './service-alarms.ts';
import { ofReleasedVersion } from './service-metrics.ts';
import { A_MINUTE, FIVE_MINUTES, SLOW_MS, type Watch } from './watched-service.ts';

export function watchCanary(alarms: ServiceAlarms, { own }: Watch): void {
  alarms.add('canary-failed', {
    metric: own.counted('canary', 'ChecksFailed', FIVE_MINUTES),
    above: 2,
    harm: 'The canary, a customer with a test key, gets wrong answers at the address that customers use.',
    severity: 'wake',
  });
  alarms.addHeartbeat(
    'canary-silent',
    own.counted('canary', 'ChecksPassed', FIVE_MINUTES),
    3,
    'The canary does not run, or all its checks fail: nothing watches the service from outside.',
  );
}

/**
 * Evaluated every minute, so that a bad version gets its tenth of the calls for minutes only. Each alarm measures the
 * version that the alias is given, and each version has new alarms: faults of the previous version neither roll a
 * release back nor prevent one.
 */
export function watchReleases(
  alarms: ServiceAlarms,
  { live, own }: Watch,
): Readonly<Record<CheckedHandler, readonly AlarmBase[]>> {
  const watched = (handler: CheckedHandler): AlarmBase[] => [
    alarms.addForVersion(live[handler], `${handler}-live-errors`, {
      metric: ofReleasedVersion(live[handler], live[handler].metricErrors({ period: A_MINUTE })),
      above: 1,
      harm: 'The version that is being released ends without an answer: it crashes or times out.',
      severity: 'next-day',
    }),
    alarms.addForVersion(live[handler], `${handler}-live-faults`, {
      metric: own.countedInVersion(handler, 'Faults', live[handler], A_MINUTE),
      above: 2,
      harm: 'Several calls a minute end as internal errors in the version that callers have, or are about to get.',
      severity: 'next-day',
    }),
    alarms.addForVersion(live[handler], `${handler}-live-slow`, {
      metric: ofReleasedVersion(
        live[handler],
        live[handler].metricDuration({ period: A_MINUTE, statistic: Stats.percentile(99) }),
      ),
      above: SLOW_MS,
      periods: 3,
      harm: 'For three minutes, one call in a hundred took over two seconds in the version that is being released.',
      severity: 'next-day',
    }),
  ];
  const meter = (handler: 'mcp' | 'v1'): AlarmBase =>
    alarms.addForVersion(live[handler], `${handler}-live-meter`, {
      metric: own.countedInVersion(handler, 'MeterFailed', live[handler], A_MINUTE),
      above: 0,
      harm: 'A meter write ended without a known outcome, perhaps because of the version that is being released.',
      severity: 'next-day',
    });
  return { mcp: [...watched('mcp'), meter('mcp')], v1: [...watched('v1'), meter('v1')], token: watched('token') };
}
