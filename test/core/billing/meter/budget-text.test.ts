import { expect, test } from 'vitest';
import { budgetJson, describeBudget, describeBudgetRefusal } from '../../../../core/billing/meter/budget-text.ts';
import type { BudgetRefusal, BudgetStanding } from '../../../../core/billing/meter/client-share.ts';
import { DAY_MS } from '../../../../core/time.ts';

const refusal = (used: number, most: number, asked: number) =>
  describeBudgetRefusal({
    kind: 'budget_reached',
    every: 'day',
    isSignIn: false,
    unit: 'tokens',
    used,
    most,
    asked,
    resetsAtMs: DAY_MS,
  }).message;

test('a refusal tells when to repeat a call that the next budget covers', () => {
  expect(refusal(100, 400, 400)).toContain(
    'A call for fewer parts or fields may fit. Repeating this call is useless before the budget begins anew at 1970-01-02T00:00Z, unless an owner of the account raises the budget on the dashboard’s page Keys.',
  );
});

test.each([
  [0, 0, 1],
  [0, 400, 401],
])('a refusal tells that waiting does not help a call that no budget covers: %s of %s used, %s asked', (...figures) => {
  const message = refusal(...figures);
  expect(message).toContain('useless, even later, because it costs more than the whole budget of a day.');
  expect(message).not.toContain('begins anew');
  expect(message).not.toContain('may fit');
});

test('a refusal speaks of smaller calls only if something is left', () => {
  expect(refusal(399, 400, 120)).toContain('A call for fewer parts or fields may fit.');
  expect(refusal(400, 400, 120)).not.toContain('may fit');
  expect(refusal(0, 400, 401)).toContain(
    'Ask for fewer parts or fields, or have an owner of the account raise the budget',
  );
});

test('a refusal of a budget of nothing says that it allows nothing', () => {
  expect(refusal(0, 0, 1)).toBe(
    'The budget of this key does not cover this call: it allows no tokens, and the call would cost at least 1. Nothing was charged. ' +
      'Repeating this call is useless, even later, because it costs more than the whole budget of a day. ' +
      'Have an owner of the account raise the budget on the dashboard’s page Keys. Free tools go on.',
  );
});

test('a refusal of research says that its budget allows none, or that a part costs more, and never to ask for fewer', () => {
  const ofResearch = (most: number) =>
    describeBudgetRefusal({ ...OF_RESEARCH, used: 0, most, asked: 150_000_000 }).message;
  expect(ofResearch(0)).toContain('it allows no research, and the call would cost $0.15.');
  expect(ofResearch(100_000_000)).toContain('a billing period. Have an owner of the account raise the budget');
});

const OF_TOKENS: BudgetRefusal = {
  kind: 'budget_reached',
  every: 'day',
  isSignIn: false,
  unit: 'tokens',
  used: 1_200,
  most: 50_000,
  asked: 49_000,
  resetsAtMs: DAY_MS,
};
const OF_RESEARCH: BudgetRefusal = {
  ...OF_TOKENS,
  every: 'period',
  isSignIn: true,
  unit: 'nano_usd',
  used: 450_000_000,
  most: 500_000_000,
  asked: 150_000_000,
};

test('a refusal is that of a cap, with the figures of the budget in the log', () => {
  expect(describeBudgetRefusal(OF_TOKENS)).toMatchObject({
    code: 'spending_cap_reached',
    figures: { limit: 50_000, limitOf: 'tokens a day of the budget', used: 1_200, asked: 49_000 },
  });
  expect(describeBudgetRefusal(OF_RESEARCH).figures).toEqual({
    limit: 50,
    limitOf: 'research cents a period of the budget',
    used: 45,
    asked: 15,
  });
});

test('a refusal says whose budget it is, what is used and left of it, and what the call would cost', () => {
  expect(describeBudgetRefusal(OF_TOKENS).message).toBe(
    'The budget of this key does not cover this call: 1,200 of 50,000 tokens are used today (UTC), 48,800 left, and the call would cost 49,000. ' +
      'Nothing was charged. A call for fewer parts or fields may fit. Repeating this call is useless before the budget begins anew at 1970-01-02T00:00Z, ' +
      'unless an owner of the account raises the budget on the dashboard’s page Keys. Free tools go on.',
  );
  expect(describeBudgetRefusal(OF_RESEARCH, 'part').message).toBe(
    'The budget of this assistant sign-in does not cover this part: $0.45 of $0.50 for research are reserved or charged in this billing period, $0.05 left, and the part would cost $0.15. ' +
      'Nothing was charged for it. Repeating this part is useless before the budget begins anew at 1970-01-02T00:00Z, ' +
      'unless an owner of the account raises the budget on the dashboard’s page Assistants. Free tools go on.',
  );
  expect(describeBudgetRefusal({ ...OF_RESEARCH, most: 100_000_000 }).message).toContain(
    'the whole budget of a billing period.',
  );
});

test('a refusal before the items are read knows only the least that they cost', () => {
  expect(describeBudgetRefusal({ ...OF_TOKENS, asked: 1 }).message).toContain('would cost at least 1.');
  expect(describeBudgetRefusal({ ...OF_RESEARCH, asked: 1 }).message).not.toContain('at least');
});

test('a refusal of a budget that was lowered below its use says that nothing is left', () => {
  expect(describeBudgetRefusal({ ...OF_TOKENS, used: 60_000 }).message).toContain(
    '60,000 of 50,000 tokens are used today (UTC), 0 left',
  );
});

const STANDING: BudgetStanding = {
  every: 'day',
  tokens: 50_000,
  tokensUsed: 1_200,
  researchCents: 500,
  researchUsedNanoUsd: 450_000_000,
  resetsAtMs: DAY_MS,
};

test('a budget and its use are a sentence that names only what is bounded', () => {
  expect(describeBudget(STANDING, false)).toBe(
    'This key has used 1,200 of 50,000 tokens and $0.45 of $5.00 for research today; its budget begins anew at 1970-01-02T00:00Z.',
  );
  expect(describeBudget({ ...STANDING, every: 'period', tokens: null }, true)).toBe(
    'This sign-in has used $0.45 of $5.00 for research in this billing period; its budget begins anew at 1970-01-02T00:00Z.',
  );
  expect(describeBudget({ ...STANDING, researchCents: null }, false)).toContain(
    'has used 1,200 of 50,000 tokens today;',
  );
});

test('a budget is figures for programs, and null for none', () => {
  expect(budgetJson(STANDING)).toEqual({
    every: 'day',
    tokens: 50_000,
    tokens_used: 1_200,
    research_cents: 500,
    research_used_cents: 45,
    resets_at: '1970-01-02T00:00:00Z',
  });
  expect(budgetJson(null)).toBeNull();
});
