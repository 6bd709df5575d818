import { expect, test } from 'vitest';
import { capStandingText } from '../../../../core/billing/meter/billing-refusal.ts';
import { capStanding, describeStanding } from '../../../../core/billing/meter/cap-standing.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const USED = {
  '2026-11': {
    tokens: 150,
    tokensIncluded: 100,
    priceNanoUsdPerToken: 1_000_000,
    reservedNanoUsd: 300_000_000,
    researchNanoUsd: 300_000_000,
  },
};
const END_MS = Date.UTC(2026, 11, 1);

test('capStanding compares the period with the cap', () => {
  expect(capStanding(callerIn({ account: { spendingCapCents: 100 }, periods: USED }), NOON_MS)).toEqual({
    capNanoUsd: 1_000_000_000,
    spentNanoUsd: 50_000_000,
    reservedNanoUsd: 300_000_000,
    leftNanoUsd: 650_000_000,
    resetsAtMs: END_MS,
  });
});

test('a cap below the spent amount leaves zero, not less', () => {
  const standing = capStanding(callerIn({ account: { spendingCapCents: 1 }, periods: USED }), NOON_MS);
  expect(standing).toMatchObject({ capNanoUsd: 10_000_000, leftNanoUsd: 0 });
});

test('without a cap and usage, only the end of the period is reported', () => {
  const standing = capStanding(callerIn(), NOON_MS);
  expect(standing).toEqual({
    capNanoUsd: null,
    spentNanoUsd: 0,
    reservedNanoUsd: 0,
    leftNanoUsd: null,
    resetsAtMs: END_MS,
  });
  expect(describeStanding(standing)).toBe(
    'Beyond the plan $0.00 is spent; there is no spending cap. The period ends 2026-12-01T00:00:00Z.',
  );
});

test('the sentence after a refusal states the cap and the period', () => {
  const standing = capStanding(callerIn({ account: { spendingCapCents: 100 }, periods: USED }), NOON_MS);
  const words =
    'Beyond the plan $0.05 is spent and $0.30 reserved for research under way of the spending cap of $1.00; $0.65 is left. ' +
    'The period ends 2026-12-01T00:00:00Z.';
  expect(describeStanding(standing)).toBe(words);
  expect(capStandingText(standing)).toBe(` ${words}`);
  expect(capStandingText(undefined)).toBe('');
});
