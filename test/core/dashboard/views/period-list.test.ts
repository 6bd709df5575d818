import { expect, test } from 'vitest';
import { periodList } from '../../../../core/dashboard/views/dashboard-data.ts';
import { callerIn } from '../../../support/fixtures/callers.ts';

test('the cost of a period is the charged amount, without the reserve of open enrichment requests', () => {
  const { usage } = callerIn({
    periods: { '2026-11': { researchNanoUsd: 900_000_000, reservedNanoUsd: 150_000_000 } },
  });
  expect(periodList(usage)).toMatchObject([{ research_usd: '$0.75', cost_usd: '$0.75' }]);
});
