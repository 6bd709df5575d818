// Slow: a table of more than 5,000 items.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CompactTable } from '../../../../../bin/admin/sourcing/import/compact-table.ts';

test('a compact table finds the same rows as a Map of all rows', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'é', ''));
  const rows = fc.array(fc.tuple(text, fc.option(text), fc.option(text)), { maxLength: 60 });
  fc.assert(
    fc.property(rows, (entries) => {
      const table = new CompactTable(['name', 'class']);
      const expected = new Map<string, readonly (string | null)[]>();
      for (const [key, name, group] of entries) {
        table.set(key, { name, class: group });
        expected.set(key, [name, group]);
      }
      expect(table.size).toBe(expected.size);
      for (const [key, [name, group]] of expected)
        expect([table.find(key, 'name'), table.find(key, 'class')]).toEqual([name, group]);
      expect(table.find('another key', 'name')).toBe(expected.get('another key')?.[0]);
    }),
  );
});

test('a compact table grows beyond its initial size', () => {
  const table = new CompactTable(['name']);
  for (let row = 0; row < 200_000; row += 1) table.set(`key ${row}`, { name: `name ${row % 1_000}` });
  expect(table.size).toBe(200_000);
  expect([table.find('key 0', 'name'), table.find('key 199999', 'name')]).toEqual(['name 0', 'name 999']);
  expect(table.find('key 200000', 'name')).toBeUndefined();
});
