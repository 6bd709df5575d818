/** Amounts on the dashboard: a shown cost is never below the real one, and a shown remainder never above it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsd, NANO_USD_PER_CENT, readUsd } from '../../core/money.ts';
import { dollars, dollarsLeft } from '../../web/design/amounts.ts';

/** Reads `$1,234.56` in cents. */
function cents(words: string): number {
  return Math.round(Number(words.replace(/[$,]/g, '')) * 100);
}

describe('an amount on the dashboard', () => {
  test.each([
    ['$0.00', '$0.00', '$0.00'],
    ['$0.000000001', 'less than $0.01', 'less than $0.01'],
    ['$0.0099', 'less than $0.01', 'less than $0.01'],
    ['$0.15', '$0.15', '$0.15'],
    ['$9.92764', '$9.93', '$9.92'],
    ['$9.999999999', '$10.00', '$9.99'],
    ['$25.00', '$25.00', '$25.00'],
    ['$1234567.891', '$1,234,567.90', '$1,234,567.89'],
    ['-$2.505', '-$2.50', '-$2.51'],
  ])('of %s is a cost of %s, and %s if it is left', (exact, cost, left) => {
    expect([dollars(exact), dollarsLeft(exact)]).toEqual([cost, left]);
  });

  test('is never too low as a cost or too high as a remainder, and is within a cent of the exact value', () => {
    fc.assert(
      fc.property(fc.integer({ min: NANO_USD_PER_CENT, max: 9_000_000_000_000 }), (nanoUsd) => {
        const exact = formatUsd(nanoUsd);
        const over = cents(dollars(exact)) * NANO_USD_PER_CENT - nanoUsd;
        const under = nanoUsd - cents(dollarsLeft(exact)) * NANO_USD_PER_CENT;
        expect(over).toBeGreaterThanOrEqual(0);
        expect(over).toBeLessThan(NANO_USD_PER_CENT);
        expect(under).toBeGreaterThanOrEqual(0);
        expect(under).toBeLessThan(NANO_USD_PER_CENT);
      }),
    );
  });

  test('spent and the amount left of a cap add up to the cap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (cap, share) => {
        const capNanoUsd = (cap + 2) * NANO_USD_PER_CENT;
        const spent = NANO_USD_PER_CENT + Math.floor(share * (capNanoUsd - 2 * NANO_USD_PER_CENT));
        const words = [dollars(formatUsd(spent)), dollarsLeft(formatUsd(capNanoUsd - spent))];
        expect(words.reduce((sum, word) => sum + cents(word), 0)).toBe(cap + 2);
        expect(readUsd(formatUsd(spent))).toBe(spent);
      }),
    );
  });
});
