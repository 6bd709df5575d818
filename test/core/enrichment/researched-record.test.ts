import { describe, expect, it } from 'vitest';
import { readResearchedRecord } from '../../../functions/core/enrichment/researched-record.ts';
import { itemRecordSchema } from '../../../functions/core/products/item-record.ts';
import { BUILT_IN_MAKERS } from '../../../functions/core/products/makers/built-in-makers.ts';
import { makerKey } from '../../../functions/core/products/manufacturer-name.ts';
import { partKey } from '../../../functions/core/products/part-number.ts';
import { valueOf } from '../../support/accounts.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const ASKED = { manufacturer: 'Norvane GmbH', partNumber: 'NV-7805', description: null };
const IDENTITY = {
  id: 'itm_00000001',
  question: {
    by: 'part',
    manufacturer: 'Norvane GmbH',
    maker: makerKey('Norvane GmbH'),
    part: partKey('NV-7805'),
    verbatim: 'NV-7805',
  },
  asked: ASKED,
  hasNeighbours: false,
  makers: BUILT_IN_MAKERS,
} as const;

const read = (record: unknown) => valueOf(readResearchedRecord(record, IDENTITY, NOW_MS));

describe('a researched record', () => {
  it('without anything in it is the part that was asked for, checked today', () => {
    expect(read({})).toMatchObject({
      id: 'itm_00000001',
      manufacturer: 'Norvane GmbH',
      mpn: 'NV-7805',
      last_verified: '2026-11-18',
      updated_at: '2026-11-18T12:00:00.000Z',
      sources: [],
    });
  });

  it.each([
    ['gtin', '4006381333932'],
    ['gtin', 42],
    ['upc', '12'],
    ['unspsc_code', '3210'],
    ['hs_code', 'x'],
    ['confidence', 101],
    ['confidence', '90'],
    ['pack_quantity', -1],
    ['weight', { value: 'heavy' }],
    ['dimensions', []],
    ['image_url', 'javascript:alert(1)'],
    ['image_url', 'https://user:secret@images.example/a.png'],
    ['media', [{ type: 'page', url: 'https://a.example/' }]],
    ['sources', 'the internet'],
    ['attributes', 'none'],
    ['section_confidence', { media: 'high' }],
  ])('whose %s cannot be used (%j) is stored without it, and says so among its sources', (field, value) => {
    const record = read({ [field]: value, title: 'A regulator' });
    expect(record).toMatchObject({ title: 'A regulator', ...(field === 'sources' ? {} : { [field]: null }) });
    expect(record.sources).toEqual([
      {
        url: 'urn:product-data:research',
        name: 'Research',
        retrieved_at: '2026-11-18T12:00:00.000Z',
        note: `Left out because it could not be used: ${field}.`,
      },
    ]);
  });

  it('keeps what is right: barcodes in 14 digits, sources, confidences', () => {
    const record = read({
      gtin: '4006381333931',
      upc: '0 36000 29145 2',
      confidence: 87,
      sources: [{ url: 'https://norvane.example/a.pdf', name: 'Datasheet', sections: ['attributes'] }],
      section_confidence: { attributes: 60 },
      attributes: { specifications: { pins: 3 } },
    });
    expect(record).toMatchObject({ gtin: '04006381333931', upc: '036000291452', confidence: 87 });
    expect(record.sources).toEqual([
      { url: 'https://norvane.example/a.pdf', name: 'Datasheet', sections: ['attributes'] },
    ]);
    expect(record.section_confidence).toEqual({ attributes: 60 });
    expect(itemRecordSchema.safeParse(record).success).toBe(true);
  });

  it('is cleaned of what hides in text, and cut', () => {
    const record = read({ title: `A\u0000\u202E part\n${'x'.repeat(9000)}`, description: '\ud800 lone' });
    expect(record.title).toMatch(/^A part x+$/);
    expect(record.title).toHaveLength(250);
    expect(record.description).toBe('\ufffd lone');
  });

  it('never carries a key that changes objects, nor nesting without end', () => {
    const nested = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown;
    const record = read(JSON.parse(`{"attributes":{"__proto__":{"x":1},"ok":true}}`));
    expect(Object.keys(record.attributes ?? {})).toEqual(['ok']);
    expect(JSON.stringify(read({ attributes: { nested } }).attributes).length).toBeLessThan(200);
  });

  it('that is too large gives up keywords, attributes and media, not its identity', () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`k${index}`, { text: 'x'.repeat(9000) }]),
    );
    expect(read({ title: 'A regulator', attributes })).toMatchObject({ title: 'A regulator', attributes: null });
  });

  it.each([
    ['another number', { mpn: 'NV-7806' }],
    ['another maker', { manufacturer: 'Somebody Else' }],
  ])('of %s is of another part', (_, record) => {
    expect(readResearchedRecord(record, IDENTITY, NOW_MS)).toMatchObject({ reason: { kind: 'another_part' } });
  });

  it('may name the maker differently when the brand is the one that was asked for', () => {
    expect(read({ manufacturer: 'Holding AG', brand: 'NORVANE' })).toMatchObject({ manufacturer: 'Holding AG' });
  });

  it('beside parts that are written alike must have the very number that was asked for', () => {
    const beside = { ...IDENTITY, hasNeighbours: true };
    expect(readResearchedRecord({ mpn: 'NV7805' }, beside, NOW_MS).ok).toBe(false);
    expect(readResearchedRecord({ mpn: 'nv-7805' }, beside, NOW_MS).ok).toBe(true);
  });

  it.each([null, [], 'text', 7])('%j is none', (value) => {
    expect(readResearchedRecord(value, IDENTITY, NOW_MS)).toMatchObject({ reason: { kind: 'not_an_object' } });
  });
});
