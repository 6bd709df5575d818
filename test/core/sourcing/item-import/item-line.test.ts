import { describe, expect, test } from 'vitest';
import { parseItemLine } from '../../../../core/sourcing/item-import/item-line.ts';
import { ITEM_FIELDS } from '../../../../core/index/items/item-fields.ts';

const encoder = new TextEncoder();
const parse = (line: string) => parseItemLine(encoder.encode(line));
const parseItem = (fields: object) => parse(JSON.stringify({ id: 'itm_AAAAAAAA', ...fields }));
const errorOf = (fields: object) => {
  const result = parseItem(fields);
  return result.ok ? undefined : result.reason;
};

describe('a line that becomes an item', () => {
  test('has every field of docs/reference/behavior.md#item-record, in its order, with null for missing values', () => {
    const result = parse('{"title":"A","id":"itm_AAAAAAAA"}');
    expect(result.ok && Object.keys(result.value)).toEqual(['id', ...ITEM_FIELDS]);
    expect(result).toMatchObject({ ok: true, value: { id: 'itm_AAAAAAAA', title: 'A', gtin: null, attributes: null } });
  });

  test('needs no id if it names a part', () => {
    const known = { ok: true, value: { id: null } };
    expect(parse('{"mpn":"A-1","brand":"Norvane"}')).toMatchObject(known);
    expect(parse('{"gtin":"4006381333931","id":""}')).toMatchObject(known);
    expect(parse('{"upc":"036000291452"}')).toMatchObject(known);
  });

  test('treats an empty text as unknown', () => {
    expect(parseItem({ brand: '', mpn: '  ' })).toMatchObject({ ok: true, value: { brand: null, mpn: null } });
  });

  test('stores its GTIN with 14 digits, in any notation', () => {
    expect(parseItem({ gtin: '4 006381-333931' })).toMatchObject({ ok: true, value: { gtin: '04006381333931' } });
  });

  test('keeps text that looks like an escape, and repairs an unpaired surrogate', () => {
    const result = parse('{"id":"itm_AAAAAAAA","title":"a\\ud800b \\\\ud800 \\ud83d\\ude00"}');
    expect(result).toMatchObject({ ok: true, value: { title: 'a\ufffdb \\ud800 😀' } });
  });
});

describe('a refused line, with its reason', () => {
  test.each([
    ['bytes that are not UTF-8', () => parseItemLine(Uint8Array.of(0x7b, 0xff, 0x7d)), { kind: 'not_utf8' }],
    ['text that is not JSON', () => parse('{"id":'), { kind: 'not_json' }],
    ['an array', () => parse('[]'), { kind: 'not_an_object' }],
    ['null', () => parse('null'), { kind: 'not_an_object' }],
    ['a million brackets', () => parse('['.repeat(1e6) + ']'.repeat(1e6)), { kind: 'not_an_object' }],
    ['no identifier', () => parse('{"title":"A"}'), { kind: 'names_nothing' }],
    ['a part number without a manufacturer', () => parse('{"mpn":"A-1"}'), { kind: 'names_nothing' }],
    ['a legal form as a manufacturer', () => parse('{"mpn":"A-1","brand":"Inc."}'), { kind: 'names_nothing' }],
  ])('%s', (_, attempt, reason) => {
    expect(attempt()).toMatchObject({ ok: false, reason });
  });

  test.each([
    ['an unknown field', { colour: 'red' }, { kind: 'unknown_field', field: 'colour' }],
    ['an inherited name', JSON.parse('{"__proto__":{}}'), { kind: 'unknown_field', field: '__proto__' }],
    ['an id of the wrong form', { id: 'itm_short' }, { kind: 'invalid_field', field: 'id' }],
    ['a number instead of a text', { title: 5 }, { kind: 'invalid_field', field: 'title' }],
    ['a confidence of 101', { confidence: 101 }, { kind: 'invalid_field', field: 'confidence' }],
    ['an invalid date', { last_verified: '2026-02-30' }, { kind: 'invalid_field', field: 'last_verified' }],
    ['an UNSPSC code of 6 digits', { unspsc_code: '321016' }, { kind: 'invalid_field', field: 'unspsc_code' }],
    ['a part number that no call can contain', { mpn: 'x'.repeat(121) }, { kind: 'invalid_field', field: 'mpn' }],
    ['a number that the store cannot keep', { weight: { value: 1e200, unit: 'g' } }, { field: 'weight.value' }],
    [
      'a wrong check digit, with the expected one',
      { gtin: '4006381333932' },
      { kind: 'invalid_barcode', field: 'gtin', error: { kind: 'wrong_check_digit', expected: 1, actual: 2 } },
    ],
    ['a wrong UPC', { upc: '12' }, { kind: 'invalid_barcode', field: 'upc', error: { kind: 'wrong_length' } }],
  ])('%s', (_, fields, reason) => {
    expect(errorOf(fields as object)).toMatchObject(reason);
  });

  test('has attributes nested deeper than the store can nest', () => {
    const deep = `{"id":"itm_AAAAAAAA","attributes":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`;
    expect(parse(deep)).toMatchObject({ ok: false, reason: { kind: 'too_deep' } });
  });
});
