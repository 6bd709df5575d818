// Slow: a table of more than 5,000 items.
import { beforeAll, describe, expect, test } from 'vitest';
import { measureAccuracy, type Accuracy } from './accuracy/measure-accuracy.ts';
import { measureCorrections } from './accuracy/measure-corrections.ts';
import { realParts, realPartsAvailable } from '../fixtures/real-parts.ts';

describe.skipIf(!realPartsAvailable)('real parts under common manufacturer spellings', () => {
  let accuracy: Accuracy;
  beforeAll(() => {
    accuracy = measureAccuracy(2) as Accuracy;
  });

  test('match for 95 of 100 names weighted by use and 85 of 100 distinct names; every miss names the manufacturer', () => {
    const [all] = accuracy.spellings;
    expect((all?.usesFound ?? 0) / (all?.uses ?? 1)).toBeGreaterThanOrEqual(0.95);
    expect((all?.found ?? 0) / (all?.spellings ?? 1)).toBeGreaterThanOrEqual(0.85);
    expect(all?.missedHinted).toBe(all?.missed);
    expect(all?.confused).toBe(0);
  });

  test('match for three of four names that are on no list', () => {
    expect(accuracy.unlisted.found / accuracy.unlisted.spellings).toBeGreaterThanOrEqual(0.75);
    expect(accuracy.unlisted.confused).toBe(0);
  });

  test('never match under another manufacturer’s name, and the miss names the right one', () => {
    expect(accuracy.crossed.asked).toBeGreaterThanOrEqual(10_000);
    expect(accuracy.crossed.answered).toBe(0);
    expect(accuracy.wrongManufacturers.asked).toBeGreaterThanOrEqual(1_000);
    expect(accuracy.wrongManufacturers.answered).toBe(0);
    expect(accuracy.wrongManufacturers.hinted / accuracy.wrongManufacturers.asked).toBeGreaterThanOrEqual(0.99);
  });

  test('are named, but not matched, under the name of a company that was taken over or took over', () => {
    expect(accuracy.takeovers.asked).toBeGreaterThan(500);
    expect(accuracy.takeovers.answered).toBe(0);
    expect(accuracy.takeovers.withReason).toBe(accuracy.takeovers.asked);
  });

  test('are not confused if many manufacturers have the part number', () => {
    expect(accuracy.manyManufacturers.confused).toBe(0);
    expect(accuracy.manyManufacturers.right / accuracy.manyManufacturers.asked).toBeGreaterThanOrEqual(0.98);
  });
});

describe.skipIf(!realPartsAvailable)('a query word that no real part has', () => {
  test('is read as the intended word in nine of ten cases, seldom as another, and foreign words are seldom changed', async () => {
    const { errors, beginnings, foreign } = await measureCorrections(realParts(), 100);
    expect(errors.right).toBeGreaterThanOrEqual(85);
    expect(errors.wrong).toBeLessThanOrEqual(4);
    expect(beginnings).toEqual({ drawn: 100, found: 100, onlyMeant: 100 });
    expect(foreign.words).toBe(100);
    expect(Object.keys(foreign.changed).length).toBeLessThanOrEqual(12);
  });
});
