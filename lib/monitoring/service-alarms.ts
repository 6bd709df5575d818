/**
 * An alarm with our defaults: it says what the user suffers and where the runbook continues, notifies those who are to act when it begins and when it
 * is over, and treats missing data as healthy; only a heartbeat treats it as a failure.
 */
import { Alarm, AnomalyDetectionAlarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmBase, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Lazy, Stack, type CfnResource } from 'aws-cdk-lib';
import type { Alias, Version } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

export interface ServiceAlarmProps {
  readonly metric: IMetric;
  /** Alarms when the metric is more than this; `unusual` learns what is usual and alarms far above it. */
  readonly above: number | 'unusual';
  /** How many of the metric's periods in a row. */
  readonly periods?: number;
  /** What the user suffers while it lasts. */
  readonly harm: string;
  readonly severity: Severity;
}

/** Whether the person on call is paged for it, or it can wait for the next day. */
export type Severity = 'wake' | 'next-day';

const SAID: Readonly<Record<Severity, string>> = { wake: 'Wake', 'next-day': 'Next day' };

/** Of the hash of its code and configuration, with which the CDK ends the logical id of a version. */
const HASH_LETTERS = 32;

/** How far from the usual, in standard deviations. */
const UNUSUAL_DEVIATIONS = 4;

export class ServiceAlarms {
  private readonly scope: Construct;
  private readonly topics: Readonly<Record<Severity, ITopic>>;
  private readonly runbookUrl: string;
  readonly all: AlarmBase[] = [];

  constructor(scope: Construct, topics: Readonly<Record<Severity, ITopic>>, runbookUrl: string) {
    this.scope = scope;
    this.topics = topics;
    this.runbookUrl = runbookUrl;
  }

  /** @param name also the anchor in the runbook, in kebab case */
  add(name: string, { metric, above, periods = 1, harm, severity }: ServiceAlarmProps): AlarmBase {
    const shared = { ...this.described(name, harm, severity), metric, evaluationPeriods: periods };
    const treatMissingData = TreatMissingData.NOT_BREACHING;
    return this.notify(
      severity,
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

  /**
   * An alarm on the version that the alias is given, under a logical id that ends as the version's: a changed alarm would keep its state, and one that is red
   * from the version before would stop the release that mends it.
   */
  addForVersion({ version }: Alias, name: string, props: ServiceAlarmProps): AlarmBase {
    const alarm = this.add(name, props);
    const resource = alarm.node.defaultChild as CfnAlarm;
    const ownId = Stack.of(alarm).getLogicalId(resource);
    const ofVersion = (version as Version).node.defaultChild as CfnResource;
    resource.overrideLogicalId(
      Lazy.uncachedString({
        produce: () => `${ownId}${String(Stack.of(alarm).resolve(ofVersion.logicalId)).slice(-HASH_LETTERS)}`,
      }),
    );
    return alarm;
  }

  /** An alarm on silence: nothing at all in `periods` periods. */
  addHeartbeat(name: string, metric: IMetric, periods: number, harm: string): AlarmBase {
    return this.notify(
      'next-day',
      new Alarm(this.scope, idOf(name), {
        ...this.described(name, harm, 'next-day'),
        metric,
        evaluationPeriods: periods,
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.BREACHING,
      }),
    );
  }

  private described(name: string, harm: string, severity: Severity): { readonly alarmDescription: string } {
    return { alarmDescription: `${SAID[severity]}: ${harm} ${this.runbookUrl}#${name}` };
  }

  private notify(severity: Severity, alarm: AlarmBase): AlarmBase {
    alarm.addAlarmAction(new SnsAction(this.topics[severity]));
    alarm.addOkAction(new SnsAction(this.topics[severity]));
    this.all.push(alarm);
    return alarm;
  }
}

function idOf(name: string): string {
  const words = name.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `Alarm${words.join('')}`;
}
