import { describe, expect, test } from 'vitest';
import { readDistributorNumber } from '../../../../core/index/part-keys/distributor-numbers.ts';
import { matchRows } from '../../../../core/catalogs/import/match-rows.ts';
import { MissExplainer } from '../../../../core/catalogs/import/explain-misses.ts';
import type { NamedRow } from '../../../../core/catalogs/files/named-row.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import type { ItemIndex } from '../../../../core/index/items/item-index.ts';
import { gtinsOf } from '../../../../core/index/items/item-identity.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';

const RELAY = recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', gtin: '04006381333931' });
const LONG = recordOf({ id: 'itm_Long0001', manufacturer: 'Norvane', mpn: 'FT232RL' });
const OTHER = recordOf({ id: 'itm_Other001', manufacturer: 'Kestrel', mpn: 'K-7', gtin: '00036000291452' });

/**
 * An index of these items that reads every key row whole; near part numbers are those that begin with the requested
 * one.
 */
function indexOf(items: readonly ItemRecord[]): ItemIndex {
  const entryOf = (item: ItemRecord) => ({ itemId: item.id, identity: item, item, large: {} });
  const index = {
    manufacturers: async () => BUILT_IN_MANUFACTURERS,
    readKeys: async (keys: Parameters<ItemIndex['readKeys']>[0]) =>
      keys.map((key) =>
        items
          .filter((item) =>
            key.by === 'gtin' ? gtinsOf(item).includes(key.gtin) : partKey(item.mpn ?? '') === key.part,
          )
          .map(entryOf),
      ),
    readItems: async (ids: readonly string[]) =>
      new Map(items.filter(({ id }) => ids.includes(id)).map((item) => [item.id, item])),
    readNumbersAlike: async (number: string) =>
      items
        .filter(({ mpn }) => partKey(mpn ?? '').startsWith(partKey(number)))
        .map(({ mpn, manufacturer, brand }) => ({ number: mpn ?? '', manufacturer, brand })),
  };
  return index;
}

const index = indexOf([RELAY, LONG, OTHER]);
const row = (cells: Partial<NamedRow>): NamedRow => ({
  itemNumber: null,
  supplier: null,
  partNumber: null,
  gtin: null,
  ...cells,
});
const match = async (cells: Partial<NamedRow>) =>
  (await new MissExplainer(index).explain(await matchRows(index, [row(cells)])))[0];

const relay = { supplier: 'norvane', partNumber: 'r100' };

describe('a matched row', () => {
  test.each([
    ['by its GTIN only', { gtin: '4006381333931' }, 'barcode'],
    [
      'by manufacturer and part number as the index has them',
      { supplier: 'NORVANE Ltd.', partNumber: ' r-100 ' },
      'exact',
    ],
    ['by manufacturer and part number written differently', relay, 'other_spelling'],
    ['by both', { ...relay, gtin: '4006381333931' }, 'barcode'],
    ['by manufacturer and part number, if the GTIN is unknown', { ...relay, gtin: '4012345678901' }, 'other_spelling'],
    [
      'by its GTIN, if only the manufacturer is written differently',
      { supplier: 'Norvn', partNumber: 'R-100', gtin: '4006381333931' },
      'barcode',
    ],
  ])('is found %s', async (_name, cells, by) => {
    expect(await match(cells)).toMatchObject({ kind: 'found', by, item: { id: 'itm_Relay001' } });
  });
});

describe('a row that is not matched', () => {
  test.each([
    ['another known part', { ...relay, gtin: '036000291452' }],
    ['another unknown part number', { supplier: 'Norvane', partNumber: 'Z-9', gtin: '036000291452' }],
  ])('is contradictory if its GTIN belongs to %s and both parts are named', async (_name, cells) => {
    const missing = await match(cells);
    expect(missing).toMatchObject({
      kind: 'missing',
      why: { kind: 'barcode_contradicts' },
    });
    expect(missing).toMatchObject({
      candidates: expect.arrayContaining([{ manufacturer: 'Kestrel', partNumber: 'K-7' }]),
    });
  });

  test('lists part numbers that begin alike', async () => {
    expect(await match({ supplier: 'Norvane', partNumber: 'FT232' })).toMatchObject({
      kind: 'missing',
      why: { kind: 'begins_alike' },
      candidates: [{ manufacturer: 'Norvane', partNumber: 'FT232RL' }],
    });
  });

  test('names another manufacturer’s part number, even without a manufacturer', async () => {
    expect(await match({ supplier: 'Norvane', partNumber: 'k7' })).toMatchObject({
      why: { kind: 'other_manufacturer' },
      candidates: [{ manufacturer: 'Kestrel', partNumber: 'k7' }],
    });
    expect(await match({ partNumber: 'k7' })).toMatchObject({
      kind: 'names_no_part',
      candidates: [{ manufacturer: 'Kestrel', partNumber: 'K-7' }],
    });
  });

  test('is explained with few concurrent reads, one for each part', async () => {
    let [under, most, reads] = [0, 0, 0];
    const counting: ItemIndex = {
      ...index,
      readNumbersAlike: async (number, reach) => {
        reads += 1;
        most = Math.max(most, (under += 1));
        await new Promise((resolve) => setTimeout(resolve, 1));
        under -= 1;
        return index.readNumbersAlike(number, reach);
      },
    };
    const rows = Array.from({ length: 300 }, (_, at) => row({ supplier: 'Norvane', partNumber: `U-${at % 100}` }));
    const explainer = new MissExplainer(counting);
    const groups = [rows.slice(0, 150), rows.slice(150)];
    await Promise.all(groups.map(async (group) => explainer.explain(await matchRows(counting, group))));
    expect({ most, reads }).toEqual({ most: 8, reads: 100 });
  });

  test('recognizes a distributor’s order number and lists the manufacturer’s part number in it as a candidate', async () => {
    const why = (distributor: string) => ({ kind: 'distributor_number', distributor });
    const order = await match({ supplier: 'Norvane', partNumber: '296-1411-5-ND' });
    expect(order).toMatchObject({ why: why('Digi-Key'), candidates: [] });
    const candidates = [{ manufacturer: 'Norvane', partNumber: 'FT232RL' }];
    expect(await match({ supplier: 'Norvane', partNumber: '895-FT232RL' })).toMatchObject({
      why: why('Mouser'),
      candidates,
    });
    expect(await match({ supplier: 'Norvane', partNumber: 'FT232CT-ND' })).toMatchObject({
      why: why('Digi-Key'),
      candidates,
    });
    const distributors = ['C25804', '511-LM317T', '123-4567', '9509712', 'LM317', 'R-100'];
    expect(distributors.map((number) => readDistributorNumber(number)?.distributor)).toEqual([
      'LCSC',
      'Mouser',
      'RS',
      'Farnell',
      undefined,
      undefined,
    ]);
  });

  test('gets a reason if it names no part', async () => {
    expect(await match({})).toEqual({ kind: 'blank' });
    expect(await match({ supplier: 'Norvane' })).toMatchObject({
      kind: 'names_no_part',
      reason: expect.stringContaining('part_number is missing'),
    });
    expect(await match({ gtin: '4006381333932' })).toMatchObject({
      kind: 'names_no_part',
      reason: expect.stringContaining('wrong check digit'),
    });
  });
});
