import { describe, expect, it } from 'vitest';
import { findTool } from '../../../functions/core/tools/tool-catalog.ts';

function prepare(tool: string, args: unknown) {
  const found = findTool(tool);
  if (found === undefined) throw new Error(`no tool ${tool}`);
  return found.prepare(args);
}

/** `ok`, or the code and the field of the error. */
function verdict(tool: string, args: unknown): string {
  const prepared = prepare(tool, args);
  return prepared.ok ? 'ok' : `${prepared.reason.code} ${prepared.reason.field ?? '-'}`;
}

const part = { manufacturer: 'Acme', part_number: 'A-1' };

describe('lookup_part', () => {
  it.each<[string, unknown, string]>([
    ['maker and number', part, 'ok'],
    ['a barcode', { gtin: '4006381333931' }, 'ok'],
    ['a barcode with spaces and hyphens', { gtin: '4-006381 333931' }, 'ok'],
    ['all three: the barcode wins', { ...part, gtin: '4006381333931' }, 'ok'],
    ['all three with a wrong barcode', { ...part, gtin: '4006381333930' }, 'invalid_parameter gtin'],
    ['empty texts beside a barcode', { manufacturer: '', part_number: '', gtin: '4006381333931' }, 'ok'],
    ['an empty barcode beside maker and number', { ...part, gtin: '' }, 'ok'],
    ['nothing', {}, 'missing_parameter part_number'],
    ['a number without maker', { part_number: 'A-1' }, 'missing_parameter manufacturer'],
    ['a maker without number', { manufacturer: 'Acme' }, 'missing_parameter part_number'],
    ['a maker of 200 characters', { ...part, manufacturer: 'm'.repeat(200) }, 'ok'],
    ['a maker of 201 characters', { ...part, manufacturer: 'm'.repeat(201) }, 'invalid_parameter manufacturer'],
    ['a number of 121 characters', { ...part, part_number: 'p'.repeat(121) }, 'invalid_parameter part_number'],
    ['a barcode of 21 characters', { gtin: '0'.repeat(21) }, 'invalid_parameter gtin'],
    ['a barcode of 11 digits', { gtin: '12345678901' }, 'invalid_parameter gtin'],
    ['a barcode with letters', { gtin: '400638133393X' }, 'invalid_parameter gtin'],
    ['a number as number', { ...part, part_number: 7 }, 'invalid_parameter part_number'],
    ['null', { ...part, gtin: null }, 'invalid_parameter gtin'],
    ['an unknown field', { ...part, fields: ['price'] }, 'invalid_parameter fields[0]'],
    ['an unknown section', { ...part, include: ['title'] }, 'invalid_parameter include[0]'],
    ['a confidence of 101', { ...part, min_confidence: 101 }, 'invalid_parameter min_confidence'],
    ['a confidence of 1.5', { ...part, min_confidence: 1.5 }, 'invalid_parameter min_confidence'],
    ['an unknown property', { ...part, mpn: 'x' }, 'invalid_parameter mpn'],
    [
      '__proto__',
      JSON.parse('{"manufacturer":"Acme","part_number":"A-1","__proto__":{}}'),
      'invalid_parameter __proto__',
    ],
  ])('%s', (_, args, expected) => {
    expect(verdict('lookup_part', args)).toBe(expected);
  });

  it('says which check digit was expected', () => {
    const prepared = prepare('lookup_part', { gtin: '4006381333930' });
    expect(prepared).toMatchObject({ ok: false, reason: { message: expect.stringContaining('expected 1') as string } });
  });

  it('never repeats the value of an argument', () => {
    const prepared = prepare('lookup_part', { ...part, gtin: 'SECRET-VALUE', fields: ['SECRET-VALUE'] });
    expect(JSON.stringify(prepared)).not.toContain('SECRET-VALUE');
  });
});

describe('lookup_parts', () => {
  const many = (count: number) => ({ items: Array.from({ length: count }, () => part) });
  it.each<[string, unknown, string]>([
    ['one entry', many(1), 'ok'],
    ['50 entries', many(50), 'ok'],
    ['no entry', many(0), 'invalid_parameter items'],
    ['51 entries', many(51), 'invalid_parameter items'],
    ['no items', {}, 'missing_parameter items'],
    ['an entry without maker', { items: [part, { part_number: 'x' }] }, 'missing_parameter items[1].manufacturer'],
    ['an empty entry', { items: [{}] }, 'missing_parameter items[0].part_number'],
    [
      'a wrong barcode among 50',
      { items: [...many(49).items, { gtin: '4006381333930' }] },
      'invalid_parameter items[49].gtin',
    ],
    ['an unknown property of an entry', { items: [{ ...part, quantity: 1 }] }, 'invalid_parameter items[0].quantity'],
    ['an entry that is no object', { items: ['A-1'] }, 'invalid_parameter items[0]'],
  ])('%s', (_, args, expected) => {
    expect(verdict('lookup_parts', args)).toBe(expected);
  });
});

describe('get_item', () => {
  it.each<[string, unknown, string]>([
    ['an id', { item_id: 'itm_abcDEF12' }, 'ok'],
    ['no id', {}, 'missing_parameter item_id'],
    ['another id', { item_id: 'cat_abcDEF12' }, 'invalid_parameter item_id'],
    ['a longer id', { item_id: 'itm_abcDEF123' }, 'invalid_parameter item_id'],
    ['an id with a line end', { item_id: 'itm_abcDEF12\n' }, 'invalid_parameter item_id'],
    [
      'include_sources as text',
      { item_id: 'itm_abcDEF12', include_sources: 'true' },
      'invalid_parameter include_sources',
    ],
  ])('%s', (_, args, expected) => {
    expect(verdict('get_item', args)).toBe(expected);
  });
});

describe('an error about arguments', () => {
  it('cleans and cuts the name of an unknown property', () => {
    const prepared = prepare('get_item', { item_id: 'itm_abcDEF12', [`\u001b[31m${'x'.repeat(500)}`]: 1 });
    if (prepared.ok) throw new Error('expected an error');
    expect(prepared.reason.field).toHaveLength(100);
    expect(prepared.reason.field).not.toContain('\u001b');
  });
});
