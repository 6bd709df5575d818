import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readFacts } from '../../../core/sourcing/item-import/read-facts.ts';
import { lifecycleOf } from '../../../core/index/items/item-lifecycle.ts';
import { itemRecordSchema } from '../../../core/index/items/item-record.ts';
import { generateDemoItems, withCheckDigit } from '../../../local/demo/generate-demo-items.ts';
import { researchParts } from '../../../local/demo/research-parts.ts';

const items = generateDemoItems();
const partOf = (item: { manufacturer: string | null; mpn: string | null }) => `${item.manufacturer} ${item.mpn}`;

describe('the demo index', () => {
  test('is the same on every machine', () => {
    expect(createHash('sha256').update(JSON.stringify(items)).digest('hex')).toMatchInlineSnapshot(
      `"694a31faa3378f5f8c426065621608b02335fca55862c0a314b252f7078ec111"`,
    );
  });

  test('has 500 valid items with ids', () => {
    for (const item of items) itemRecordSchema.parse(item);
    expect(new Set(items.map((item) => item.id)).size).toBe(500);
  });

  test('has GTINs with valid check digits, in ranges that no real product can have', () => {
    const barcodes = items.flatMap((item) => [item.gtin, item.upc]).filter((barcode) => barcode !== null);
    expect(barcodes.length).toBeGreaterThan(400);
    for (const barcode of barcodes) {
      expect(withCheckDigit(barcode.slice(0, -1))).toBe(barcode);
      expect(barcode).toMatch(/^(00)?4\d{11}$|^[01]200\d{10}$/);
    }
  });

  test('has eight-digit UNSPSC codes, some for a class only', () => {
    const codes = new Set(items.map((item) => item.unspsc_code).filter((code) => code !== null));
    for (const code of codes) expect(code).toMatch(/^\d{8}$/);
    expect([...codes].some((code) => code.endsWith('00'))).toBe(true);
  });

  test('names a part twice only in deliberate traps', () => {
    const parts = items.filter((item) => item.mpn !== null).map(partOf);
    expect(parts.filter((part, index) => parts.indexOf(part) !== index)).toEqual(['Tarnvik Tools AB TWIN-900']);
  });
});

describe('the facts of the demo index', () => {
  const lifecycles = items.map((item) => lifecycleOf(item)?.status);

  test('have their fixed form', () => {
    for (const { attributes } of items)
      expect(readFacts(attributes ?? {})).toEqual({ ok: true, value: attributes ?? {} });
  });

  test('include every state but preview, and leave some unknown', () => {
    expect(new Set(lifecycles)).toEqual(new Set(['active', 'obsolete', 'last_time_buy', 'nrnd', undefined]));
  });

  test('name only replacements that are in the index', () => {
    const parts = new Set(items.map(partOf));
    const replacements = items.flatMap(
      (item) => (item.attributes?.['replacements'] ?? []) as { manufacturer: string; mpn: string }[],
    );
    expect(replacements.length).toBeGreaterThan(50);
    for (const replacement of replacements) expect(parts).toContain(partOf(replacement));
  });

  test('measure a screw correctly', () => {
    const screws = items.filter(({ title }) => title?.includes('machine screw'));
    for (const { dimensions } of screws) expect(dimensions?.length ?? 0).toBeLessThan(60);
  });
});

describe('the parts for local research', () => {
  test('are not in the demo index, by part number or GTIN', () => {
    const known = new Set(items.flatMap((item) => [partOf(item), item.gtin]));
    for (const part of researchParts()) {
      expect(known).not.toContain(`${part.manufacturer} ${part.part_number}`);
      if (part.record.gtin !== null) expect(known).not.toContain(part.record.gtin);
    }
  });

  test('are complete items of distinct parts, except for an id', () => {
    const parts = researchParts();
    expect(new Set(parts.map((part) => part.part_number)).size).toBe(40);
    for (const part of parts) itemRecordSchema.parse({ id: 'itm_00000000', ...part.record });
  });
});
