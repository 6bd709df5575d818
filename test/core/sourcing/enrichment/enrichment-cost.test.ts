import { expect, test } from 'vitest';
import { TRIAL_USAGE_KEY } from '../../../../core/billing/meter/usage-debit.ts';
import {
  claimRequest,
  endRequest,
  numberName,
  openRequest,
  type EnrichmentRequest,
  type ResearchEnd,
} from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import { researchCostNanoUsd } from '../../../../core/sourcing/enrichment/enrichment-cost.ts';
import type { ManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import type { PartKey } from '../../../../core/index/part-keys/part-number.ts';

const NOON_MS = Date.UTC(2026, 10, 18, 12);
const PRICE = 150_000_000;
const FOUND: ResearchEnd = { kind: 'found', itemId: 'itm_00000001', charge: true };
const NOT_FOUND: ResearchEnd = { kind: 'not_found' };
const FAILED: ResearchEnd = { kind: 'failed', cause: 'given_up' };

const ASKING = {
  ...numberName({ manufacturerKey: 'norvane' as ManufacturerKey, part: 'NV1' as PartKey }, 'NV-1'),
  accountId: 'acc_0123456789',
  attempt: 'enr_1',
  asked: { manufacturer: 'Norvane', partNumber: 'NV-1', description: null },
  counted: true,
};

const asked = (usageKey: string | null, previous?: EnrichmentRequest) =>
  openRequest({ ...ASKING, usageKey }, previous, NOON_MS);
const ended = (request: EnrichmentRequest, end: ResearchEnd) => endRequest(request, end, NOON_MS).request;
function claimed(request: EnrichmentRequest): EnrichmentRequest {
  const claim = claimRequest(request, 'enr_1', 'token', NOON_MS);
  if (claim.kind !== 'claimed') throw new Error(claim.kind);
  return claim.request;
}

const PAID = asked('2026-11');
const BOUGHT = ended(PAID, FOUND);
const TRIED = asked(TRIAL_USAGE_KEY);

test.each([
  ['queued: its price is reserved', PAID, PRICE],
  ['being researched', claimed(PAID), PRICE],
  ['found by research', BOUGHT, PRICE],
  ['found, but brought by somebody else', ended(PAID, { ...FOUND, charge: false }), 0],
  ['not found', ended(PAID, NOT_FOUND), 0],
  ['failed', ended(PAID, FAILED), 0],
  ['asked for again after it was paid for', asked(null, BOUGHT), 0],
  ['found again after it was paid for', ended(asked(null, BOUGHT), FOUND), 0],
  ['no longer found after it was paid for', ended(asked(null, BOUGHT), NOT_FOUND), 0],
  ['queued by a trial, which holds an item and no money', TRIED, 0],
  ['found for a trial', ended(TRIED, FOUND), 0],
] as const)('enrichmentCost of a part that is %s', (_, request, cost) => {
  expect(researchCostNanoUsd(request)).toBe(cost);
});
