import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partKey, sameVerbatim, verbatimForm } from '../../../../core/index/part-keys/part-number.ts';
import { realParts, realPartsAvailable } from '../../../support/fixtures/real-parts.ts';
import { cases } from '../../../support/cases.ts';

describe('partKey', () => {
  test.each(['lm 317-t', 'LM317T', ' LM_317\u2011T ', 'ＬＭ３１７Ｔ', 'lm\u00ad317\u200bt', 'LM\u2212317T'])(
    'ignores spacing and case: %j',
    (text) => {
      expect(partKey(text)).toBe('LM317T');
    },
  );

  test.each([
    ['1.5SMC68CA', '1.5SMC6.8CA'],
    ['AD8/2', 'AD82'],
    ['LT1+', 'LT1'],
    ['LT#1', 'LT1'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(partKey(one)).not.toBe(partKey(other));
  });

  test('keeps hyphens if nothing else is left, and is empty only for blank text', () => {
    expect(partKey('--')).toBe('--');
    expect(partKey(' \t ')).toBe('');
  });

  test('never exceeds 400 bytes, even if the text grows when normalized', () => {
    const key = partKey('\uFDFA'.repeat(120));
    expect(Buffer.byteLength(key)).toBeLessThanOrEqual(400);
    expect(key).not.toBe(partKey('\uFDFA'.repeat(119)));
    expect(partKey(key)).toBe(key);
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
        expect(partKey(partKey(text))).toBe(partKey(text));
      }),
      { numRuns: cases(1_000) },
    );
  });

  test('is equal for two part numbers that are verbatim equal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(partKey(` ${text.trim().toUpperCase()} `)).toBe(partKey(text.trim()));
      }),
    );
  });
});

describe('sameVerbatim', () => {
  test('ignores only case and outer spaces', () => {
    expect(sameVerbatim(' lm317T', 'LM317t ')).toBe(true);
    expect(sameVerbatim('LM-317T', 'LM317T')).toBe(false);
  });
});

describe.skipIf(!realPartsAvailable)('over real parts', () => {
  test('differs for all part numbers that differ in more than case and separators', () => {
    const numbersByKey = new Map<string, Set<string>>();
    for (const { mpn } of realParts()) {
      const numbers = numbersByKey.get(partKey(mpn ?? '')) ?? new Set();
      numbersByKey.set(partKey(mpn ?? ''), numbers.add(verbatimForm(mpn ?? '').replace(/[\s_-]/g, '')));
    }
    expect([...numbersByKey.values()].filter((numbers) => numbers.size > 1)).toEqual([]);
  });
});
