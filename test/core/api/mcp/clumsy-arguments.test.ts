import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { readClumsy } from '../../../../core/api/mcp/clumsy-arguments.ts';

const SCHEMA = z.strictObject({
  parts: z.optional(z.array(z.strictObject({ part_number: z.string() }))),
  fields: z.optional(z.array(z.enum(['title', 'brand']))),
  limit: z.optional(z.number()),
  exact: z.optional(z.boolean()),
  gtin: z.optional(z.string()),
  part_number: z.optional(z.string()),
});
const PART = { part_number: 'A-1' };

describe('arguments in another form than the schema declares', () => {
  test.each<[string, unknown, unknown]>([
    ['a list as JSON text', { parts: '[{"part_number":"A-1"}]' }, { parts: [PART] }],
    ['an object where a list of one is meant', { parts: PART }, { parts: [PART] }],
    ['an object as JSON text where a list is meant', { parts: '{"part_number":"A-1"}' }, { parts: [PART] }],
    ['one name where a list of names is meant', { fields: 'title' }, { fields: ['title'] }],
    ['all arguments as JSON text', '{"limit":"5"}', { limit: 5 }],
    ['a number as text', { limit: '20' }, { limit: 20 }],
    ['a boolean as text', { exact: 'false' }, { exact: false }],
    ['a barcode as a number', { gtin: 4006381333931 }, { gtin: '4006381333931' }],
  ])('are read as they are meant: %s', (_form, given, meant) => {
    expect(readClumsy(SCHEMA, given)).toEqual(meant);
  });

  test.each<[string, unknown]>([
    ['a number as the part number, which may have lost zeros', { part_number: 100 }],
    ['a fraction as text', { limit: '2.5' }],
    ['a boolean in other words', { exact: 'yes' }],
    ['an empty text for a list of names', { fields: '' }],
    ['the text null for a list of names', { fields: 'null' }],
    ['JSON text of another kind than declared', { parts: '"A-1"' }],
    ['text that is cut off', { parts: '[{"part_number":' }],
    ['a barcode of too many digits', { gtin: 123_456_789_012_345 }],
    ['a member that the schema does not have', { of: '[1]' }],
  ])('stay as they were sent if their meaning is uncertain: %s', (_form, given) => {
    expect(readClumsy(SCHEMA, given)).toEqual(given);
  });

  test('are not parsed twice: JSON text inside JSON text stays text', () => {
    const given = { parts: JSON.stringify([JSON.stringify(PART)]) };
    expect(readClumsy(SCHEMA, given)).toEqual({ parts: [JSON.stringify(PART)] });
  });
});
