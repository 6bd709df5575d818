import { expect, test } from 'vitest';
import { argumentShape } from '../../../../core/api/tools/argument-shape.ts';
import { TOOLS } from '../../../../core/api/tools/definitions/all-tools.ts';

const lookupPart = TOOLS.find(({ name }) => name === 'lookup_part')!;

test('arguments are reported by name, kind and size, without values and unknown names', () => {
  const secret = 'Secret Maker';
  const shape = argumentShape(lookupPart.input, {
    manufacturer: secret,
    part_number: 7,
    fields: ['a', 'b'],
    'my own': secret,
  });
  expect(shape).toBe('manufacturer: 12 characters, part_number: number, fields: 2 entries, 1 unknown');
});

test('one entry is counted in the singular', () => {
  expect(argumentShape(lookupPart.input, { manufacturer: 'T', fields: ['a'] })).toBe(
    'manufacturer: 1 character, fields: 1 entry',
  );
});

test('every tool’s own arguments are known by name', () => {
  for (const { input } of TOOLS) expect(argumentShape(input, { nonsense: 1 })).toBe('1 unknown');
});
