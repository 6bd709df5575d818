/**
 * Writes docs/operate/alarms.md: severity and threshold of each alarm, from the template of a stage with every option
 * enabled, and the steps to take: `npm run docs:alarms`. An alarm without steps is an error, and so are steps without
 * an alarm.
 */
import { markdownTable } from './page-tables.ts';
import { ALARM_STEPS } from './alarm-steps.ts';
import type { Template } from './idle-stage.ts';
import { numberText } from '../../core/number-text.ts';

interface AlarmProperties {
  readonly AlarmDescription: string;
  readonly EvaluationPeriods: number;
  readonly Threshold?: number;
  readonly ComparisonOperator: string;
  readonly Period?: number;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Period: number } }[];
}

interface NamedAlarm {
  readonly name: string;
  readonly wakes: boolean;
  readonly harm: string;
  readonly rings: string;
}

const DESCRIPTION = /^(Wake|Next day): (.*) \S+#([a-z0-9-]+)$/;

export function alarmsPage(template: Template): string {
  const alarms = Object.values(template.Resources)
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
    .map(({ Properties }) => namedAlarm(Properties as unknown as AlarmProperties))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  requireSteps(alarms.map(({ name }) => name));
  const rows = (wakes: boolean) =>
    alarms.filter((alarm) => alarm.wakes === wakes).map(({ name, rings }) => [`[${name}](#${name})`, rings]);
  return [
    '# Alarms',
    'Written by `npm run docs:alarms` from the template and `tools/docs/alarm-steps.ts`; do not edit it by hand. The commands use the shell functions defined at the top of [incidents](incidents.md). ' +
      'Alarms that page someone go to `wakeEmail` (a pager) in `lib/settings/stage-settings.ts`; the others go to `email`, for the next working day. Development has only the `-live-` and `canary-` alarms and `mail-dead-letters`, and pages no one. The `-live-` alarms roll a release back.',
    markdownTable(['pages someone', 'when'], rows(true), 'texts'),
    markdownTable(['next day', 'when'], rows(false), 'texts'),
    ...alarms.map(({ name, harm, rings }) => `## ${name}\n\n${harm} Threshold: ${rings}.\n\n${ALARM_STEPS[name]}`),
  ]
    .join('\n\n')
    .concat('\n');
}

function namedAlarm(properties: AlarmProperties): NamedAlarm {
  const [, severity, harm, name] = DESCRIPTION.exec(properties.AlarmDescription) ?? [];
  if (harm === undefined || name === undefined)
    throw new Error(`An alarm description lacks its severity or its link: ${properties.AlarmDescription}`);
  return { name, wakes: severity === 'Wake', harm, rings: rule(properties) };
}

/** Describes when the alarm fires: threshold, period of the metric, and number of consecutive periods. */
function rule({ Threshold, ComparisonOperator, EvaluationPeriods, Period, Metrics = [] }: AlarmProperties): string {
  const seconds = Period ?? Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? [])[0] ?? 60;
  if (ComparisonOperator.startsWith('LessThan')) return `after ${duration(seconds * EvaluationPeriods)} of silence`;
  const times = EvaluationPeriods === 1 ? '' : `, ${EvaluationPeriods} times in a row`;
  const bound = Threshold === undefined ? 'far above the usual' : `above ${numberText(Threshold)}`;
  return `${bound} in ${duration(seconds)}${times}`;
}

function duration(seconds: number): string {
  return seconds >= 3600 && seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
}

function requireSteps(names: readonly string[]): void {
  const without = names.filter((name) => !Object.hasOwn(ALARM_STEPS, name));
  const gone = Object.keys(ALARM_STEPS).filter((name) => !names.includes(name));
  if (without.length > 0 || gone.length > 0)
    throw new Error(
      `tools/docs/alarm-steps.ts has no steps for: ${without.join(', ') || 'none'}; and steps for removed alarms: ${gone.join(', ') || 'none'}.`,
    );
}
