import { describe, expect, test } from 'vitest';
import { ITEM_FIELDS } from '../../../../core/index/items/item-fields.ts';
import { selectFields, showItem } from '../../../../core/index/items/item-selection.ts';
import { recordOf, REGULATOR } from '../../../support/fixtures/item-records.ts';

const HEAVY = ['attributes', 'media', 'keywords', 'sources', 'section_confidence'];

describe('selectFields', () => {
  test('shows everything except the facts by section and their confidence by default', () => {
    const { fields, sections } = selectFields({ defaults: 'lookup' });
    expect(fields).toEqual(ITEM_FIELDS.filter((field) => !HEAVY.includes(field)));
    expect(sections).toEqual([]);
  });

  test('shows for get_item everything but sources and confidences, which include_sources adds', () => {
    const plain = selectFields({ defaults: 'get_item' });
    expect(ITEM_FIELDS.filter((field) => !plain.fields.includes(field))).toEqual(['sources', 'section_confidence']);
    expect(plain.sections).toEqual(['attributes', 'media', 'keywords']);
    expect(selectFields({ defaults: 'get_item', includeSources: true }).fields).toEqual(ITEM_FIELDS);
  });

  test('restricts by fields and adds by include, each field once in the order of the item', () => {
    const chosen = selectFields({ defaults: 'lookup', fields: ['media', 'title'], include: ['keywords', 'media'] });
    expect(chosen).toMatchObject({ fields: ['title', 'media', 'keywords'], sections: ['media', 'keywords'] });
    expect(selectFields({ defaults: 'lookup', fields: [] })).toMatchObject({ fields: [], sections: [] });
  });
});

describe('showItem', () => {
  const everything = selectFields({ defaults: 'get_item', includeSources: true });

  test('starts with the id, then the fields in their order, with null for missing values', () => {
    const shown = showItem(recordOf({ title: 'T' }), selectFields({ defaults: 'lookup', fields: ['uom', 'title'] }));
    expect(JSON.stringify(shown)).toBe('{"id":"itm_00000001","title":"T","uom":null}');
    expect(Object.keys(showItem(REGULATOR, everything))).toEqual(['id', ...ITEM_FIELDS]);
  });

  test('omits every section and every part of attributes below the minimum confidence', () => {
    const shown = showItem(REGULATOR, everything, 60);
    expect(shown).not.toHaveProperty('media');
    expect(shown.attributes).toEqual({ specifications: { pins: 3 }, long_description: 'A regulator.' });
    expect(shown).toMatchObject({ keywords: REGULATOR.keywords, sources: REGULATOR.sources });
  });

  test('uses the item’s confidence for a section without one, and 0 for an unknown one', () => {
    const shown = showItem(REGULATOR, everything, 71);
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['attributes']));
    expect(shown).not.toHaveProperty('sources');
    expect(shown.keywords).toEqual(REGULATOR.keywords);
    const unknown = recordOf({ keywords: ['a'] });
    expect(showItem(unknown, everything, 1)).not.toHaveProperty('keywords');
    expect(showItem(unknown, everything, 0)).toHaveProperty('keywords');
  });

  test('keeps confident parts of attributes of an uncertain item, unless attributes itself is uncertain', () => {
    const parts = { attributes: { specifications: { pins: 3 }, physical: {} }, confidence: 50 };
    const item = recordOf({ ...parts, section_confidence: { 'attributes.specifications': 90 } });
    expect(showItem(item, everything, 80).attributes).toEqual({ specifications: { pins: 3 } });
    const unsure = recordOf({ ...parts, section_confidence: { attributes: 60, specifications: 90 } });
    expect(showItem(unsure, everything, 80)).not.toHaveProperty('attributes');
  });

  test('keeps the identity at any confidence, and drops any other field whose own confidence is too low', () => {
    const item = recordOf({ ...REGULATOR, confidence: 0, section_confidence: { mpn: 1, weight: 1 } });
    const shown = showItem(item, everything, 100);
    expect(shown).toMatchObject({ mpn: REGULATOR.mpn, gtin: REGULATOR.gtin, title: REGULATOR.title, upc: null });
    expect(shown).not.toHaveProperty('weight');
  });

  test('keeps null for a selected section without a value', () => {
    expect(showItem(recordOf({}), everything, 100)).toMatchObject({ media: null, attributes: null });
  });
});
