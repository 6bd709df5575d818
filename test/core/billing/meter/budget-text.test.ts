import { expect, test } from 'vitest';
import { describeBudgetRefusal } from '../../../../core/billing/meter/budget-text.ts';
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
  expect(message).toContain('useless, even later, because it costs more than the whole budget of a day. Only an owner');
  expect(message).not.toContain('begins anew');
});

test('a refusal speaks of smaller calls only if something is left', () => {
  expect(refusal(399, 400, 120)).toContain('A call for fewer parts or fields may fit.');
  expect(refusal(400, 400, 120)).not.toContain('may fit');
});
