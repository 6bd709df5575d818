/**
 * An alarm with the house defaults: it says what the user suffers and where the runbook goes on, tells the stage's topic when it
 * begins and when it is over, and takes silence for health; only a heartbeat takes silence for a fault.
 */
import { Alarm, AnomalyDetectionAlarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmBase, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface ServiceAlarmProps {
  readonly metric: IMetric;
  /** Alarms when the metric is more than this; `unusual` learns what is usual and alarms far above it. */
  readonly above: number | 'unusual';
  /** How many of the metric's periods in a row. */
  readonly periods?: number;
  /** What the user suffers while it lasts. */
  readonly harm: string;
}

/** How far from the usual, in standard deviations. */
const UNUSUAL_DEVIATIONS = 4;

export class ServiceAlarms {
  private readonly scope: Construct;
  private readonly topic: ITopic;
  private readonly runbookUrl: string;
  readonly all: AlarmBase[] = [];

  constructor(scope: Construct, topic: ITopic, runbookUrl: string) {
    this.scope = scope;
    this.topic = topic;
    this.runbookUrl = runbookUrl;
  }

  /** @param name also the anchor in the runbook, in kebab case */
  add(name: string, { metric, above, periods = 1, harm }: ServiceAlarmProps): void {
    const shared = { ...this.described(name, harm), metric, evaluationPeriods: periods };
    const treatMissingData = TreatMissingData.NOT_BREACHING;
    this.notify(
      above === 'unusual'
        ? new AnomalyDetectionAlarm(this.scope, idOf(name), {
            ...shared,
            treatMissingData,
            stdDevs: UNUSUAL_DEVIATIONS,
            comparisonOperator: ComparisonOperator.GREATER_THAN_UPPER_THRESHOLD,
          })
        : new Alarm(this.scope, idOf(name), {
            ...shared,
            treatMissingData,
            threshold: above,
            comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          }),
    );
  }

  /** An alarm on silence: nothing at all in `periods` periods. */
  addHeartbeat(name: string, metric: IMetric, periods: number, harm: string): void {
    this.notify(
      new Alarm(this.scope, idOf(name), {
        ...this.described(name, harm),
        metric,
        evaluationPeriods: periods,
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.BREACHING,
      }),
    );
  }

  private described(name: string, harm: string): { readonly alarmDescription: string } {
    return { alarmDescription: `${harm} ${this.runbookUrl}#${name}` };
  }

  private notify(alarm: AlarmBase): void {
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }
}

function idOf(name: string): string {
  const words = name.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `Alarm${words.join('')}`;
}
