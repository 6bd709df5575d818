import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseGtin } from '../../../../core/index/part-keys/gtin.ts';

describe('parseGtin', () => {
  test.each([
    ['96385074', '00000096385074'],
    ['036000291452', '00036000291452'],
    ['4006381333931', '04006381333931'],
    ['10012345678902', '10012345678902'],
    ['4 006381 333931', '04006381333931'],
    ['0-36000-29145-2', '00036000291452'],
    ['４００６３８１３３３９３１', '04006381333931'],
  ])('reads %s as %s', (text, gtin) => {
    expect(parseGtin(text)).toEqual({ ok: true, value: gtin });
  });

  test('reports the expected check digit', () => {
    expect(parseGtin('4006381333932')).toEqual({
      ok: false,
      reason: { kind: 'wrong_check_digit', expected: 1, actual: 2 },
    });
  });

  test.each(['', '   ', '-', '40063813339EA', '4006381.333931', '＋4006381333931'])(
    'refuses %j, which is not digits',
    (text) => {
      expect(parseGtin(text)).toEqual({ ok: false, reason: { kind: 'not_digits' } });
    },
  );

  test.each([
    ['1', 1],
    ['1234567', 7],
    ['123456789', 9],
    ['12345678901', 11],
    ['123456789012345', 15],
  ])('refuses %s, which has a wrong length of %i', (text, digitCount) => {
    expect(parseGtin(text)).toEqual({ ok: false, reason: { kind: 'wrong_length', digitCount } });
  });

  test('accepts exactly one check digit for any thirteen digits', () => {
    const thirteen = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 13, maxLength: 13 });
    fc.assert(
      fc.property(thirteen, (digits) => {
        const accepted = [...'0123456789'].filter((last) => parseGtin(digits.join('') + last).ok);
        expect(accepted).toHaveLength(1);
      }),
    );
  });

  test('reads its own result as itself', () => {
    const digits = fc.stringMatching(/^[0-9]{13}$/);
    fc.assert(
      fc.property(digits, (text) => {
        const first = parseGtin(text);
        if (first.ok) expect(parseGtin(first.value)).toEqual(first);
      }),
    );
  });
});
