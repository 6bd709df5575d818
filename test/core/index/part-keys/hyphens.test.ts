import { describe, expect, test } from 'vitest';
import { hyphensApart, isWrittenAs } from '../../../../core/index/part-keys/hyphens.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import { realParts, realPartsAvailable } from '../../../support/fixtures/real-parts.ts';

describe('a hyphen', () => {
  test('distinguishes two part numbers if longer ones are written like the requested one', () => {
    expect(hyphensApart('ATMEGA328P', 'ATmega328-P')).toEqual([9]);
    expect(isWrittenAs('ATMEGA328P', 'ATmega328-P', 'ATmega328P-M')).toBe(true);
    expect(isWrittenAs('ATMEGA328P', 'ATmega328-P', 'ATmega328-PU')).toBe(false);
    expect(hyphensApart('BC547', 'BC 547')).toEqual([]);
  });

  // docs/evidence/accuracy.md states this.
  test.skipIf(!realPartsAvailable)(
    'distinguishes no two real part numbers, once both are written without hyphens',
    () => {
      const numbers = realParts().flatMap(({ mpn }) => (mpn === null ? [] : [{ mpn, key: partKey(mpn) }]));
      const sorted = numbers.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      const pairs = sorted.flatMap(({ mpn: held, key }, place) => {
        const longer: string[] = [];
        for (let next = place + 1; sorted[next]?.key.startsWith(key) === true; next += 1)
          if (sorted[next]?.key !== key) longer.push(sorted[next]?.mpn ?? '');
        return longer.filter((number) => isWrittenAs(key, held, number)).map((number) => [held, number]);
      });
      expect(pairs).toEqual([]);
    },
  );
});
