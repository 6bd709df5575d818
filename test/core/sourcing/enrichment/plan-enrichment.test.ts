import { describe, expect, test } from 'vitest';
import type { CallerSituation } from '../../../support/fixtures/callers.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { REGULATOR } from '../../../support/fixtures/item-records.ts';
import {
  endRequest,
  openRequest,
  numberId,
  type EnrichmentRequest,
} from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import {
  planEnrichment,
  type EnrichmentCall,
  type PartAnswer,
  type PartInCall,
} from '../../../../core/sourcing/enrichment/plan-enrichment.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { numberKey, partKey } from '../../../../core/index/part-keys/part-number.ts';
import { DAY_MS } from '../../../../core/time.ts';

const NO_LOAD = { open: 0, notFoundToday: 0 };

function part(partNumber: string, changes: Partial<PartInCall> = {}): PartInCall {
  const name = { manufacturerKey: toManufacturerKey('Norvane'), part: partKey(partNumber) };
  return {
    name,
    asked: { manufacturer: 'Norvane', partNumber, description: null },
    item: null,
    alike: [],
    ...changes,
  };
}
const known = (id = 'itm_Reg00001'): PartInCall => part('NV-7805', { item: { ...REGULATOR, id } });

interface Situation extends CallerSituation {
  readonly requests?: readonly EnrichmentRequest[];
  readonly load?: Partial<typeof NO_LOAD>;
  readonly call?: Partial<EnrichmentCall>;
}

function plan(parts: readonly PartInCall[], { requests = [], load, call, ...situation }: Situation = {}) {
  const caller = callerIn(situation);
  return planEnrichment(
    { caller, parts, attempt: 'enr_1', counted: true, nowMs: NOON_MS, ...call },
    {
      usage: caller.usage,
      requests: new Map(requests.map((request) => [numberId(request), request])),
      load: { ...NO_LOAD, ...load },
    },
  );
}
const refusals = (answers: readonly PartAnswer[]) =>
  answers.map((answer) => (answer.kind === 'refused' ? answer.refusal.kind : answer.kind));

function requestFor({ name, asked }: PartInCall, usageKey: string | null = '2026-11'): EnrichmentRequest {
  const number = numberKey(asked.partNumber);
  const opened = { ...name, number, accountId: 'acc_0123456789', attempt: 'enr_0', asked, usageKey, counted: true };
  return openRequest(opened, undefined, NOON_MS - 1000);
}
const notFound = (request: EnrichmentRequest) => endRequest(request, { kind: 'not_found' }, NOON_MS - 1000).request;

const ALIKE = ['X1-2', 'X-12'].map((part_number) => ({ manufacturer: 'Norvane', part_number }));

describe('a part in the index', () => {
  test('is returned with the fields of a look-up, for its tokens', () => {
    const { answers, changes, debit } = plan([known()]);
    const [answer] = answers;
    if (answer?.kind !== 'already_in_index') throw new Error('It is in the index');
    expect(answer.item).toMatchObject({ id: 'itm_Reg00001', mpn: 'NV-7805/2.5', confidence: 70 });
    for (const section of ['attributes', 'media', 'keywords', 'sources', 'section_confidence'])
      expect(answer.item).not.toHaveProperty(section);
    expect(changes).toEqual([]);
    expect(debit?.wanted).toMatchObject({ items: 1, parts: 0 });
    expect(debit?.wanted.tokens).toBeGreaterThan(20);
  });

  test('is paid once even if a call names it twice; two parts are paid together', () => {
    const once = plan([known()]).debit?.wanted.tokens ?? 0;
    expect(plan([known(), known()]).debit?.wanted).toEqual({ tokens: once, items: 1, parts: 0 });
    const two = plan([known(), known('itm_Reg00002')]).debit?.wanted;
    expect(two).toEqual({ tokens: 2 * once, items: 2, parts: 0 });
  });

  test('is refused if the cap leaves nothing for it, and the parts before it stay', () => {
    const price = plan([known()]).debit?.wanted.tokens ?? 0;
    const terms = { tokensIncluded: price, overagePriceNanoUsdPerToken: 30_000 };
    const { answers, debit } = plan([known(), known('itm_Reg00002')], { terms, account: { spendingCapCents: 0 } });
    expect(refusals(answers)).toEqual(['already_in_index', 'spending_cap_reached']);
    expect(debit?.wanted).toEqual({ tokens: price, items: 1, parts: 0 });
  });

  test('is refused if a trial has no items left', () => {
    const situation = { kind: 'trial', account: { trialAllowanceItems: 3 } } as const;
    expect(refusals(plan([known()], { ...situation, trial: { items: 2 } }).answers)).toEqual(['already_in_index']);
    expect(refusals(plan([known()], { ...situation, trial: { items: 3 } }).answers)).toEqual(['trial_limit_reached']);
  });

  test('is free for test keys', () => {
    expect(plan([known()], { kind: 'test' })).toMatchObject({
      answers: [{ kind: 'already_in_index' }],
      debit: undefined,
    });
  });
});

describe('a part that is not in the index', () => {
  test('is queued, and its price is reserved', () => {
    const { answers, changes, debit } = plan([part('X-1')]);
    expect(answers).toEqual([{ kind: 'queued', checkBackAfterMs: NOON_MS + 120_000, price: 'paid' }]);
    expect(changes).toMatchObject([
      { before: undefined, after: { attempt: 'enr_1', usageKey: '2026-11', counted: true } },
    ]);
    expect(debit).toMatchObject({ kind: 'period', wanted: { tokens: 0, items: 0, parts: 1 } });
  });

  test('counts as an item of a trial that may use research', () => {
    const account = { trialResearchAllowed: true };
    const { answers, debit } = plan([part('X-1')], { kind: 'trial', account });
    expect(answers).toMatchObject([{ kind: 'queued', price: 'trial' }]);
    expect(debit).toMatchObject({ kind: 'trial', wanted: { items: 0, parts: 1 } });
  });

  test('is free if it was paid for before', () => {
    const { request } = endRequest(requestFor(part('X-1')), { kind: 'found', itemId: 'itm_1', charge: true }, NOON_MS);
    const { answers, changes, debit } = plan([part('X-1')], { requests: [request] });
    expect(answers).toMatchObject([{ kind: 'queued', price: 'free' }]);
    expect(changes).toMatchObject([{ before: request, after: { usageKey: null, charged: true } }]);
    expect(debit).toBeUndefined();
  });

  test('is not free if the account may not use research, even if it was paid for before', () => {
    const { request } = endRequest(requestFor(part('X-1')), { kind: 'found', itemId: 'itm_1', charge: true }, NOON_MS);
    for (const billingState of ['past_due', 'no_active_plan'] as const)
      expect(refusals(plan([part('X-1')], { requests: [request], account: { billingState } }).answers)).toEqual([
        billingState,
      ]);
  });

  test('is left unchanged if it is being researched', () => {
    const request = requestFor(part('X-1'), null);
    expect(plan([part('x-1 ')], { requests: [request] })).toEqual({
      answers: [{ kind: 'queued', checkBackAfterMs: request.checkBackAfterMs, price: 'free' }],
      changes: [],
      debit: undefined,
    });
  });

  test('is refused if it was not found recently, except for the operator', () => {
    const requests = [notFound(requestFor(part('X-1')))];
    const askAgainAfterMs = NOON_MS - 1000 + 30 * DAY_MS;
    expect(plan([part('X-1')], { requests }).answers).toEqual([
      { kind: 'refused', refusal: { kind: 'not_found_recently', askAgainAfterMs } },
    ]);
    expect(refusals(plan([part('X-1')], { requests, call: { again: true } }).answers)).toEqual(['queued']);
    expect(refusals(plan([part('X1')], { requests }).answers)).toEqual(['queued']);
  });

  test.each([
    ['test_key', { kind: 'test' }],
    ['test_key', { kind: 'test', requests: [requestFor(part('X-1'))] }],
    ['test_key', { kind: 'test', requests: [notFound(requestFor(part('X-1')))] }],
    ['plan_without_research', { terms: { researchAllowed: false } }],
    ['trial_without_research', { kind: 'trial', account: { trialResearchAllowed: false } }],
    ['trial_ended', { kind: 'trial', account: { trialResearchAllowed: true, billingState: 'trial_ended' } }],
    ['past_due', { account: { billingState: 'past_due' } }],
    ['spending_cap_reached', { account: { spendingCapCents: 14 } }],
    ['trial_limit_reached', { kind: 'trial', account: { trialResearchAllowed: true, trialAllowanceItems: 0 } }],
    ['trial_limit_reached', { kind: 'trial', account: { trialResearchAllowed: true }, trial: { items: 100 } }],
  ] as const)('is refused as %s: %j', (kind, situation) => {
    const { answers, changes, debit } = plan([part('X-1')], situation);
    expect({ refusals: refusals(answers), changes, debit }).toEqual({
      refusals: [kind],
      changes: [],
      debit: undefined,
    });
  });

  test.each([
    ['a live key whatever the trial allows', { account: { trialResearchAllowed: false } }],
    [
      'a trial key whatever the plan allows',
      { kind: 'trial', account: { trialResearchAllowed: true }, terms: { researchAllowed: false } },
    ],
    ['under a cap of exactly its price', { account: { spendingCapCents: 15 } }],
  ] as const)('is queued for %s', (_, situation) => {
    expect(refusals(plan([part('X-1')], situation).answers)).toEqual(['queued']);
  });

  test('is not taken for one of several similar parts, which are shown as often as the call may show candidates', () => {
    const alike = ALIKE;
    const told = (candidates?: number) =>
      plan([part('X12', { alike }), part('Y12', { alike })], {
        call: candidates === undefined ? {} : { candidates },
      }).answers;
    const shown = (candidates: unknown) => ({ kind: 'refused', refusal: { kind: 'written_alike', candidates } });
    expect(told(1)).toEqual([shown(alike), shown([])]);
    expect(told()).toEqual([shown([]), shown([])]);
  });

  test.each<[string, Situation, string]>([
    [
      'an account at its cap',
      { account: { spendingCapCents: 0 }, terms: { tokensIncluded: 0 } },
      'spending_cap_reached',
    ],
    ['an account whose cap has no room for a part', { account: { spendingCapCents: 14 } }, 'spending_cap_reached'],
    [
      'a trial that is used up',
      { kind: 'trial', account: { trialResearchAllowed: true }, trial: { items: 100 } },
      'trial_limit_reached',
    ],
    [
      'an account at its limits and its cap',
      { account: { spendingCapCents: 0 }, load: { open: 1_000_000 } },
      'spending_cap_reached',
    ],
  ])('does not show %s whether there are similar part numbers', (_, situation, kind) => {
    for (const alike of [ALIKE, []])
      expect(refusals(plan([part('X12', { alike })], situation).answers)).toEqual([kind]);
  });
});

describe('the limits of an account', () => {
  const bounds = { openParts: 3, notFoundPartsPerDay: 5 };
  const parts = [part('X-1'), part('X-2'), part('X-3')];

  test('on open parts include those of the call', () => {
    const { answers } = plan(parts, { terms: bounds, load: { open: 1 } });
    expect(refusals(answers)).toEqual(['queued', 'queued', 'too_many_open']);
    expect(answers[2]).toEqual({
      kind: 'refused',
      refusal: { kind: 'too_many_open', limit: 3, askAgainAfterMs: NOON_MS + 120_000 },
    });
  });

  test('on parts not found end with the day', () => {
    const refusal = { kind: 'too_many_not_found', limit: 5, askAgainAfterMs: Date.UTC(2026, 10, 19) };
    expect(plan([part('X-1')], { terms: bounds, load: { notFoundToday: 5 } }).answers).toEqual([
      { kind: 'refused', refusal },
    ]);
    expect(refusals(plan([part('X-1')], { terms: bounds, load: { notFoundToday: 4 } }).answers)).toEqual(['queued']);
  });

  test('do not apply to requests by operators, which are not counted', () => {
    const { answers, changes } = plan(parts, {
      terms: bounds,
      load: { open: 3, notFoundToday: 5 },
      call: { counted: false },
    });
    expect(refusals(answers)).toEqual(['queued', 'queued', 'queued']);
    expect(changes.map(({ after }) => after.counted)).toEqual([false, false, false]);
  });
});
