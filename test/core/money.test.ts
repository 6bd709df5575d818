import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centsToNanoUsd,
  formatUsd,
  readUsd,
  RESEARCH_PRICE_NANO_USD,
  RESEARCH_PRICE_USD_TEXT,
} from '../../core/money.ts';

describe('money', () => {
  test.each([
    [0, '$0.00'],
    [1, '$0.000000001'],
    [10_000_000, '$0.01'],
    [100_000_000, '$0.10'],
    [1_000_000_000, '$1.00'],
    [1_234_567_890, '$1.23456789'],
    [10_000_000_000, '$10.00'],
    [-1, '-$0.000000001'],
    [-2_500_000_000, '-$2.50'],
  ])('reads %i nano-USD as %s', (amount, text) => {
    expect(formatUsd(amount)).toBe(text);
  });

  test('loses no nano-dollar in text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        const [, sign, whole = '', decimals = ''] = /^(-?)\$(\d+)\.(\d{2,9})$/.exec(formatUsd(amount)) ?? [];
        const read = BigInt(whole) * 1_000_000_000n + BigInt(decimals.padEnd(9, '0'));
        expect(sign === '-' ? -read : read).toBe(BigInt(amount));
        expect(readUsd(formatUsd(amount))).toBe(amount);
      }),
    );
  });

  test.each(['', '1.00', '$1', '$1.0', '$1.0000000000', 'x$1.00', '$1.00x', '$-1.00', 'no amount'])(
    'reads %j, which it did not write, as nothing',
    (text) => expect(readUsd(text)).toBe(0),
  );

  test('counts ten million nano-dollars per cent', () => {
    expect([centsToNanoUsd(1), formatUsd(centsToNanoUsd(199))]).toEqual([10_000_000, '$1.99']);
  });

  test('states the price of research the same in figures and in text', () => {
    expect(formatUsd(RESEARCH_PRICE_NANO_USD)).toBe(`$${RESEARCH_PRICE_USD_TEXT}`);
    expect(RESEARCH_PRICE_USD_TEXT).toBe('0.15');
  });
});
