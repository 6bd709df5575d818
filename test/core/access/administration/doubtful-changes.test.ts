import { expect, test } from 'vitest';
import { doubtfulChanges } from '../../../../core/access/administration/doubtful-changes.ts';
import type { AccountChanges } from '../../../../core/access/administration/administer-accounts.ts';

const far = (term: string, value: number, ofPlan: number) => ({ kind: 'far_above_plan', term, value, ofPlan });

test.each<[AccountChanges, string, readonly unknown[]]>([
  [{}, 'starter', []],
  [{ spendingCapCents: 0 }, 'starter', [{ kind: 'cap_of_zero' }]],
  [{ spendingCapCents: 1 }, 'starter', []],
  [{ spendingCapCents: null }, 'starter', []],
  [{ terms: { overagePriceNanoUsdPerToken: 0 } }, 'starter', [{ kind: 'price_of_zero' }]],
  [{ terms: { overagePriceNanoUsdPerToken: 600_000 } }, 'starter', []],
  [{ terms: { overagePriceNanoUsdPerToken: 600_001 } }, 'starter', [far('overage_price', 600_001, 60_000)]],
  [{ terms: { tokensIncluded: 10_000_000 } }, 'starter', []],
  [{ terms: { tokensIncluded: 10_000_001 } }, 'starter', [far('tokens_included', 10_000_001, 1_000_000)]],
  [{ terms: { tokensIncluded: 10_000_001 }, planCode: 'growth' }, 'starter', []],
  [{ terms: { tokensIncluded: 1 }, planCode: null }, 'starter', [far('tokens_included', 1, 0)]],
  [{ terms: { tokensIncluded: 1 } }, 'a plan that is gone', [far('tokens_included', 1, 0)]],
  [{ terms: { requestsPerMinute: 1_201 } }, 'starter', [far('requests_per_minute', 1_201, 120)]],
  [{ terms: { batchSize: 101 } }, 'none', [far('batch_size', 101, 10)]],
  [{ terms: { openParts: 1_001 } }, 'starter', [far('open_parts', 1_001, 100)]],
  [{ terms: { notFoundPartsPerDay: 2_001 } }, 'starter', [far('not_found_parts_per_day', 2_001, 200)]],
  [{ terms: { catalogRowsPerMonth: 200_000 } }, 'starter', []],
  [{ terms: { catalogRowsPerMonth: 200_001 } }, 'starter', [far('catalog_rows_per_month', 200_001, 20_000)]],
  [{ trialAllowanceItems: 2_000 }, 'starter', []],
  [{ trialAllowanceItems: 2_001 }, 'starter', [far('trial_allowance_items', 2_001, 200)]],
])('doubtfulChanges of %j on the plan %s', (changes, planCodeNow, expected) => {
  expect(doubtfulChanges(changes, planCodeNow)).toEqual(expected);
});
