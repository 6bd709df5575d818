import { describe, expect, test } from 'vitest';
import { NO_PLAN } from '../../../../core/billing/plans/built-in-plans.ts';
import type { Scope } from '../../../../core/billing/accounts/scopes.ts';
import {
  endRequest,
  NOT_FOUND_HOLDS_MS,
  numberName,
  openRequest,
  standingOf,
  type ResearchEnd,
} from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import { researchOffer, researchStanding } from '../../../../core/sourcing/enrichment/enrichment-offer.ts';
import type { ManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import type { PartKey } from '../../../../core/index/part-keys/part-number.ts';

const PRICE = 'request_enrichment, 0.15 USD, charged only if found';
const NEEDS = `Research (${PRICE}) needs a live key with enrich:write on a paid plan.`;

describe('the offer of research', () => {
  const offerTo = (
    kind: 'live' | 'trial' | 'test',
    { researchAllowed = true, trialResearchAllowed = true, scopes = ['enrich:write'] as readonly Scope[] } = {},
  ) => {
    const terms = { ...NO_PLAN, researchAllowed };
    return researchOffer({ account: { terms, trialResearchAllowed }, client: { kind }, scopes: new Set(scopes) });
  };

  test.each([
    ['a live key', offerTo('live', { trialResearchAllowed: false }), `Research: ${PRICE}.`],
    ['a live key whose plan has no research', offerTo('live', { researchAllowed: false }), NEEDS],
    ['a live key without the scope', offerTo('live', { scopes: ['items:read'] }), NEEDS],
    ['a test key', offerTo('test'), NEEDS],
    ['a trial without research', offerTo('trial', { trialResearchAllowed: false }), NEEDS],
    [
      'a trial with research',
      offerTo('trial', { researchAllowed: false }),
      'Research: request_enrichment, one item of the free trial, only if found.',
    ],
  ])('is made or withheld for %s', (_, said, words) => expect(said).toBe(words));
});

describe('the state of an enrichment request', () => {
  const NOW_MS = Date.UTC(2026, 10, 18, 12);
  const asked = { manufacturer: 'M', partNumber: 'N-1', description: null };
  const name = numberName({ manufacturerKey: 'm' as ManufacturerKey, part: 'N1' as PartKey }, 'N-1');
  const open = openRequest(
    { ...name, accountId: 'acc_0123456789', attempt: 'enr_1', asked, usageKey: null, counted: true },
    undefined,
    NOW_MS,
  );
  const ended = (end: ResearchEnd) => endRequest(open, end, NOW_MS + 1).request;
  const notFound = ended({ kind: 'not_found' });

  test.each([
    [
      'open',
      open,
      0,
      'Research is under way: queued 2026-11-18T12:00:00.000Z; look the part up again after 2026-11-18T12:02:00.000Z.',
    ],
    ['found', ended({ kind: 'found', itemId: 'itm_00000001', charge: true }), 0, undefined],
    [
      'failed',
      ended({ kind: 'failed', cause: 'given_up' }),
      0,
      `Research ended on 2026-11-18 without a result; nothing was charged. Ask again with ${PRICE}.`,
    ],
    [
      'not found within 30 days',
      notFound,
      NOT_FOUND_HOLDS_MS,
      'Researched on 2026-11-18 and not found; nothing was charged. It can be researched again after 2026-12-18.',
    ],
    ['not found 30 days ago', notFound, NOT_FOUND_HOLDS_MS + 1, undefined],
    ['ended without a time', { ...notFound, settledAtMs: null }, -NOW_MS, undefined],
  ])('is described: %s', (_, request, laterMs, words) =>
    expect(researchStanding(request, NOW_MS + laterMs)).toBe(words),
  );

  test.each([-1, 0, 1])(
    'says when a part can be requested again as long as it cannot be, %s ms from that time',
    (ms) => {
      const nowMs = NOW_MS + 1 + NOT_FOUND_HOLDS_MS + ms;
      const isAskable = standingOf(notFound, nowMs).kind === 'askable';
      expect(researchStanding(notFound, nowMs) === undefined).toBe(isAskable);
    },
  );
});
