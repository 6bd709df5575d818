import { describe, expect, test } from 'vitest';
import { findTool, TOOLS } from '../../../../core/api/tools/definitions/all-tools.ts';

for (const tool of TOOLS) await tool.load();

function prepare(tool: string, args: unknown) {
  const found = findTool(tool);
  if (found === undefined) throw new Error(`no tool ${tool}`);
  return found.prepare(args);
}

/** Returns `ok`, or the code and the field of the error. */
function verdict(tool: string, args: unknown): string {
  const prepared = prepare(tool, args);
  return prepared.ok ? 'ok' : `${prepared.reason.code} ${prepared.reason.field ?? '-'}`;
}

const part = { manufacturer: 'Acme', part_number: 'A-1' };

describe('lookup_part', () => {
  test.each<[string, unknown, string]>([
    ['accepts manufacturer and part number', part, 'ok'],
    ['accepts a GTIN', { gtin: '4006381333931' }, 'ok'],
    ['accepts a GTIN with spaces and hyphens', { gtin: '4-006381 333931' }, 'ok'],
    ['accepts all three, and uses the GTIN', { ...part, gtin: '4006381333931' }, 'ok'],
    ['refuses all three with a wrong GTIN', { ...part, gtin: '4006381333930' }, 'invalid_parameter gtin'],
    ['accepts empty texts with a GTIN', { manufacturer: '', part_number: '', gtin: '4006381333931' }, 'ok'],
    ['accepts an empty GTIN with manufacturer and part number', { ...part, gtin: '' }, 'ok'],
    ['refuses no arguments', {}, 'missing_parameter part_number'],
    ['refuses a part number without a manufacturer', { part_number: 'A-1' }, 'missing_parameter manufacturer'],
    ['refuses a manufacturer without a part number', { manufacturer: 'Acme' }, 'missing_parameter part_number'],
    ['accepts a manufacturer of 200 characters', { ...part, manufacturer: 'm'.repeat(200) }, 'ok'],
    [
      'refuses a manufacturer of 201 characters',
      { ...part, manufacturer: 'm'.repeat(201) },
      'invalid_parameter manufacturer',
    ],
    [
      'refuses a part number of 121 characters',
      { ...part, part_number: 'p'.repeat(121) },
      'invalid_parameter part_number',
    ],
    ['refuses a GTIN of 21 characters', { gtin: '0'.repeat(21) }, 'invalid_parameter gtin'],
    ['refuses a GTIN of 11 digits', { gtin: '12345678901' }, 'invalid_parameter gtin'],
    ['refuses a GTIN with letters', { gtin: '400638133393X' }, 'invalid_parameter gtin'],
    ['refuses a number as the part number', { ...part, part_number: 7 }, 'invalid_parameter part_number'],
    ['accepts null for an optional argument', { ...part, gtin: null, fields: null, min_confidence: null }, 'ok'],
    [
      'refuses null for a needed argument',
      { manufacturer: 'Acme', part_number: null },
      'missing_parameter part_number',
    ],
    ['accepts an empty text for any optional argument', { ...part, fields: '', include: '', min_confidence: '' }, 'ok'],
    ['refuses a blank text for fields', { ...part, fields: ' ' }, 'invalid_parameter fields'],
    ['refuses an unknown field', { ...part, fields: ['price'] }, 'invalid_parameter fields[0]'],
    ['refuses an unknown section', { ...part, include: ['title'] }, 'invalid_parameter include[0]'],
    ['refuses a confidence of 101', { ...part, min_confidence: 101 }, 'invalid_parameter min_confidence'],
    ['refuses a confidence of 1.5', { ...part, min_confidence: 1.5 }, 'invalid_parameter min_confidence'],
    ['refuses an unknown property', { ...part, mpn: 'x' }, 'invalid_parameter mpn'],
    [
      '__proto__',
      JSON.parse('{"manufacturer":"Acme","part_number":"A-1","__proto__":{}}'),
      'invalid_parameter __proto__',
    ],
  ])('%s', (_, args, expected) => {
    expect(verdict('lookup_part', args)).toBe(expected);
  });

  test.each(['price', 'stock', 'unit_price', 'availability'])(
    'says that records have no prices and no stock when asked for %s',
    (field) => {
      const prepared = prepare('lookup_part', { gtin: '4006381333931', fields: [field] });
      const message = expect.stringContaining('Records have no prices and no stock.') as string;
      expect(prepared).toMatchObject({ ok: false, reason: { message } });
    },
  );

  test('says nothing of prices where another field is unknown', () => {
    const prepared = prepare('lookup_part', { gtin: '4006381333931', fields: ['colour'] });
    expect(prepared).toMatchObject({ ok: false, reason: { message: expect.not.stringContaining('prices') as string } });
  });

  test('reports the expected check digit', () => {
    const prepared = prepare('lookup_part', { gtin: '4006381333930' });
    expect(prepared).toMatchObject({ ok: false, reason: { message: expect.stringContaining('expected 1') as string } });
  });

  test('never repeats the value of an argument', () => {
    const prepared = prepare('lookup_part', { ...part, gtin: 'SECRET-VALUE', fields: ['SECRET-VALUE'] });
    expect(JSON.stringify(prepared)).not.toContain('SECRET-VALUE');
  });
});

describe('lookup_parts', () => {
  const many = (count: number) => ({ items: Array.from({ length: count }, () => part) });
  test.each<[string, unknown, string]>([
    ['one entry', many(1), 'ok'],
    ['50 entries', many(50), 'ok'],
    ['no entry', many(0), 'invalid_parameter items'],
    ['51 entries', many(51), 'invalid_parameter items'],
    ['no items', {}, 'missing_parameter items'],
    ['an entry without manufacturer', { items: [part, { part_number: 'x' }] }, 'ok'],
    ['an empty entry', { items: [{}] }, 'ok'],
    ['a wrong barcode among 50', { items: [...many(49).items, { gtin: '4006381333930' }] }, 'ok'],
    ['an unknown property of an entry', { items: [{ ...part, quantity: 1 }] }, 'invalid_parameter items[0].quantity'],
    ['an entry that is not an object', { items: ['A-1'] }, 'invalid_parameter items[0]'],
  ])('%s', (_, args, expected) => {
    expect(verdict('lookup_parts', args)).toBe(expected);
  });
});

describe('get_item', () => {
  test.each<[string, unknown, string]>([
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

describe('unused arguments', () => {
  test.each<[string, unknown, string]>([
    ['search_items', { query: 'washer', unspsc: '', manufacturer: '', limit: null, cursor: '', fields: null }, 'ok'],
    ['search_items', { query: '', unspsc: '32', cursor: null }, 'ok'],
    ['search_items', { query: '', unspsc: '', manufacturer: null }, 'missing_parameter query'],
    ['get_item', { item_id: 'itm_abcDEF12', include_sources: null, fields: '' }, 'ok'],
    ['get_item', { item_id: '' }, 'invalid_parameter item_id'],
    ['list_my_catalogs', { limit: null, cursor: '' }, 'ok'],
    ['get_catalog_items', { catalog_id: 'cat_1', outcome: null, limit: '', cursor: null }, 'ok'],
    [
      'lookup_parts',
      {
        items: [
          { ...part, gtin: null },
          { gtin: '4006381333931', part_number: null },
        ],
      },
      'ok',
    ],
    ['lookup_parts', { items: null }, 'invalid_parameter items'],
    ['request_enrichment', { items: [{ ...part, description: null }] }, 'ok'],
    ['request_enrichment', { items: [{ ...part, manufacturer: null }] }, 'invalid_parameter items[0].manufacturer'],
    ['get_usage', { anything: null }, 'invalid_parameter anything'],
  ])('%s %j', (tool, args, expected) => {
    expect(verdict(tool, args)).toBe(expected);
  });

  test.each([{ fields: [] }, { include: [], fields: '' }, { gtin: 'null', fields: 'null' }])(
    'count as absent in %j',
    (more) => {
      expect(verdict('lookup_part', { ...part, ...more })).toBe('ok');
    },
  );
});

describe('an error about arguments', () => {
  function messageOf(tool: string, args: unknown): string {
    const prepared = prepare(tool, args);
    if (prepared.ok) throw new Error('expected an error');
    return prepared.reason.message;
  }

  test('names every problem of a list, whichever rule it breaks, the first one as its field', () => {
    const items: Record<string, unknown>[] = Array.from({ length: 20 }, () => ({ ...part }));
    items[3] = { gtin: 4006381333930 };
    items[7] = { part_number: 'x'.repeat(121) };
    items[9] = { manufacturer: 'Acme', part_number: 7, quantity: 3 };
    const args = { items, min_confidence: 101 };
    expect(prepare('lookup_parts', args)).toMatchObject({
      reason: { code: 'invalid_parameter', field: 'items[3].gtin' },
    });
    expect(messageOf('lookup_parts', args)).toBe(
      'items[3].gtin: must be a string; ' +
        'items[7].part_number: must have at most 120 characters; ' +
        'items[9].part_number: must be a string. Send it in quotes, with all its zeros; ' +
        'items[9].quantity: unknown property. Allowed: manufacturer, part_number, gtin; ' +
        'min_confidence: must be at most 100.',
    );
    expect(messageOf('request_enrichment', { items: [{ ...part, part_number: ' ' }, { part_number: 'x' }] })).toBe(
      'items[0].part_number is missing. Give the number; punctuation alone is none; items[1].manufacturer is required.',
    );
  });

  test('names at most ten problems, then the number of further ones', () => {
    const items = Array.from({ length: 50 }, () => ({ gtin: '1'.repeat(21) }));
    const message = messageOf('lookup_parts', { items });
    expect(message.match(/items\[/g)).toHaveLength(10);
    expect(message).toMatch(/at most 20 characters; and 40 more\.$/);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['lookup_part', { mpn: 'x' }, 'mpn: unknown property. Did you mean part_number? Allowed: manufacturer, '],
    ['lookup_part', { partNumber: 'x' }, 'Did you mean part_number?'],
    ['lookup_part', { part_numbr: 'x' }, 'Did you mean part_number?'],
    ['lookup_part', { manufactuer: 'x' }, 'Did you mean manufacturer?'],
    ['lookup_part', { manufacutrer: 'x' }, 'Did you mean manufacturer?'],
    ['search_items', { querry: 'x1' }, 'Did you mean query?'],
    ['search_items', { qerys: 'x1' }, 'qerys: unknown property. Allowed: '],
    [
      'lookup_part',
      { zzz: 1 },
      'zzz: unknown property. Allowed: manufacturer, part_number, gtin, fields, include, min_confidence.',
    ],
    ['lookup_parts', { parts: [] }, 'parts: unknown property. Did you mean items?'],
    ['search_items', { query: 'x1', page_size: 5 }, 'Did you mean limit?'],
    ['get_usage', { a: 1 }, 'a: unknown property. No property is allowed.'],
    ['get_item', { item_id: 'x' }, 'item_id: must be itm_ followed by 8 letters or digits'],
    ['search_items', { unspsc: 'x1' }, 'unspsc: must be 2 to 8 digits.'],
    ['search_items', { query: 'ab', limit: 1e100 }, 'limit: must be at most 25.'],
    ['search_items', { query: 'ab', limit: -1e100 }, 'limit: must be at least 1.'],
    ['lookup_parts', { items: [] }, 'items: must have at least 1 entry.'],
    ['search_items', { query: 'a' }, 'query: must have at least 2 characters.'],
  ])('%s %j says what is allowed: %s', (tool, args, words) => {
    expect(messageOf(tool, args)).toContain(words);
  });

  test('about a GTIN next to a manufacturer and part number says what to omit', () => {
    const advice = 'Leave gtin out to ask by manufacturer and part_number.';
    for (const gtin of ['4006381333930', 'none', '0'.repeat(21)]) {
      expect(messageOf('lookup_part', { ...part, gtin })).toContain(advice);
      expect(messageOf('lookup_part', { gtin })).not.toContain(advice);
    }
  });

  test('cleans and truncates the name of an unknown property', () => {
    const prepared = prepare('get_item', { item_id: 'itm_abcDEF12', [`\u001b[31m${'x'.repeat(500)}`]: 1 });
    if (prepared.ok) throw new Error('expected an error');
    expect(prepared.reason.field).toHaveLength(100);
    expect(prepared.reason.field).not.toContain('\u001b');
  });
});
