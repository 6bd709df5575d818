import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSchedules } from '../../local/schedule-runner.ts';
import type { LocalSchedule } from '../../local/template/resource-schemas.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function schedule(ScheduleExpression: string, State: LocalSchedule['State'] = 'ENABLED'): Map<string, LocalSchedule> {
  return new Map([['Tick', { ScheduleExpression, State, Targets: [{ Arn: 'arn:function' }] }]]);
}

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(2 hours)', 7_200_000],
  ['rate(1 day)', 86_400_000],
])('%s calls its target after each interval, and no more once stopped', (expression, everyMs) => {
  const called: string[] = [];
  const schedules = startSchedules(schedule(expression), (arn, event) => called.push(`${arn} ${event['detail-type']}`));
  vi.advanceTimersByTime(everyMs - 1);
  expect(called).toEqual([]);
  vi.advanceTimersByTime(everyMs + 1);
  expect(called).toEqual(['arn:function Scheduled Event', 'arn:function Scheduled Event']);
  schedules.stop();
  vi.advanceTimersByTime(10 * everyMs);
  expect(called).toHaveLength(2);
});

test('a disabled schedule calls no target', () => {
  const invoke = vi.fn();
  startSchedules(schedule('rate(1 minute)', 'DISABLED'), invoke);
  vi.advanceTimersByTime(600_000);
  expect(invoke).not.toHaveBeenCalled();
});

test('an expression that is not a rate is refused', () => {
  expect(() => startSchedules(schedule('cron(0 * * * ? *)'), () => undefined)).toThrow('cron(0 * * * ? *)');
});
