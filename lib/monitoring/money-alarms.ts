/** Alarms on money: the meter, spending, statements and the events of the billing system. */
import type { ServiceAlarms } from './service-alarms.ts';
import { sum } from './service-metrics.ts';
import { AN_HOUR, FIVE_MINUTES, SIX_HOURS, type Watch } from './watched-service.ts';

export function watchMoney(alarms: ServiceAlarms, { own, alarms: { partsFoundPerHour } }: Watch): void {
  alarms.add('meter-failed', {
    metric: sum(
      'meter failed',
      [own.counted('mcp', 'MeterFailed', FIVE_MINUTES), own.counted('v1', 'MeterFailed', FIVE_MINUTES)],
      FIVE_MINUTES,
    ),
    above: 0,
    harm: 'A meter write ended without a known outcome: a customer got no data and may have been charged for the call.',
    severity: 'wake',
  });
  alarms.add('charge-in-doubt', {
    metric: sum(
      'charges in doubt',
      [own.counted('mcp', 'ChargeInDoubt', FIVE_MINUTES), own.counted('v1', 'ChargeInDoubt', FIVE_MINUTES)],
      FIVE_MINUTES,
    ),
    above: 0,
    harm: 'A call failed, and its usage row does not show whether it was charged: the customer may be billed for it until you resolve the charge.',
    severity: 'next-day',
  });
  alarms.add('negative-usage', {
    metric: sum(
      'negative usage',
      [own.counted('mcp', 'NegativeUsage', FIVE_MINUTES), own.counted('v1', 'NegativeUsage', FIVE_MINUTES)],
      FIVE_MINUTES,
    ),
    above: 0,
    harm: 'A figure of a usage row is negative, which every write forbids: the account is billed too little, and its cap is too high.',
    severity: 'wake',
  });
  alarms.add('signing-secret', {
    metric: sum(
      'signing secret not read',
      [
        own.counted('mcp', 'SigningSecretFailed', FIVE_MINUTES),
        own.counted('v1', 'SigningSecretFailed', FIVE_MINUTES),
        own.counted('token', 'SigningSecretFailed', FIVE_MINUTES),
      ],
      FIVE_MINUTES,
    ),
    above: 0,
    harm: 'The signing secret cannot be read: access tokens are issued and accepted only by processes that have it in memory.',
    severity: 'wake',
  });
  alarms.add('tokens-unusual', {
    metric: own.counted('mcp', 'TokensBilled', AN_HOUR),
    above: 'unusual',
    periods: 2,
    harm: 'Far more tokens than usual are billed: an assistant is in a loop at a customer’s cost, or a key was stolen.',
    severity: 'next-day',
  });
  alarms.add('tokens-unusual-api', {
    metric: own.counted('v1', 'TokensBilled', AN_HOUR),
    above: 'unusual',
    periods: 2,
    harm: 'Far more tokens than usual are billed over the HTTP API: a program is in a loop at a customer’s cost, or a key was stolen.',
    severity: 'next-day',
  });
  alarms.add('research-spending', {
    metric: own.counted('enrichment-worker', 'ResearchFound', AN_HOUR),
    above: partsFoundPerHour,
    harm: 'Research is charged to customers faster than expected, at 0.15 USD a part.',
    severity: 'wake',
  });
}

export function watchStatements(alarms: ServiceAlarms, { own, statementClose }: Watch): void {
  alarms.add('statement-stopped', {
    metric: own.counted('statement-close', 'StatementsStopped', AN_HOUR),
    above: 0,
    harm: 'The figures of an ended period disagree, or its research never ended: the account has no statement, and its later periods wait.',
    severity: 'next-day',
  });
  alarms.add('statement-close-failed', {
    metric: statementClose.metricErrors({ period: SIX_HOURS }),
    above: 2,
    harm: 'The close failed to read or write accounts three times: they have no statements for ended periods.',
    severity: 'next-day',
  });
  alarms.addHeartbeat(
    'statement-close-silent',
    statementClose.metricInvocations({ period: AN_HOUR }),
    3,
    'Nothing closes ended periods: they get no statements.',
  );
}

/** Ten events for each of 1,000 invoices, which the billing system sends within an hour. */
const FLOOD_OF_EVENTS = 10_000;

export function watchBillingEvents(alarms: ServiceAlarms, { own, billingEvents }: Watch): void {
  if (billingEvents === undefined) return;
  const faults = [
    own.counted('billing-events', 'Faults', AN_HOUR),
    billingEvents.metricErrors({ period: AN_HOUR }),
    billingEvents.metricThrottles({ period: AN_HOUR }),
  ];
  alarms.add('billing-events-failed', {
    metric: sum('events that failed', faults, AN_HOUR),
    above: 2,
    harm: 'Events from the billing system are not processed: customers who paid may be refused, and customers who did not pay may be served.',
    severity: 'next-day',
  });
  alarms.add('billing-events-refused', {
    metric: sum(
      'events that were refused',
      [own.counted('billing-events', 'RefusedInput', AN_HOUR), own.counted('billing-events', 'RefusedRate', AN_HOUR)],
      AN_HOUR,
    ),
    above: 20,
    harm: 'Messages to the billing-events endpoint are refused: its secret was replaced, or somebody else sends them.',
    severity: 'next-day',
  });
  alarms.add('billing-events-flood', {
    metric: own.counted('billing-events', 'Requests', FIVE_MINUTES),
    above: FLOOD_OF_EVENTS,
    harm: 'Far more messages reach the billing-events endpoint than a month’s invoices cause: real events may wait until the billing system sends them again.',
    severity: 'next-day',
  });
}
