/** Rules of AWS about one property each: a line of data per rule. */
import { firstOf, resourcesOf, setAt, valueAt, type AwsRule } from './aws-rule.ts';

const DOCS = 'https://docs.aws.amazon.com';

interface PropertyRule {
  readonly rule: string;
  readonly page: string;
  /** A type of resource; a star for every type. */
  readonly of: string;
  /** The path starts at the resource. */
  readonly path: string;
  /** Returns whether the value is allowed; an absent one is undefined. */
  readonly may: (value: unknown) => boolean;
  /** A value with which the first resource breaks the rule. */
  readonly broken: unknown;
}

const atMost =
  (limit: number) =>
  (value: unknown): boolean =>
    value === undefined || Number(value) <= limit;
const between =
  (least: number, most: number) =>
  (value: unknown): boolean =>
    value === undefined || (Number(value) >= least && Number(value) <= most);
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const shorterThan =
  (limit: number) =>
  (value: unknown): boolean =>
    JSON.stringify(value ?? '').length < limit;

const PROPERTY_RULES: readonly PropertyRule[] = [
  {
    rule: 'A kept resource is kept except where its creation is rolled back: a kept one blocks the next try or is orphaned.',
    page: `${DOCS}/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html`,
    of: '*',
    path: 'DeletionPolicy',
    may: oneOf(undefined, 'Delete', 'RetainExceptOnCreate'),
    broken: 'Retain',
  },
  {
    rule: 'A table gets its deletion protection after the first create, for it refuses the delete of a rollback.',
    page: `${DOCS}/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html`,
    of: 'AWS::DynamoDB::Table',
    path: 'Properties.DeletionProtectionEnabled',
    may: oneOf(undefined),
    broken: true,
  },
  {
    rule: 'A function runs for 900 seconds at most.',
    page: `${DOCS}/lambda/latest/dg/gettingstarted-limits.html`,
    of: 'AWS::Lambda::Function',
    path: 'Properties.Timeout',
    may: between(1, 900),
    broken: 901,
  },
  {
    rule: 'An event source of SQS calls two functions concurrently at least, where it has a maximum.',
    page: `${DOCS}/lambda/latest/dg/services-sqs-scaling.html`,
    of: 'AWS::Lambda::EventSourceMapping',
    path: 'Properties.ScalingConfig.MaximumConcurrency',
    may: between(2, 1000),
    broken: 1,
  },
  {
    rule: 'A message is delivered five times at least before it is a dead letter, for a throttled function uses deliveries up.',
    page: `${DOCS}/lambda/latest/dg/services-sqs-configure.html`,
    of: 'AWS::SQS::Queue',
    path: 'Properties.RedrivePolicy.maxReceiveCount',
    may: between(5, 1000),
    broken: 1,
  },
  {
    rule: 'A reserved concurrency is not 0, which stops the function for every caller.',
    page: `${DOCS}/lambda/latest/dg/configuration-concurrency.html`,
    of: 'AWS::Lambda::Function',
    path: 'Properties.ReservedConcurrentExecutions',
    may: between(1, 900),
    broken: 0,
  },
  {
    rule: 'The description of an alarm has 1,024 characters at most.',
    page: `${DOCS}/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html`,
    of: 'AWS::CloudWatch::Alarm',
    path: 'Properties.AlarmDescription',
    may: shorterThan(1_024),
    broken: 'x'.repeat(1_025),
  },
  {
    rule: 'An alarm on what AWS may not count at all says what silence means.',
    page: `${DOCS}/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html`,
    of: 'AWS::CloudWatch::Alarm',
    path: 'Properties.TreatMissingData',
    may: oneOf('breaching', 'notBreaching'),
    broken: undefined,
  },
  {
    rule: 'The policies of a role have 10,240 characters together at most.',
    page: `${DOCS}/IAM/latest/UserGuide/reference_iam-quotas.html`,
    of: 'AWS::IAM::Policy',
    path: 'Properties.PolicyDocument',
    may: shorterThan(10_240),
    broken: 'x'.repeat(10_241),
  },
  {
    rule: 'An integration of an HTTP API waits for 30 seconds at most.',
    page: `${DOCS}/apigateway/latest/developerguide/http-api-quotas.html`,
    of: 'AWS::ApiGatewayV2::Integration',
    path: 'Properties.TimeoutInMillis',
    may: atMost(30_000),
    broken: 30_001,
  },
  {
    rule: 'A metric filter with dimensions has no default value, which AWS refuses.',
    page: `${DOCS}/AWSCloudFormation/latest/TemplateReference/aws-properties-logs-metricfilter-metrictransformation.html`,
    of: 'AWS::Logs::MetricFilter',
    path: 'Properties.MetricTransformations.0.DefaultValue',
    may: oneOf(undefined),
    broken: 0,
  },
];

export const propertyRules: readonly AwsRule[] = PROPERTY_RULES.map(({ rule, page, of, path, may, broken }) => ({
  rule,
  page,
  findings: (template) =>
    (of === '*' ? Object.entries(template.Resources) : resourcesOf(template, of))
      .filter(([, resource]) => !may(valueAt(resource, path)))
      .map(([id, resource]) => `${id}: ${path} is ${JSON.stringify(valueAt(resource, path))?.slice(0, 40)}`),
  broken: (template) => setAt(firstOf(template, of === '*' ? 'AWS::DynamoDB::Table' : of), path, broken),
}));
