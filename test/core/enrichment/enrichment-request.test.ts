import { describe, expect, it } from 'vitest';
import {
  claimRequest,
  endRequest,
  LEASE_MS,
  MAX_CLAIMS,
  NOT_FOUND_HOLDS_MS,
  openRequest,
  postponeRequest,
  releaseRequest,
  settleRequest,
  standingOf,
  type EnrichmentRequest,
  type ResearchEnd,
} from '../../../functions/core/enrichment/enrichment-request.ts';
import type { MakerKey } from '../../../functions/core/products/manufacturer-name.ts';
import { numberKey, type PartKey } from '../../../functions/core/products/part-number.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const QUEUED = openRequest(
  {
    accountId: 'acc_0123456789',
    maker: 'norvane' as MakerKey,
    part: 'NV1' as PartKey,
    number: numberKey('NV-1'),
    attempt: 'enr_1',
    asked: { manufacturer: 'Norvane', partNumber: 'NV-1', description: null },
    usageKey: '2026-11',
    counted: true,
  },
  undefined,
  NOW_MS,
);
const claimed = (): EnrichmentRequest => {
  const claim = claimRequest(QUEUED, 'enr_1', 'me', NOW_MS);
  if (claim.kind !== 'claimed') throw new Error(claim.kind);
  return claim.request;
};
const FOUND: ResearchEnd = { kind: 'found', itemId: 'itm_00000001', charge: true };

describe('a claim', () => {
  it.each([
    ['no request', undefined, 'void'],
    ['a queued one', QUEUED, 'claimed'],
    ['one of another attempt', { ...QUEUED, attempt: 'enr_2' }, 'void'],
    ['one that was found', { ...QUEUED, state: 'found' }, 'void'],
    ['one that failed', { ...QUEUED, state: 'failed' }, 'void'],
    ['one that another worker has', claimed(), 'leased'],
    ['one whose lease has run out', { ...claimed(), lease: { token: 'other', untilMs: NOW_MS - 1 } }, 'claimed'],
    ['one that was tried too often', { ...QUEUED, claims: MAX_CLAIMS }, 'exhausted'],
  ] as const)('of %s: %s', (_, request, kind) => {
    expect(claimRequest(request, 'enr_1', 'me', NOW_MS).kind).toBe(kind);
  });

  it('holds longer than a worker may run', () => expect(LEASE_MS).toBeGreaterThan(60_000));
});

describe('settling', () => {
  it.each([
    ['found by research', FOUND, 'found', true],
    ['found, but not by research', { ...FOUND, charge: false }, 'released', false],
    ['not found', { kind: 'not_found' }, 'released', false],
    ['failed', { kind: 'failed', cause: 'given_up' }, 'released', false],
  ] as const)('%s: the reserve is %s', (_, end, outcome, charged) => {
    const settled = settleRequest(claimed(), 'me', end, NOW_MS);
    expect(settled?.reserve).toEqual({ usageKey: '2026-11', outcome });
    expect(settled?.request).toMatchObject({ state: end.kind, charged, lease: null, dueAtMs: null });
  });

  it('is for the holder of the lease alone, and once', () => {
    expect(settleRequest(claimed(), 'other', FOUND, NOW_MS)).toBeUndefined();
    const settled = settleRequest(claimed(), 'me', FOUND, NOW_MS);
    expect(settleRequest(settled?.request, 'me', FOUND, NOW_MS)).toBeUndefined();
    expect(releaseRequest(settled?.request, 'me', true)).toBeUndefined();
  });

  it('without a reserve moves no money, and never forgets that the account has paid', () => {
    const free = { ...claimed(), usageKey: null, charged: true };
    for (const end of [FOUND, { kind: 'not_found' }] as const)
      expect(endRequest(free, end, NOW_MS)).toMatchObject({ reserve: undefined, request: { charged: true } });
  });
});

describe('asking again', () => {
  const ended = (end: ResearchEnd) => endRequest(claimed(), end, NOW_MS).request;

  it.each([
    ['never asked', undefined, 0, 'askable'],
    ['queued', QUEUED, 0, 'under_way'],
    ['researching', claimed(), 0, 'under_way'],
    ['found', ended(FOUND), 0, 'askable'],
    ['failed', ended({ kind: 'failed', cause: 'given_up' }), 0, 'askable'],
    ['not found a moment ago', ended({ kind: 'not_found' }), NOT_FOUND_HOLDS_MS - 1, 'not_found_recently'],
    ['not found 30 days ago', ended({ kind: 'not_found' }), NOT_FOUND_HOLDS_MS, 'askable'],
  ] as const)('%s', (_, request, laterMs, kind) => {
    expect(standingOf(request, NOW_MS + laterMs).kind).toBe(kind);
  });

  it('is a new attempt over the old one, which still knows that it was charged', () => {
    const again = openRequest({ ...QUEUED, attempt: 'enr_2', usageKey: null }, ended(FOUND), NOW_MS + 1);
    expect(again).toMatchObject({ attempt: 'enr_2', state: 'queued', charged: true, claims: 0, settledAtMs: null });
    expect(claimRequest(again, 'enr_1', 'me', NOW_MS + 1).kind).toBe('void');
  });
});

describe('the sweeper', () => {
  it('waits longer every time, up to an hour', () => {
    let request: EnrichmentRequest | undefined = QUEUED;
    const waits: number[] = [];
    for (let round = 0; round < 6 && request?.dueAtMs; round += 1) {
      const dueAtMs: number = request.dueAtMs;
      request = postponeRequest(request, 'enr_1', dueAtMs, dueAtMs);
      waits.push(((request?.dueAtMs ?? 0) - dueAtMs) / 60_000);
    }
    expect(waits).toEqual([10, 20, 40, 60, 60, 60]);
  });

  it('leaves alone what is settled, was taken up by another sweeper, or is of an older attempt', () => {
    const dueAtMs = QUEUED.dueAtMs ?? 0;
    expect(postponeRequest(endRequest(QUEUED, FOUND, NOW_MS).request, 'enr_1', dueAtMs, NOW_MS)).toBeUndefined();
    expect(postponeRequest({ ...QUEUED, dueAtMs: dueAtMs + 1 }, 'enr_1', dueAtMs, NOW_MS)).toBeUndefined();
    expect(postponeRequest(QUEUED, 'enr_0', dueAtMs, NOW_MS)).toBeUndefined();
  });
});
