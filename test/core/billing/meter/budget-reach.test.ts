import { expect, test } from 'vitest';
import { budgetReaches } from '../../../../core/billing/meter/budget-reach.ts';
import { centsToNanoUsd } from '../../../../core/money.ts';

interface Wanted {
  readonly tokens?: readonly [used: number, most: number];
  /** In cents. */
  readonly research?: readonly [used: number, most: number];
}

const reaches = ({ tokens, research }: Wanted, tokensPerRecord: number | null = 10) =>
  budgetReaches(
    {
      tokens: tokens?.[1] ?? null,
      tokensUsed: tokens?.[0] ?? 0,
      researchCents: research?.[1] ?? null,
      researchUsedNanoUsd: centsToNanoUsd(research?.[0] ?? 0),
    },
    tokensPerRecord,
  );

test('each bound says how far it is used, and a bound that is none says nothing', () => {
  expect(reaches({})).toEqual([]);
  expect(reaches({ tokens: [499, 1_000] })).toEqual([
    { unit: 'tokens', used: 499, most: 1_000, percent: 49, isUsedUp: false },
  ]);
  expect(reaches({ research: [30, 100] })).toEqual([
    { unit: 'research', used: centsToNanoUsd(30), most: centsToNanoUsd(100), percent: 30, isUsedUp: false },
  ]);
});

test.each<[string, Wanted, number | null, boolean]>([
  ['what is left covers an item', { tokens: [990, 1_000] }, 10, false],
  ['what is left does not cover an item', { tokens: [991, 1_000] }, 10, true],
  ['a token is left, and no average is known', { tokens: [999, 1_000] }, null, false],
  ['nothing is left', { tokens: [1_000, 1_000] }, null, true],
  ['it allows nothing', { tokens: [0, 0] }, 10, false],
  ['it allows nothing, and something was used before', { tokens: [5, 0] }, 10, false],
  ['nothing is used, and it covers no item', { tokens: [0, 5] }, 10, false],
  ['a part of research fits', { research: [85, 100] }, 10, false],
  ['no part of research fits', { research: [86, 100] }, 10, true],
])('a budget is used up when no item or part fits, not before: %s', (_words, wanted, tokensPerRecord, isUsedUp) => {
  const [reach] = reaches(wanted, tokensPerRecord);
  expect(reach?.isUsedUp).toBe(isUsedUp);
});

test('a budget that allows nothing is at 0 percent', () => {
  expect(reaches({ tokens: [5, 0] })).toMatchObject([{ percent: 0 }]);
});

test.each<[Wanted, readonly string[]]>([
  [{ tokens: [10, 100], research: [20, 100] }, ['research', 'tokens']],
  [{ tokens: [30, 100], research: [20, 100] }, ['tokens', 'research']],
  // A smaller share is used up, because no part fits.
  [{ tokens: [80, 100], research: [15, 20] }, ['research', 'tokens']],
  [{ tokens: [99, 100], research: [15, 20] }, ['tokens', 'research']],
  [{ tokens: [95, 100], research: [70, 100] }, ['tokens', 'research']],
])('of %j, the bound nearer its end is first', (wanted, units) => {
  expect(reaches(wanted).map(({ unit }) => unit)).toEqual(units);
});
