import { describe, expect, test } from 'vitest';
import { decideFind, keysFor, type PartDecision, type Part } from '../../../../core/index/lookup/find-part.ts';
import { parseGtin, type Gtin14 } from '../../../../core/index/part-keys/gtin.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import { recordOf, REGULATOR } from '../../../support/fixtures/item-records.ts';
import { realParts, realPartsAvailable } from '../../../support/fixtures/real-parts.ts';

function byPart(manufacturer: string, number: string): Part {
  return {
    by: 'part',
    manufacturer: manufacturer,
    manufacturerKey: toManufacturerKey(manufacturer),
    part: partKey(number),
    verbatim: number,
  };
}

function byGtin(text: string): Part {
  return { by: 'gtin', gtin: (parseGtin(text) as { value: Gtin14 }).value };
}

/** Decides as if every item had an index row under the requested key, with a copy. */
function decideAmong(question: Part, items: readonly ItemRecord[]): PartDecision {
  const entries = items.map((item) => ({ itemId: item.id, identity: item, item, large: {} }));
  return decideFind(question, entries, new Map(), true, BUILT_IN_MANUFACTURERS);
}

describe('decideFind by part', () => {
  test('finds an item under its manufacturer and under its brand, with any spacing of the part number', () => {
    expect(decideAmong(byPart('NORVANE semiconductor', 'nv 7805/2.5'), [REGULATOR])).toEqual({ found: REGULATOR });
    expect(decideAmong(byPart('norvane', 'NV_7805/2.5'), [REGULATOR])).toEqual({ found: REGULATOR });
  });

  test('ignores an index row whose item has another manufacturer or part number, or is gone', () => {
    const moved = recordOf({ ...REGULATOR, mpn: 'NV-7806' });
    expect(decideAmong(byPart('Norvane', 'NV-7805/2.5'), [moved])).toEqual({ found: null, nearPartNumbers: [] });
    expect(decideAmong(byPart('Nordvane', 'NV-7805/2.5'), [REGULATOR])).toMatchObject({
      found: null,
      nearPartNumbers: [],
    });
    const entry = { itemId: REGULATOR.id, identity: REGULATOR, item: undefined, large: {} };
    const gone = decideFind(
      byPart('Norvane', 'NV-7805/2.5'),
      [entry],
      new Map([[REGULATOR.id, undefined]]),
      true,
      BUILT_IN_MANUFACTURERS,
    );
    expect(gone).toEqual({ found: null, nearPartNumbers: [] });
  });

  const dashed = recordOf({ id: 'itm_00000002', manufacturer: 'Acme', mpn: 'AB-1-23', confidence: 99 });
  const joined = recordOf({ id: 'itm_00000003', manufacturer: 'Acme', mpn: 'AB-12-3', confidence: 10 });

  test('prefers the verbatim part number to the key, even over an item of higher confidence', () => {
    expect(decideAmong(byPart('Acme', 'ab-12-3'), [dashed, joined])).toEqual({ found: joined });
  });

  test('finds nothing, and names the near part numbers, if several parts share the key and none is verbatim', () => {
    expect(decideAmong(byPart('Acme', 'AB123'), [joined, dashed])).toEqual({
      found: null,
      nearPartNumbers: ['AB-1-23', 'AB-12-3'],
    });
  });

  test('chooses, among items of one part number, the highest confidence, then the lowest id', () => {
    const unsure = recordOf({ id: 'itm_00000004', manufacturer: 'Acme', mpn: 'X1', confidence: null });
    const later = recordOf({ id: 'itm_00000006', manufacturer: 'Acme', mpn: 'x1', confidence: 80.5 });
    const first = recordOf({ id: 'itm_00000005', manufacturer: 'Acme', mpn: 'X1 ', confidence: 80.5 });
    expect(decideAmong(byPart('Acme', 'X-1'), [unsure, later, first])).toEqual({ found: first, records: 3 });
  });
});

describe('decideFind by GTIN', () => {
  test('finds by gtin or upc in any written form, and ignores a stale index row', () => {
    expect(decideAmong(byGtin('4006381333931'), [REGULATOR])).toEqual({ found: REGULATOR });
    const withUpc = recordOf({ upc: '036000291452' });
    expect(decideAmong(byGtin('00036000291452'), [withUpc])).toEqual({ found: withUpc });
    expect(decideAmong(byGtin('96385074'), [REGULATOR])).toEqual({ found: null, nearPartNumbers: [] });
  });
});

describe('the reads before the decision', () => {
  const question = byPart('Acme', 'X-1');
  const item = recordOf({ manufacturer: 'Acme', mpn: 'X1', confidence: 5 });
  const other = recordOf({ id: 'itm_00000002', manufacturer: 'Acme', mpn: 'X1', confidence: 90 });

  test('are one key per part, in order', () => {
    const byBarcode = byGtin('96385074');
    expect(keysFor([question, byBarcode])).toEqual([{ by: 'part', manufacturerKey: 'acme', part: 'X1' }, byBarcode]);
  });

  test('include no item that the index row carries, and only the chosen item otherwise', () => {
    const entries = [item, other].map((identity) => ({ itemId: identity.id, identity, item: identity, large: {} }));
    expect(decideFind(question, entries, new Map(), true, BUILT_IN_MANUFACTURERS)).toEqual({
      found: other,
      records: 2,
    });
    expect(decideFind(question, entries, new Map(), false, BUILT_IN_MANUFACTURERS)).toEqual({ toRead: [other.id] });
    const bare = entries.map((entry) => ({ ...entry, item: undefined, large: {} }));
    expect(decideFind(question, bare, new Map(), true, BUILT_IN_MANUFACTURERS)).toEqual({ toRead: [other.id] });
    expect(decideFind(question, bare, new Map([[other.id, undefined]]), true, BUILT_IN_MANUFACTURERS)).toEqual({
      toRead: [item.id],
    });
  });
});

describe.skipIf(!realPartsAvailable)('decideFind over real parts', () => {
  test('finds every part by its manufacturer and part number as written, and never another one', () => {
    const fileUnder = (part: ItemRecord) => `${toManufacturerKey(part.manufacturer ?? '')}#${partKey(part.mpn ?? '')}`;
    const partsByKey = new Map<string, ItemRecord[]>();
    for (const part of realParts()) partsByKey.set(fileUnder(part), [...(partsByKey.get(fileUnder(part)) ?? []), part]);
    for (const part of [...partsByKey.values()].flat()) {
      const question = byPart(part.manufacturer ?? '', ` ${part.mpn?.toLowerCase()} `);
      expect(decideAmong(question, partsByKey.get(fileUnder(part)) ?? [])).toMatchObject({ found: { mpn: part.mpn } });
    }
  });
});
