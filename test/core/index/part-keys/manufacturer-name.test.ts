import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { realParts, realPartsAvailable } from '../../../support/fixtures/real-parts.ts';
import { cases } from '../../../support/cases.ts';

describe('manufacturerKey', () => {
  test('does not depend on the number of names read before', () => {
    const names = Array.from({ length: 1_200 }, (_, index) => `Manufacturer-${index}, Inc.`);
    const keys = names.map((_, index) => `manufacturer${index}`);
    expect(names.map(toManufacturerKey)).toEqual(keys);
    expect([...names, ...names.toReversed()].map(toManufacturerKey)).toEqual([...keys, ...keys.toReversed()]);
  });

  test.each([
    ['Würth Elektronik GmbH & Co. KG', 'wurthelektronik'],
    ['WURTH ELEKTRONIK', 'wurthelektronik'],
    ['Texas Instruments, Inc.', 'texasinstruments'],
    ['texas-instruments incorporated', 'texasinstruments'],
    ['Rohde & Schwarz', 'rohdeschwarz'],
    ['Rohde und Schwarz GmbH', 'rohdeschwarz'],
    ['Danfoss A/S', 'danfoss'],
    ['Ferrari S.p.A.', 'ferrari'],
    ['Relpol Sp. z o.o.', 'relpol'],
    ['Murata Manufacturing Co., Ltd.', 'muratamanufacturing'],
    ['Foo Co.,Ltd', 'foo'],
    ['株式会社村田製作所', '村田製作所'],
    ['村田製作所株式会社', '村田製作所'],
    ['ООО Ромашка', 'ромашка'],
    ['Ørsted', 'orsted'],
    ['Ｎｅｘｐｅｒｉａ', 'nexperia'],
  ])('reads %s as %s', (name, key) => {
    expect(toManufacturerKey(name)).toBe(key);
  });

  test.each([
    ['Inc.', 'inc'],
    ['Ltd. Co.', 'ltd'],
    ['株式会社', '株式会社'],
    ['and', 'and'],
    ['***', '-'],
    ['', '-'],
    ['#', '-'],
  ])('keeps part of %j', (name, key) => {
    expect(toManufacturerKey(name)).toBe(key);
  });

  test('keeps marks that are letters in their script', () => {
    expect(toManufacturerKey('ガス')).not.toBe(toManufacturerKey('カス'));
    expect(toManufacturerKey('เครื่อง')).not.toBe(toManufacturerKey('เครอง'));
  });

  test('is idempotent, never empty, without separators and at most 400 bytes', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(
          fc.constantFrom('Inc', 'Co.', '&', 'and', 'GmbH', 'S', 'A', 'z', 'o.o.', 'Sp.', 'Nörd', '株式会社', '#', '-'),
          { maxLength: 8 },
        )
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(name, (text) => {
        const key = toManufacturerKey(text);
        expect(toManufacturerKey(key)).toBe(key);
        expect(key).toMatch(/^[^#\s]+$/u);
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(400);
      }),
      { numRuns: cases(1_000) },
    );
  });
});

describe.skipIf(!realPartsAvailable)('over real parts', () => {
  test('differs for all manufacturers', () => {
    const manufacturers = new Set(realParts().map((part) => part.manufacturer ?? ''));
    expect(new Set([...manufacturers].map(toManufacturerKey)).size).toBe(manufacturers.size);
  });
});
