import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodAt, periodKeysToRead, previousPeriod } from '../../../../core/billing/meter/periods.ts';

const anchorDay = fc.integer({ min: 1, max: 28 });
const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) });

describe('billing periods', () => {
  test.each([
    [1, '2026-11-18T12:00:00Z', '2026-11', '2026-11-01', '2026-12-01'],
    [18, '2026-11-18T00:00:00Z', '2026-11', '2026-11-18', '2026-12-18'],
    [18, '2026-11-17T23:59:59.999Z', '2026-10', '2026-10-18', '2026-11-18'],
    [28, '2026-03-01T00:00:00Z', '2026-02', '2026-02-28', '2026-03-28'],
    [15, '2027-01-03T09:00:00Z', '2026-12', '2026-12-15', '2027-01-15'],
    [28, '2028-02-29T10:00:00Z', '2028-02', '2028-02-28', '2028-03-28'],
  ])('put, with anchor day %i, %s into %s', (day, at, key, start, end) => {
    expect(periodAt(day, Date.parse(at))).toEqual({
      key,
      startMs: Date.parse(`${start}T00:00:00Z`),
      endMs: Date.parse(`${end}T00:00:00Z`),
    });
  });

  test('contain every moment exactly once and follow each other without a gap', () => {
    fc.assert(
      fc.property(anchorDay, moment, (day, nowMs) => {
        const period = periodAt(day, nowMs);
        expect(period.startMs <= nowMs && nowMs < period.endMs).toBe(true);
        expect(periodAt(day, period.endMs).startMs).toBe(period.endMs);
        expect(periodAt(day, period.endMs - 1)).toEqual(period);
        expect(previousPeriod(day, period).endMs).toBe(period.startMs);
      }),
    );
  });

  test('include the running one among the two that are read before the anchor day is known', () => {
    fc.assert(
      fc.property(anchorDay, moment, (day, nowMs) => {
        expect(periodKeysToRead(nowMs)).toContain(periodAt(day, nowMs).key);
      }),
    );
  });
});
