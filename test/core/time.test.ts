import { describe, expect, test } from 'vitest';
import {
  DAY_MS,
  dayOf,
  HOUR_MS,
  minuteText,
  MINUTE_MS,
  nextStart,
  shortTimeText,
  startOf,
  timeText,
  timeTextOrNull,
} from '../../core/time.ts';

const NOON_MS = Date.UTC(2026, 10, 23, 12);

describe('timeText', () => {
  test('writes the moment in UTC with its milliseconds', () => {
    expect(timeText(NOON_MS + 7)).toBe('2026-11-23T12:00:00.007Z');
  });
});

describe('shortTimeText', () => {
  test('omits the milliseconds only for a whole second', () => {
    expect(shortTimeText(NOON_MS)).toBe('2026-11-23T12:00:00Z');
    expect(shortTimeText(NOON_MS + 7)).toBe('2026-11-23T12:00:00.007Z');
  });
});

describe('dayOf', () => {
  test('writes the day in UTC, up to its last millisecond', () => {
    expect(dayOf(Date.UTC(2026, 10, 23))).toBe('2026-11-23');
    expect(dayOf(Date.UTC(2026, 10, 24) - 1)).toBe('2026-11-23');
  });
});

describe.each([
  [MINUTE_MS, NOON_MS + 61_000, Date.UTC(2026, 10, 23, 12, 1), Date.UTC(2026, 10, 23, 12, 2)],
  [HOUR_MS, NOON_MS + 1, NOON_MS, Date.UTC(2026, 10, 23, 13)],
  [DAY_MS, NOON_MS, Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 24)],
])('startOf and nextStart of %i ms', (lengthMs, ms, start, next) => {
  test('are the bounds of the time that contains the moment', () => {
    expect([startOf(lengthMs, ms), nextStart(lengthMs, ms)]).toEqual([start, next]);
  });

  test('count a start as part of the time that it starts', () => {
    expect([startOf(lengthMs, start), nextStart(lengthMs, start)]).toEqual([start, next]);
    expect(startOf(lengthMs, start - 1)).toBe(start - lengthMs);
  });
});

test('a moment is named to the minute, and no moment by null', () => {
  const ms = Date.UTC(2026, 10, 23, 14, 2, 59, 7);
  expect([minuteText(ms), timeTextOrNull(ms), timeTextOrNull(null)]).toEqual([
    '2026-11-23 14:02 UTC',
    '2026-11-23T14:02:59.007Z',
    null,
  ]);
});

test('a day is named, also after another and again', () => {
  const [one, other] = [Date.UTC(1970, 0, 1), Date.UTC(2026, 10, 23, 23, 59)];
  expect([one, other, one, other, other].map(dayOf)).toEqual([
    '1970-01-01',
    '2026-11-23',
    '1970-01-01',
    '2026-11-23',
    '2026-11-23',
  ]);
});
