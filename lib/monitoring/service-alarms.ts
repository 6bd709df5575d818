/**
 * Alarms with the service's defaults: an alarm describes the harm to users and links to the runbook, notifies the
 * operators when it starts and when it ends, and treats missing data as healthy. Only a heartbeat alarm treats missing
 * data as a failure.
 */
import { Alarm, AnomalyDetectionAlarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmBase, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Lazy, Stack, type CfnResource } from 'aws-cdk-lib';
import type { Alias, Version } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

interface ServiceAlarmProps {
  readonly metric: IMetric;
  /** The alarm starts when the metric exceeds this; `unusual` learns the usual range and starts far above it. */
  readonly above: number | 'unusual';
  /** The number of consecutive periods of the metric. */
  readonly periods?: number;
  /** The harm to users while the alarm lasts. */
  readonly harm: string;
  readonly severity: Severity;
}

/** Whether the alarm pages the person on call or can wait for the next day. */
export type Severity = 'wake' | 'next-day';

const SAID: Readonly<Record<Severity, string>> = { wake: 'Wake', 'next-day': 'Next day' };

/** The length of the hash of code and configuration with which the CDK ends the logical id of a version. */
const HASH_LETTERS = 32;

/** The distance from the usual, in standard deviations. */
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
   * Adds an alarm on the version that the alias points to, under a logical id that ends like the version's. A changed
   * alarm would keep its state, and an alarm that is red because of the previous version would stop the release that
   * fixes it.
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

  /** Adds an alarm that starts when the metric has no data in `periods` periods. */
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
