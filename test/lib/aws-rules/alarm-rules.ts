/** Rules of AWS about metrics, alarms, and the alarms that roll back a release. */
import { firstOf, idOf, resourcesOf, setAt, valueAt, type AwsRule, type Resource, type Template } from './aws-rule.ts';

const DOCS = 'https://docs.aws.amazon.com';
const OWN_NAMESPACE = 'ProductData';
const METRICS_OF_AN_ALARM = 10;
const ALARMS_OF_A_GROUP = 10;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

interface Metric {
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly Period?: number;
}

/** What an alarm measures: one metric, or those of its expression. */
function metricsOf({ Properties }: Resource): readonly Metric[] {
  const own = Properties as Metric;
  const queries = (Properties?.['Metrics'] ?? []) as readonly {
    readonly MetricStat?: { readonly Period: number; readonly Metric: Metric };
  }[];
  const measured = queries.flatMap(({ MetricStat }) =>
    MetricStat === undefined ? [] : { ...MetricStat.Metric, Period: MetricStat.Period },
  );
  return own.MetricName === undefined ? measured : [own];
}

const alarms = (template: Template): readonly [string, Resource][] => resourcesOf(template, 'AWS::CloudWatch::Alarm');

const withStage = ({ Dimensions = [] }: Metric): boolean => Dimensions.some(({ Name }) => Name === 'stage');

const ownMetrics: AwsRule = {
  rule: 'A metric of the service has its stage as a dimension: a namespace is shared by all stacks of an account and region.',
  page: `${DOCS}/AmazonCloudWatch/latest/monitoring/cloudwatch_concepts.html`,
  findings: (template) => [
    ...alarms(template).flatMap(([id, alarm]) =>
      metricsOf(alarm)
        .filter((metric) => metric.Namespace === OWN_NAMESPACE && !withStage(metric))
        .map(({ MetricName }) => `${id}: ${MetricName}`),
    ),
    ...resourcesOf(template, 'AWS::CloudWatch::Dashboard').flatMap(([id, { Properties }]) =>
      [...JSON.stringify(Properties).matchAll(/\\"ProductData\\",\\"(?<name>\w+)\\"(?<rest>[^\]]*)\]/g)]
        .filter(({ groups }) => !groups?.['rest']?.includes('\\"stage\\"'))
        .map(({ groups }) => `${id}: ${groups?.['name']}`),
    ),
  ],
  broken: (template) =>
    setAt(
      firstOf(template, 'AWS::CloudWatch::Alarm', (alarm) =>
        metricsOf(alarm).some(({ Namespace }) => Namespace === OWN_NAMESPACE),
      ),
      'Properties',
      { Namespace: OWN_NAMESPACE, MetricName: 'Faults', Dimensions: [{ Name: 'service', Value: 'mcp' }] },
    ),
};

const filters: AwsRule = {
  rule: 'A metric filter gives its metric the stage as a dimension, from a field that its pattern names.',
  page: `${DOCS}/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html`,
  findings: (template) =>
    resourcesOf(template, 'AWS::Logs::MetricFilter')
      .filter(([, { Properties }]) => {
        const [transformation] = Properties?.['MetricTransformations'] as readonly {
          readonly Dimensions?: readonly { readonly Key: string; readonly Value: string }[];
        }[];
        return !transformation?.Dimensions?.some(({ Key, Value }) => Key === 'stage' && Value === '$.stage');
      })
      .map(([id]) => id),
  broken: (template) =>
    setAt(firstOf(template, 'AWS::Logs::MetricFilter'), 'Properties.MetricTransformations.0.Dimensions', undefined),
};

const metricCount: AwsRule = {
  rule: `An alarm on an expression has ${METRICS_OF_AN_ALARM} metrics at most.`,
  page: `${DOCS}/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html`,
  findings: (template) =>
    alarms(template)
      .filter(([, alarm]) => metricsOf(alarm).length > METRICS_OF_AN_ALARM)
      .map(([id, alarm]) => `${id}: ${metricsOf(alarm).length} metrics`),
  broken: (template) => {
    const metric = { MetricStat: { Period: 60, Stat: 'Sum', Metric: { MetricName: 'Errors' } } };
    const alarm = firstOf(template, 'AWS::CloudWatch::Alarm');
    setAt(alarm, 'Properties.MetricName', undefined);
    setAt(
      alarm,
      'Properties.Metrics',
      Array.from({ length: METRICS_OF_AN_ALARM + 1 }, () => metric),
    );
  },
};

const evaluated: AwsRule = {
  rule: 'An alarm looks back a day at most, or a week with periods of an hour and longer.',
  page: `${DOCS}/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html`,
  findings: (template) =>
    alarms(template)
      .filter(([, alarm]) => {
        const period = Math.max(...metricsOf(alarm).map(({ Period = 0 }) => Period));
        const most = period >= HOUR_SECONDS ? 7 * DAY_SECONDS : DAY_SECONDS;
        return period * Number(alarm.Properties?.['EvaluationPeriods']) > most;
      })
      .map(([id]) => id),
  broken: (template) => setAt(firstOf(template, 'AWS::CloudWatch::Alarm'), 'Properties.EvaluationPeriods', 10_081),
};

interface Group {
  readonly id: string;
  readonly alarmIds: readonly string[];
  /** The version that the group's alias gets. */
  readonly version: string;
}

function releaseGroups(template: Template): readonly Group[] {
  return resourcesOf(template, 'AWS::CodeDeploy::DeploymentGroup').map(([id, { Properties }]) => {
    const named = valueAt(Properties, 'AlarmConfiguration.Alarms') as readonly { readonly Name: unknown }[];
    const alias = resourcesOf(template, 'AWS::Lambda::Alias').find(
      ([, each]) => idOf(valueAt(each, 'UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName')) === id,
    )?.[1];
    return {
      id,
      alarmIds: named.map(({ Name }) => idOf(Name) ?? ''),
      version: idOf(alias?.Properties?.['FunctionVersion']) ?? '',
    };
  });
}

const ofTheVersion: AwsRule = {
  rule: 'An alarm that takes a release back measures the new version alone: red from the old one, it would refuse the release that mends it.',
  page: `${DOCS}/serverless-application-model/latest/developerguide/automating-updates-to-serverless-apps.html`,
  findings: (template) =>
    releaseGroups(template).flatMap(({ id, alarmIds, version }) =>
      alarmIds
        .filter(
          (alarmId) =>
            !metricsOf(template.Resources[alarmId] as Resource).every(({ Dimensions = [] }) =>
              Dimensions.some(({ Name, Value }) => /version$/i.test(Name) && idOf(Value) === version),
            ),
        )
        .map((alarmId) => `${alarmId} of ${id}`),
    ),
  broken: (template) => {
    const [{ alarmIds: [alarmId = ''] = [] } = {}] = releaseGroups(template);
    setAt(template.Resources[alarmId] as Resource, 'Properties.Dimensions', [
      { Name: 'FunctionName', Value: { Ref: 'Mcp' } },
      { Name: 'Resource', Value: 'Mcp:live' },
    ]);
  },
};

/** An alarm that is changed keeps its state. */
const newForAVersion: AwsRule = {
  rule: 'An alarm that takes a release back is a new one for each version, for one that is changed stays red until it is evaluated.',
  page: `${DOCS}/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html`,
  findings: (template) =>
    releaseGroups(template).flatMap(({ alarmIds, version }) =>
      alarmIds.filter((alarmId) => !alarmId.endsWith(version.slice(-32))),
    ),
  broken: (template) => {
    const alarm = firstOf(template, 'AWS::CloudWatch::Alarm');
    template.Resources['SameForAll'] = alarm;
    setAt(firstOf(template, 'AWS::CodeDeploy::DeploymentGroup'), 'Properties.AlarmConfiguration.Alarms.0', {
      Name: { Ref: 'SameForAll' },
    });
  },
};

const alarmsOfAGroup: AwsRule = {
  rule: `A deployment group has ${ALARMS_OF_A_GROUP} alarms at most.`,
  page: `${DOCS}/codedeploy/latest/userguide/limits.html`,
  findings: (template) =>
    releaseGroups(template)
      .filter(({ alarmIds }) => alarmIds.length > ALARMS_OF_A_GROUP)
      .map(({ id }) => id),
  broken: (template) => {
    const Name = { Ref: 'Any' };
    setAt(
      firstOf(template, 'AWS::CodeDeploy::DeploymentGroup'),
      'Properties.AlarmConfiguration.Alarms',
      Array.from({ length: ALARMS_OF_A_GROUP + 1 }, () => ({ Name })),
    );
  },
};

export const alarmRules: readonly AwsRule[] = [
  ownMetrics,
  filters,
  metricCount,
  evaluated,
  ofTheVersion,
  newForAVersion,
  alarmsOfAGroup,
];
