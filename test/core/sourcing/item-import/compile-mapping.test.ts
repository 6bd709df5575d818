import { describe, expect, test } from 'vitest';
import {
  compileMapping,
  type FileColumns,
  type LookupTable,
} from '../../../../core/sourcing/item-import/compile-mapping.ts';
import { recordMappingSchema, type RecordMapping } from '../../../../core/sourcing/item-import/record-mapping.ts';

type Fields = RecordMapping['fields'];
const PART: Fields = { manufacturer: 'Manufacturer', mpn: 'No' };
const CODES: LookupTable = { find: (key) => ({ A1: 'Norvane Inc, THE', A2: null })[key] };

function reader(mapping: RecordMapping, columns: FileColumns, tables = new Map([['codes', CODES]])) {
  return compileMapping(recordMappingSchema.parse(mapping), columns, tables);
}

/** Maps one row whose columns are named by its keys. */
function readRow(fields: Fields, row: Record<string, string>, more: Partial<RecordMapping> = {}) {
  const cells = { Manufacturer: 'Norvane', No: 'A-1', ...row };
  const compiled = reader({ fields: { ...PART, ...fields }, ...more }, { kind: 'cells', names: Object.keys(cells) });
  if (!compiled.ok) return { problems: compiled.reason };
  const read = compiled.value({ kind: 'cells', cells: Object.values(cells) });
  return read.kind === 'item' ? read.item : read;
}

describe('a mapped row', () => {
  test('reads columns by their names in any spelling, constants, and the first column that is filled', () => {
    const fields = { title: 'long name', uom: { value: 'EA' }, brand: { from: ['B1', 'B2'] } };
    expect(readRow(fields, { LONG_NAME: ' Gauge ', B1: ' ', B2: 'Nor' })).toMatchObject({
      manufacturer: 'Norvane',
      mpn: 'A-1',
      title: 'Gauge',
      uom: 'EA',
      brand: 'Nor',
      id: null,
    });
  });

  test('joins columns, fills templates, splits lists, removes endings, and replaces words', () => {
    const fields: Fields = {
      title: { join: ['Name', 'Size'], with: ', ' },
      image_url: { template: 'https://x.example/{No}.jpg' },
      description: { template: '{Name} of {Nothing}' },
      category: { from: 'Path', split: '>', at: 1 },
      keywords: [{ from: 'Tags', split: ';' }, 'Size'],
      warranty: { from: 'Years', words: { '2': 'two years' } },
    };
    const row = { Name: 'Gauge', Size: '', Nothing: '', Path: 'Tools > Gauges', Tags: 'dial; round;dial', Years: '2' };
    expect(readRow(fields, row)).toMatchObject({
      title: 'Gauge',
      image_url: 'https://x.example/A-1.jpg',
      description: null,
      category: 'Gauges',
      keywords: ['dial', 'round'],
      warranty: 'two years',
    });
  });

  test('converts units, given by the mapping or by a column, and makes attributes of several columns', () => {
    const fields: Fields = {
      weight: { from: 'Lb', unit: 'lb', to: 'kg' },
      dimensions: { length: 'L', width: 'W', unit: 'in', to: 'mm' },
      attributes: { Bore: { from: 'Bore', unit_from: 'Unit', to: 'mm' }, Colour: 'Colour', Empty: 'Empty' },
    };
    const row = { Lb: '2', L: '1,000.5', W: '', Bore: '1/2', Unit: 'Inch', Colour: 'red', Empty: '' };
    expect(readRow(fields, { ...row, Bore: '0.5' })).toMatchObject({
      weight: { value: 0.90718474, unit: 'kg' },
      dimensions: { length: 25412.7, width: null, height: null, unit: 'mm' },
      attributes: { Bore: 12.7, Colour: 'red' },
    });
    expect(readRow(fields, row)).toEqual({
      kind: 'refused',
      problem: { kind: 'not_a_number', field: 'attributes.Bore' },
    });
    expect(readRow(fields, { ...row, Bore: '1', Unit: 'inces' })).toMatchObject({
      problem: { kind: 'unknown_unit', field: 'attributes.Bore', unit: 'inces', nearest: ['inches', 'ounces', 'inch'] },
    });
  });

  test('reads numbers with a decimal comma if the mapping says so', () => {
    const more = { decimal: ',' } as const;
    expect(readRow({ pack_quantity: 'Q' }, { Q: '1.234,5' }, more)).toMatchObject({ pack_quantity: 1234.5 });
    expect(readRow({ pack_quantity: 'Q' }, { Q: '1.234,5' })).toMatchObject({ problem: { kind: 'not_a_number' } });
  });

  test('looks values up, and refuses a key that its table does not have', () => {
    const tables = { codes: { key: 'CODE', columns: ['NAME'] } };
    const fields: Fields = { manufacturer: { from: 'Code', table: 'codes', drop_endings: [', THE'] } };
    expect(readRow(fields, { Code: 'A1' }, { tables })).toMatchObject({ manufacturer: 'Norvane Inc' });
    expect(readRow(fields, { Code: 'A2' }, { tables })).toMatchObject({ problem: { kind: 'names_nothing' } });
    expect(readRow(fields, { Code: 'A3' }, { tables })).toMatchObject({ problem: { kind: 'not_in_table' } });
  });

  test('restores the leading zeros of GTINs, and drops an invalid one only if that is requested', () => {
    expect(readRow({ gtin: 'B' }, { B: '36000291452' })).toMatchObject({ gtin: '00036000291452' });
    expect(readRow({ gtin: 'B' }, { B: 'M368ORT77' })).toMatchObject({ problem: { kind: 'invalid_barcode' } });
    expect(readRow({ gtin: { from: 'B', invalid: 'leave_out' } }, { B: 'M368ORT77' })).toMatchObject({ gtin: null });
  });

  test('is skipped if the mapping excludes it, and has no value for texts that mean nothing', () => {
    const more = { only: { Kind: ['2', '3'] }, blank: ['UNKNOWN'] };
    expect(readRow({ title: 'T' }, { Kind: '2', T: 'UNKNOWN' }, more)).toMatchObject({ title: null });
    expect(readRow({ title: 'T' }, { Kind: '9', T: 'x' }, more)).toEqual({ kind: 'passed_over' });
  });
});

describe('a mapping that does not fit', () => {
  const problemsOf = (fields: Fields, more: Partial<RecordMapping> = {}) => readRow(fields, {}, more);

  test.each<[string, Fields, object]>([
    ['a missing column', { title: 'Nme' }, { kind: 'no_such_column', column: 'Nme', at: 'title' }],
    ['an unknown unit', { weight: { from: 'No', unit: 'lbf', to: 'kg' } }, { kind: 'unknown_unit', unit: 'lbf' }],
    ['a weight as a length', { weight: { from: 'No', unit: 'lb', to: 'mm' } }, { kind: 'units_differ', at: 'weight' }],
    ['an undescribed table', { title: { from: 'No', table: 'cods' } }, { kind: 'no_such_table', table: 'cods' }],
    ['a value without a source', { title: { optional: true } }, { kind: 'says_no_source', at: 'title' }],
    ['a value with two sources', { title: { from: 'No', value: 'x' } }, { kind: 'says_no_source', at: 'title' }],
  ])('is refused by naming %s', (_, fields, problem) => {
    expect(problemsOf(fields)).toMatchObject({ problems: [problem] });
  });

  test('is refused by name if it has a field that items do not have', () => {
    const read = recordMappingSchema.safeParse({ fields: { manufactuer: 'Manufacturer' } });
    expect(read.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['manufactuer'] });
  });

  test('may name unknown members only as optional ones', () => {
    const names = ['manufacturer', 'a.b'];
    const columns = { kind: 'members', names } as const;
    expect(reader({ fields: { manufacturer: 'manufacturer', mpn: { from: 'no', optional: true } } }, columns).ok).toBe(
      true,
    );
    expect(reader({ fields: { manufacturer: 'manufacturer', mpn: 'no' } }, columns)).toMatchObject({
      reason: [{ kind: 'no_such_column', column: 'no' }],
    });
    const dotted = reader({ fields: { manufacturer: 'manufacturer', mpn: 'a.b' } }, columns);
    expect(dotted.ok && dotted.value({ kind: 'members', members: { manufacturer: 'M', 'a.b': 'A-1' } })).toMatchObject({
      item: { mpn: 'A-1' },
    });
    expect(reader({ fields: { manufacturer: 'manufacturer', mpn: 'no[' } }, columns)).toMatchObject({
      reason: [{ kind: 'invalid_path' }],
    });
  });
});
