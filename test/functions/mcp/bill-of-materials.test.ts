/** The size that facts add to a batch look-up of 50 real parts. */
import { beforeAll, describe, expect, test } from 'vitest';
import { realPartsAvailable } from '../../support/fixtures/real-parts.ts';
import { measureFactCosts, type FactCost } from '../../support/measure/fact-costs.ts';

describe.skipIf(!realPartsAvailable)('a look-up of a bill of materials of 50 real parts', () => {
  let costs: readonly FactCost[] = [];
  const pairOf = (asked: string) => costs.filter((cost) => cost.asked === asked);
  beforeAll(async () => {
    costs = await measureFactCosts();
  });

  test('names in one sentence the 40 known states that are not active, with their positions', () => {
    const [before, after] = pairOf('default fields');
    expect([before?.found, after?.found]).toEqual([50, 50]);
    expect(before?.sentence).toBe('');
    expect(after?.sentence).toBe(
      'States are known for 40 of 50: 2 are obsolete, last date stated 2026-01-22 (input_index 3, 35), ' +
        '1 can be bought until 2027-03-18 (input_index 10), 37 are active; of the other 10 the state is unknown, which does not mean active.',
    );
  });

  test.each(['default fields', 'fields: ["mpn"]'])('with %s grows only by that sentence', (asked) => {
    const [before, after] = pairOf(asked);
    if (before === undefined || after === undefined) throw new Error('not measured');
    const { answerBytes, readUnits, roundTrips, tokensBilled, sentenceBytes } = after;
    expect({ readUnits, roundTrips, tokensBilled }).toEqual({
      readUnits: before.readUnits,
      roundTrips: before.roundTrips,
      tokensBilled: before.tokensBilled,
    });
    expect(sentenceBytes).toBeGreaterThan(0);
    const [grown, said] = [answerBytes - before.answerBytes, 3 * sentenceBytes];
    expect(grown).toBeGreaterThanOrEqual(said);
    expect(grown).toBeLessThan(said + 60);
  });

  test('takes as many round trips with attributes as without facts', () => {
    const [before, after] = pairOf('with attributes');
    expect(after?.roundTrips).toBe(before?.roundTrips);
  });
});
