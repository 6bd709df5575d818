import { expect, it } from 'vitest';
import { countTokens } from '../../../functions/core/billing/charge-for-items.ts';

it.each([
  [{ id: 'x' }, 3],
  [{ id: 'xyz' }, 3],
  [{ id: 'xyz1' }, 4],
  [{ id: 'é' }, 3],
  [{ id: '漢字漢' }, 5],
])('%j is %i tokens: its UTF-8 bytes divided by four, rounded up', (item, tokens) => {
  expect(countTokens(item)).toBe(tokens);
});
