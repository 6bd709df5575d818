/** Runs EventBridge's schedules on one machine: only rates, because the stack uses no others. */
import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from './template/local-account.ts';
import { ruleArn } from './template/resource-references.ts';
import type { LocalSchedule } from './template/resource-schemas.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';

const UNIT_MS: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };

/** @throws {Error} for an expression that is not a rate */
function rateMs(expression: string): number {
  const { count = '', unit = '' } =
    /^rate\((?<count>[1-9]\d*) (?<unit>minute|hour|day)s?\)$/.exec(expression)?.groups ?? {};
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) throw new Error(`The local run does not understand the schedule "${expression}".`);
  return Number(count) * unitMs;
}

interface Schedules {
  readonly stop: () => void;
}

/** Calls the targets of every enabled schedule at its rate, the first time after one whole interval. */
export function startSchedules(
  schedules: ReadonlyMap<string, LocalSchedule>,
  invoke: (functionArn: string, event: ScheduledEvent) => void,
): Schedules {
  const timers = [...schedules].flatMap(([name, { ScheduleExpression, State, Targets }]) => {
    const everyMs = rateMs(ScheduleExpression);
    if (State === 'DISABLED') return [];
    return Targets.map(({ Arn }) => setInterval(() => invoke(Arn, scheduledEvent(name)), everyMs));
  });
  return { stop: () => timers.forEach(clearInterval) };
}

function scheduledEvent(name: string): ScheduledEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: LOCAL_ACCOUNT_ID,
    time: new Date().toISOString(),
    region: LOCAL_REGION,
    resources: [ruleArn(name)],
    detail: {},
  };
}
