import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  claimRequest,
  endRequest,
  FAILURE_CAUSES,
  isLeased,
  LEASE_MS,
  MAX_CLAIMS,
  NOT_FOUND_HOLDS_MS,
  numberId,
  numberName,
  openRequest,
  partOfRequest,
  postponeRequest,
  releaseRequest,
  settleRequest,
  standingOf,
  waitedEnough,
  waitRequest,
  type EnrichmentRequest,
  type ResearchEnd,
} from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import { REQUEST_STATES, REQUEST_STATE_WORDS } from '../../../../core/sourcing/enrichment/request-states.ts';
import type { ManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { numberKey, type PartKey } from '../../../../core/index/part-keys/part-number.ts';
import { DAY_MS, MINUTE_MS } from '../../../../core/time.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const QUEUED = openRequest(
  {
    accountId: 'acc_0123456789',
    manufacturerKey: 'norvane' as ManufacturerKey,
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

test('the page and the commands have the same words for the states of a request', () => {
  const view = readFileSync(new URL('../../../../web/views/sourcing/research.tsx', import.meta.url), 'utf8');
  for (const state of REQUEST_STATES) expect(view).toContain(`${state}: { word: '${REQUEST_STATE_WORDS[state]}'`);
});

test('rows name states and causes by these values', () => {
  expect(REQUEST_STATES).toEqual(['queued', 'researching', 'found', 'not_found', 'failed']);
  expect(FAILURE_CAUSES).toEqual(['given_up', 'cancelled', 'account_inactive', 'used_up']);
});

describe('the id of an enrichment request', () => {
  const norvane = { manufacturerKey: 'norvane' as ManufacturerKey, part: 'X12' as PartKey };
  const id = (partNumber: string, part = norvane) => numberId(numberName(part, partNumber));

  test('ignores case and outer spaces, and differs for any other part number', () => {
    expect(id(' x-12 ')).toBe(id('X-12'));
    const others = [id('X1-2'), id('X-12', { ...norvane, part: 'X1' as PartKey })];
    expect(
      new Set([id('X-12'), ...others, id('X-12', { ...norvane, manufacturerKey: 'volta' as ManufacturerKey })]).size,
    ).toBe(4);
  });

  test('follows from the part as it was requested', () => {
    const { manufacturerKey, part } = QUEUED;
    expect(numberId(QUEUED)).toBe(id('NV-1', { manufacturerKey, part }));
  });
});

test('partOfRequest asks the index by manufacturer and part number, as filed and as written', () => {
  expect(partOfRequest(QUEUED, { manufacturer: 'Norvane', partNumber: 'nv-1', description: null })).toEqual({
    by: 'part',
    manufacturerKey: 'norvane',
    part: 'NV1',
    manufacturer: 'Norvane',
    verbatim: 'nv-1',
  });
});

test.each([
  ['the day before', -1, null],
  ['the day', 0, 0],
  ['the next day, by a faster clock of another server', 1, 1],
])('a reserve that counts toward a budget of %s gives back to the day %s', (_, day, given) => {
  const today = Math.floor(NOW_MS / DAY_MS);
  const request = { ...QUEUED, share: { number: '00', day: today + day } };
  const { reserve } = endRequest(request, { kind: 'not_found' }, NOW_MS);
  expect(reserve?.share).toEqual({ number: '00', day: given === null ? null : today + given });
});

describe('a new enrichment request', () => {
  const attempt = { ...QUEUED, attempt: 'enr_2', usageKey: '2026-12', counted: false };

  test('is queued: research takes two minutes, and the sweeper checks it after five', () => {
    expect(QUEUED).toEqual({
      accountId: 'acc_0123456789',
      manufacturerKey: 'norvane',
      part: 'NV1',
      number: numberKey('NV-1'),
      attempt: 'enr_1',
      revision: 1,
      state: 'queued',
      asked: { manufacturer: 'Norvane', partNumber: 'NV-1', description: null },
      requestedAtMs: NOW_MS,
      checkBackAfterMs: NOW_MS + 2 * MINUTE_MS,
      usageKey: '2026-11',
      charged: false,
      chargedOn: null,
      counted: true,
      dueAtMs: NOW_MS + 5 * MINUTE_MS,
      resends: 0,
      claims: 0,
      lease: null,
      itemId: null,
      settledAtMs: null,
      failure: null,
    });
  });

  test('keeps only the item and the payment of an ended one that it follows', () => {
    const ended = endRequest({ ...claimed(), resends: 3 }, FOUND, NOW_MS).request;
    expect(openRequest(attempt, ended, NOW_MS + DAY_MS)).toEqual({
      ...openRequest(attempt, undefined, NOW_MS + DAY_MS),
      revision: 4,
      charged: true,
      chargedOn: { usageKey: '2026-11', atMs: NOW_MS },
    });
    const notPaid = endRequest(claimed(), { kind: 'not_found' }, NOW_MS).request;
    expect(openRequest(attempt, notPaid, NOW_MS)).toMatchObject({ charged: false, revision: 4, counted: false });
  });
});

describe('a claim', () => {
  test('lasts two minutes, is counted, and is a write', () => {
    expect(claimRequest(QUEUED, 'enr_1', 'me', NOW_MS + 7)).toEqual({
      kind: 'claimed',
      request: {
        ...QUEUED,
        state: 'researching',
        lease: { token: 'me', untilMs: NOW_MS + 7 + 2 * MINUTE_MS },
        claims: 1,
        revision: 2,
      },
    });
  });

  test('is refused after the twelfth, and names the exhausted request', () => {
    const claims = (count: number) => claimRequest({ ...QUEUED, claims: count }, 'enr_1', 'me', NOW_MS);
    expect(claims(11)).toMatchObject({ kind: 'claimed', request: { claims: 12 } });
    expect(claims(12)).toEqual({ kind: 'exhausted', request: { ...QUEUED, claims: 12 } });
  });

  test('lasts to its last millisecond, and only while the part is being researched', () => {
    const request = claimed();
    expect(isLeased(request, NOW_MS + LEASE_MS)).toBe(true);
    expect(isLeased(request, NOW_MS + LEASE_MS + 1)).toBe(false);
    expect(isLeased({ ...request, state: 'queued' }, NOW_MS)).toBe(false);
    expect(isLeased({ ...request, lease: null }, NOW_MS)).toBe(false);
  });

  test.each([
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

  test('lasts longer than a worker may run', () => expect(LEASE_MS).toBeGreaterThan(60_000));
});

describe('settling', () => {
  test.each([
    ['found by research', FOUND, 'found', true],
    ['found, but not by research', { ...FOUND, charge: false }, 'released', false],
    ['not found', { kind: 'not_found' }, 'released', false],
    ['failed', { kind: 'failed', cause: 'given_up' }, 'released', false],
  ] as const)('%s: the reserve is %s', (_, end, outcome, charged) => {
    const settled = settleRequest(claimed(), 'me', end, NOW_MS);
    expect(settled?.reserve).toEqual({ usageKey: '2026-11', outcome });
    expect(settled?.request).toMatchObject({ state: end.kind, charged, lease: null, dueAtMs: null });
  });

  test('succeeds only for the holder of the lease, and once', () => {
    expect(settleRequest(claimed(), 'other', FOUND, NOW_MS)).toBeUndefined();
    const settled = settleRequest(claimed(), 'me', FOUND, NOW_MS);
    expect(settleRequest(settled?.request, 'me', FOUND, NOW_MS)).toBeUndefined();
    expect(releaseRequest(settled?.request, 'me', true)).toBeUndefined();
  });

  test('does nothing once the part is no longer being researched, even if the row names a lease', () => {
    for (const state of ['queued', 'found', 'failed'] as const) {
      const stale = { ...claimed(), state };
      expect(settleRequest(stale, 'me', FOUND, NOW_MS)).toBeUndefined();
      expect(releaseRequest(stale, 'me', true)).toBeUndefined();
      expect(waitRequest(stale, 'me', { untilMs: NOW_MS, share: 0 }, NOW_MS)).toBeUndefined();
    }
    expect(settleRequest({ ...claimed(), lease: null }, 'me', FOUND, NOW_MS)).toBeUndefined();
    expect(settleRequest(undefined, 'me', FOUND, NOW_MS)).toBeUndefined();
  });

  test('writes how and when the request ended, with the item or the cause', () => {
    const ended = { ...claimed(), revision: 3, lease: null, dueAtMs: null, settledAtMs: NOW_MS + 9 };
    const end = (how: ResearchEnd) => endRequest(claimed(), how, NOW_MS + 9).request;
    expect(end(FOUND)).toEqual({
      ...ended,
      state: 'found',
      charged: true,
      chargedOn: { usageKey: '2026-11', atMs: NOW_MS + 9 },
      itemId: 'itm_00000001',
    });
    expect(end({ kind: 'not_found' })).toEqual({ ...ended, state: 'not_found' });
    expect(end({ kind: 'failed', cause: 'used_up' })).toEqual({ ...ended, state: 'failed', failure: 'used_up' });
  });

  test('charges nothing without a reserve, even if research found the part', () => {
    expect(endRequest({ ...claimed(), usageKey: null }, FOUND, NOW_MS)).toMatchObject({
      reserve: undefined,
      request: { state: 'found', charged: false },
    });
  });

  test('moves no money without a reserve, and never forgets a payment', () => {
    const free = { ...claimed(), usageKey: null, charged: true };
    for (const end of [FOUND, { kind: 'not_found' }] as const)
      expect(endRequest(free, end, NOW_MS)).toMatchObject({ reserve: undefined, request: { charged: true } });
  });
});

describe('returning a request to the queue', () => {
  test.each([
    ['counts as an attempt', true, 1],
    ['counts as no attempt after waiting for another worker', false, 0],
  ])('%s', (_, counts, claims) => {
    expect(releaseRequest(claimed(), 'me', counts)).toEqual({
      ...claimed(),
      state: 'queued',
      lease: null,
      claims,
      revision: 3,
    });
  });

  test('is allowed only for the holder of the lease', () => {
    expect(releaseRequest(claimed(), 'other', true)).toBeUndefined();
    expect(releaseRequest(undefined, 'me', true)).toBeUndefined();
  });
});

describe('waiting for providers', () => {
  const wait = (request: EnrichmentRequest, untilMs: number, share: number, nowMs = NOW_MS) =>
    waitRequest(request, 'me', { untilMs, share }, nowMs);

  test('costs no attempt, and ends when they accept requests again', () => {
    const backMs = NOW_MS + 60 * MINUTE_MS;
    expect(wait(claimed(), backMs, 0)).toEqual({
      ...claimed(),
      state: 'queued',
      lease: null,
      claims: 0,
      revision: 3,
      dueAtMs: backMs,
      checkBackAfterMs: backMs + 2 * MINUTE_MS,
    });
  });

  test.each([
    ['up to five minutes at random', 0, 1, 5],
    ['a part of them', 0, 0.5, 2.5],
    ['a whole number of milliseconds', 0, 0.0000012, 0],
    ['longer each time', 2, 1, 20],
    ['an hour at most', 9, 1, 60],
  ])('lasts a while longer: %s', (_, resends, share, minutes) => {
    const backMs = NOW_MS + 60 * MINUTE_MS;
    expect(wait({ ...claimed(), resends }, backMs, share)?.dueAtMs).toBe(backMs + minutes * MINUTE_MS);
  });

  test('starts now if they already accept requests', () =>
    expect(wait(claimed(), NOW_MS - DAY_MS, 1)?.dueAtMs).toBe(NOW_MS + 5 * MINUTE_MS));

  test('ends on the seventh day at the latest, and never in the past', () => {
    const lastMs = NOW_MS + 7 * DAY_MS;
    expect(wait(claimed(), NOW_MS + 9 * DAY_MS, 1)?.dueAtMs).toBe(lastMs);
    expect(wait(claimed(), NOW_MS + 9 * DAY_MS, 1, lastMs + 5)?.dueAtMs).toBe(lastMs + 5);
    expect(waitedEnough(claimed(), lastMs - 1)).toBe(false);
    expect(waitedEnough(claimed(), lastMs)).toBe(true);
  });

  test('is allowed only for the holder of the lease', () =>
    expect(waitRequest(claimed(), 'other', { untilMs: NOW_MS, share: 0 }, NOW_MS)).toBeUndefined());
});

describe('requesting a part again', () => {
  test('reports research in progress, and allows a part that was not found after 30 days', () => {
    const { request } = endRequest(claimed(), { kind: 'not_found' }, NOW_MS);
    expect(standingOf(QUEUED, NOW_MS)).toEqual({ kind: 'under_way', request: QUEUED });
    const askAgainAfterMs = NOW_MS + 30 * DAY_MS;
    expect(standingOf(request, NOW_MS)).toEqual({ kind: 'not_found_recently', askAgainAfterMs });
  });

  const ended = (end: ResearchEnd) => endRequest(claimed(), end, NOW_MS).request;

  test.each([
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

  test('starts a new attempt that still knows the old charge', () => {
    const again = openRequest({ ...QUEUED, attempt: 'enr_2', usageKey: null }, ended(FOUND), NOW_MS + 1);
    expect(again).toMatchObject({ attempt: 'enr_2', state: 'queued', charged: true, claims: 0, settledAtMs: null });
    expect(claimRequest(again, 'enr_1', 'me', NOW_MS + 1).kind).toBe('void');
  });
});

describe('the sweeper', () => {
  test('waits longer every time, up to an hour', () => {
    let request: EnrichmentRequest | undefined = QUEUED;
    const waits: number[] = [];
    for (let round = 0; round < 6 && request?.dueAtMs; round += 1) {
      const dueAtMs: number = request.dueAtMs;
      request = postponeRequest(request, 'enr_1', dueAtMs, dueAtMs);
      waits.push(((request?.dueAtMs ?? 0) - dueAtMs) / 60_000);
    }
    expect(waits).toEqual([10, 20, 40, 60, 60, 60]);
  });

  test('changes only the time: the request and its lease stay as they are', () => {
    const dueAtMs = QUEUED.dueAtMs ?? 0;
    expect(postponeRequest(claimed(), 'enr_1', dueAtMs, NOW_MS + DAY_MS)).toEqual({
      ...claimed(),
      revision: 3,
      resends: 1,
      dueAtMs: NOW_MS + DAY_MS + 10 * MINUTE_MS,
    });
    expect(postponeRequest(undefined, 'enr_1', dueAtMs, NOW_MS)).toBeUndefined();
  });

  test('ignores a request that is settled, was taken by another sweeper, or belongs to an older attempt', () => {
    const dueAtMs = QUEUED.dueAtMs ?? 0;
    expect(postponeRequest(endRequest(QUEUED, FOUND, NOW_MS).request, 'enr_1', dueAtMs, NOW_MS)).toBeUndefined();
    expect(postponeRequest({ ...QUEUED, dueAtMs: dueAtMs + 1 }, 'enr_1', dueAtMs, NOW_MS)).toBeUndefined();
    expect(postponeRequest(QUEUED, 'enr_0', dueAtMs, NOW_MS)).toBeUndefined();
  });
});
