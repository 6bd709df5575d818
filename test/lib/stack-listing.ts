/**
 * Lists a stack for a reviewer: a line for each resource, with what distinguishes it within its kind. It leaves out
 * what other tests list in full (the rights of roles, who may invoke what) and what only connects: versions,
 * subscriptions' topics, the text of descriptions.
 */
import type { Template } from 'aws-cdk-lib/assertions';

interface Resource {
  readonly Type: string;
  readonly Properties?: Properties;
  readonly DeletionPolicy?: string;
}
type Properties = Readonly<Record<string, unknown>>;

const HELD_ELSEWHERE = new Set([
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::SQS::QueuePolicy',
  'AWS::SNS::TopicPolicy',
]);

/** Properties that are useless to a reviewer, or that are in another line. */
const SILENT = new Set([
  'AlarmDescription',
  'AttributeDefinitions',
  'Code',
  'Description',
  'KeySchema',
  'Role',
  'ServiceRoleArn',
]);

/** Writes one line per resource, by kind, in the order of the template within it. */
export function stackListing(template: Template): readonly string[] {
  const { Resources } = template.toJSON() as { Resources: Readonly<Record<string, Resource>> };
  return Object.entries(Resources)
    .filter(([, { Type }]) => !HELD_ELSEWHERE.has(Type))
    .map(([id, resource]) => `${resource.Type.replace('AWS::', '')} ${withoutHash(id)}: ${factsOf(resource)}`)
    .toSorted();
}

/** Returns the difference from another stack's listing: its lines with `-`, those of this one with `+`. */
export function listingBeside(listing: readonly string[], other: readonly string[]): readonly string[] {
  const own = new Set(listing);
  const theirs = new Set(other);
  const less = other.filter((line) => !own.has(line)).map((line) => ({ sign: '-', line }));
  const more = listing.filter((line) => !theirs.has(line)).map((line) => ({ sign: '+', line }));
  const byLine = [...less, ...more].toSorted((a, b) => (a.line < b.line ? -1 : 1));
  return byLine.map(({ sign, line }) => `${sign} ${line}`);
}

function factsOf({ Type, Properties = {}, DeletionPolicy }: Resource): string {
  const kept = DeletionPolicy === 'RetainExceptOnCreate' ? ['kept when the stack goes'] : [];
  if (Type === 'AWS::CloudWatch::Alarm') return alarmFacts(Properties);
  if (Type === 'AWS::CloudWatch::Dashboard') return widgetsOf(Properties);
  return [...flatten(Properties), ...kept].join('; ');
}

function alarmFacts(alarm: Properties): string {
  const { MetricName, Metrics, ComparisonOperator, Threshold, EvaluationPeriods, DatapointsToAlarm, Period } = alarm;
  const measured = (MetricName as string | undefined) ?? expressionOf(Metrics);
  const periods = `${String(DatapointsToAlarm ?? EvaluationPeriods)} of ${String(EvaluationPeriods)}`;
  const each = (Period as number | undefined) ?? periodOf(Metrics);
  const missing = (alarm['TreatMissingData'] as string | undefined) ?? 'missing';
  const tells = ((alarm['AlarmActions'] ?? []) as unknown[]).map(textOf).join(' and ');
  return `${measured} ${String(ComparisonOperator)} ${(Threshold as number | undefined) ?? 'the band'} in ${periods} of ${each} s; no data: ${missing}; tells ${tells || 'nothing'}`;
}

interface AlarmMetric {
  readonly Expression?: string;
  readonly ReturnData?: boolean;
  readonly Period?: number;
  readonly MetricStat?: { readonly Period: number; readonly Metric: { readonly MetricName: string } };
}

function expressionOf(metrics: unknown): string {
  const returned = (metrics as readonly AlarmMetric[]).find(({ ReturnData }) => ReturnData !== false);
  return returned?.Expression ?? returned?.MetricStat?.Metric.MetricName ?? '';
}

function periodOf(metrics: unknown): number {
  return (
    (metrics as readonly AlarmMetric[])
      .map((metric) => metric.Period ?? metric.MetricStat?.Period ?? 0)
      .find((seconds) => seconds > 0) ?? 0
  );
}

function widgetsOf({ DashboardBody }: Properties): string {
  const titles = [...textOf(DashboardBody).matchAll(/"title":"(?<title>[^"]*)"/g)];
  return titles.map(({ groups }) => groups?.['title']).join(', ');
}

/** Returns `path=value` for each listed leaf. */
function flatten(value: unknown, path = ''): readonly string[] {
  const text = leafOf(value);
  if (text !== undefined) return [path === '' ? text : `${path}=${text}`];
  const entries = Object.entries(value as Properties).filter(([name]) => !SILENT.has(name));
  return entries.flatMap(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`));
}

function leafOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.every(isLeaf) ? `[${value.map(textOf).join(', ')}]` : undefined;
  return isIntrinsic(value) ? textOf(value) : undefined;
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null || isIntrinsic(value);
}

function isIntrinsic(value: object): boolean {
  const [name = '', second] = Object.keys(value);
  return second === undefined && (name === 'Ref' || name.startsWith('Fn::'));
}

/** Returns a value of the template with the names of what it refers to. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { Ref, ...functions } = value as { readonly Ref?: string } & Properties;
  if (Ref !== undefined) return withoutHash(Ref);
  const [name, argument] = Object.entries(functions)[0] ?? ['', ''];
  switch (name) {
    case 'Fn::GetAtt':
      return withoutHash((argument as [string, string])[0]);
    case 'Fn::Join':
      return (argument as [string, unknown[]])[1]
        .map((part) => (typeof part === 'string' ? part : `<${textOf(part)}>`))
        .join('');
    default:
      return JSON.stringify(argument);
  }
}

/** Logical ids that are not fixed end in a hash; a version's also in a hash of its code. */
function withoutHash(id: string): string {
  return id.replace(/[0-9A-F]{8}([0-9a-f]{32})?$/, '');
}
