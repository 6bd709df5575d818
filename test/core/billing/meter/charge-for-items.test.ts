import { expect, test } from 'vitest';
import { chargeForItems, countTokens } from '../../../../core/billing/meter/charge-for-items.ts';

test('chargeForItems sums over the items, each rounded up separately', () => {
  expect(chargeForItems([{ id: 'x' }, { id: 'xyz1' }])).toEqual({ tokens: 7, items: 2 });
  expect(chargeForItems([])).toEqual({ tokens: 0, items: 0 });
});

test.each([
  [{ id: 'x' }, 3],
  [{ id: 'xyz' }, 3],
  [{ id: 'xyz1' }, 4],
  [{ id: 'é' }, 3],
  [{ id: '漢字漢' }, 5],
])('%j costs %i tokens: its UTF-8 bytes divided by four, rounded up', (item, tokens) => {
  expect(countTokens(item)).toBe(tokens);
});
