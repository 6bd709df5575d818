import { describe, expect, test } from 'vitest';
import {
  OF_THE_RECORD_ITSELF,
  readResearchedRecord,
  addsNothing,
} from '../../../../core/sourcing/research/researched-record.ts';
import { itemRecordSchema } from '../../../../core/index/items/item-record.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const ASKED = { manufacturer: 'Norvane GmbH', partNumber: 'NV-7805', description: null };
const IDENTITY = {
  id: 'itm_00000001',
  part: {
    by: 'part',
    manufacturer: 'Norvane GmbH',
    manufacturerKey: toManufacturerKey('Norvane GmbH'),
    part: partKey('NV-7805'),
    verbatim: 'NV-7805',
  },
  asked: ASKED,
  hasNeighbors: false,
  manufacturers: BUILT_IN_MANUFACTURERS,
} as const;

const read = (record: unknown) => valueOf(readResearchedRecord(record, IDENTITY, NOW_MS));

describe('a researched item', () => {
  test('without any content is the requested part, checked today', () => {
    expect(read({})).toMatchObject({
      id: 'itm_00000001',
      manufacturer: 'Norvane GmbH',
      mpn: 'NV-7805',
      last_verified: '2026-11-18',
      updated_at: '2026-11-18T12:00:00.000Z',
      sources: [],
    });
  });

  test.each([
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
  ])('with an unusable %s (%j) is stored without it, and says so among its sources', (field, value) => {
    const item = read({ [field]: value, title: 'A regulator' });
    expect(item).toMatchObject({ title: 'A regulator', ...(field === 'sources' ? {} : { [field]: null }) });
    expect(item.sources).toEqual([
      {
        url: 'urn:product-data:research',
        name: 'Research',
        retrieved_at: '2026-11-18T12:00:00.000Z',
        note: `Left out because it could not be used: ${field}.`,
      },
    ]);
  });

  test('keeps the valid fields: GTINs in 14 digits, sources, confidences', () => {
    const item = read({
      gtin: '4006381333931',
      upc: '0 36000 29145 2',
      confidence: 87,
      sources: [{ url: 'https://norvane.example/a.pdf', name: 'Datasheet', sections: ['attributes'] }],
      section_confidence: { attributes: 60 },
      attributes: { specifications: { pins: 3 } },
    });
    expect(item).toMatchObject({ gtin: '04006381333931', upc: '036000291452', confidence: 87 });
    expect(item.sources).toEqual([
      { url: 'https://norvane.example/a.pdf', name: 'Datasheet', sections: ['attributes'] },
    ]);
    expect(item.section_confidence).toEqual({ attributes: 60 });
    expect(itemRecordSchema.safeParse(item).success).toBe(true);
  });

  test('keeps only the usable parts of its sources, without empty members', () => {
    const url = 'https://norvane.example/a.pdf';
    const sources = [null, 'x', { url: 'ftp://a' }, { url, name: ' ', sections: [] }, { url, retrieved_at: '2026' }];
    expect(read({ sources }).sources).toStrictEqual([{ url }, { url, retrieved_at: '2026' }]);
    const media = [null, { type: 'image', url, title: 7 }];
    expect(read({ media }).media).toStrictEqual([{ type: 'image', url }]);
  });

  test.each([
    ['2026-11-18', '2026-11-18'],
    ['2024-02-29', '2024-02-29'],
    ['2026-11-19', '2026-11-18'],
    ['2026-02-29', '2026-11-18'],
    ['2025', '2026-11-18'],
    ['+012025-01-01', '2026-11-18'],
    ['2025-01-01T00:00:00Z', '2026-11-18'],
    [['2025-01-01'], '2026-11-18'],
  ])('checked on %j gets the date %s: a day that is not in the future', (last_verified, day) => {
    expect(read({ last_verified }).last_verified).toBe(day);
  });

  test('accepts a GTIN of up to 40 characters, including spaces', () => {
    const gtin = `4006381333931${' '.repeat(27)}`;
    expect(read({ gtin }).gtin).toBe('04006381333931');
    expect(read({ gtin: `${gtin} ` }).gtin).toBeNull();
  });

  test('is truncated and cleaned of invisible characters', () => {
    const item = read({ title: `A\u0000\u202E part\n${'x'.repeat(9000)}`, description: '\ud800 lone' });
    expect(item.title).toMatch(/^A part x+$/);
    expect(item.title).toHaveLength(250);
    expect(item.description).toBe('\ufffd lone');
  });

  test('contains no key that changes objects, and no unlimited nesting', () => {
    const nested = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown;
    const item = read(JSON.parse(`{"attributes":{"__proto__":{"x":1},"ok":true}}`));
    expect(Object.keys(item.attributes ?? {})).toEqual(['ok']);
    expect(JSON.stringify(read({ attributes: { nested } }).attributes).length).toBeLessThan(200);
  });

  test.each([
    ['another number', { mpn: 'NV-7806' }],
    ['another manufacturer', { manufacturer: 'Somebody Else' }],
  ])('of %s belongs to another part', (_, record) => {
    expect(readResearchedRecord(record, IDENTITY, NOW_MS)).toMatchObject({ reason: { kind: 'another_part' } });
  });

  test('may name the manufacturer differently if the brand is the requested one', () => {
    expect(read({ manufacturer: 'Holding AG', brand: 'NORVANE' })).toMatchObject({ manufacturer: 'Holding AG' });
  });

  test('must have the exact part number if there are similar ones', () => {
    const beside = { ...IDENTITY, hasNeighbors: true };
    expect(readResearchedRecord({ mpn: 'NV7805' }, beside, NOW_MS).ok).toBe(false);
    expect(readResearchedRecord({ mpn: 'nv-7805' }, beside, NOW_MS).ok).toBe(true);
  });

  describe('a field', () => {
    const long = (length: number) => 'x'.repeat(length);
    test.each([
      ['manufacturer', `Norvane ${long(300)}`, 200],
      ['brand', long(300), 200],
      ['title', long(300), 250],
      ['description', long(4100), 4000],
      ['category', long(400), 300],
      ['country_of_origin', long(200), 100],
      ['uom', long(80), 50],
      ['warranty', long(1100), 1000],
    ] as const)('%s is truncated to its maximum length', (field, text, length) => {
      const brand = field === 'manufacturer' ? { brand: 'Norvane' } : {};
      expect(read({ ...brand, [field]: text })[field]).toBe(text.slice(0, length));
    });

    test('mpn is truncated, and so is the requested part number', () => {
      const partNumber = `N${long(200)}`;
      const asked = { ...ASKED, manufacturer: `Norvane ${long(300)}`, partNumber };
      const part = { ...IDENTITY.part, part: partKey(partNumber.slice(0, 120)) };
      const identity = { ...IDENTITY, asked, part };
      for (const sent of [{ mpn: partNumber, brand: 'Norvane' }, { brand: 'Norvane' }]) {
        const item = valueOf(readResearchedRecord(sent, identity, NOW_MS));
        expect([item.mpn, item.manufacturer]).toEqual([partNumber.slice(0, 120), asked.manufacturer.slice(0, 200)]);
      }
    });

    test.each([
      ['gtin', '40063813-33931', '04006381333931'],
      ['upc', '0-36000-29145-2', '036000291452'],
      ['unspsc_code', ' 32101600 ', '32101600'],
      ['hs_code', ' 8542.39 00 ', '8542.39 00'],
      ['hs_code', '8542', '8542'],
      ['hs_code', '1'.repeat(16), '1'.repeat(16)],
      ['pack_quantity', 0, 0],
      ['pack_quantity', 1e15, 1e15],
      ['confidence', 0, 0],
      ['confidence', 100, 100],
      ['weight', { value: 0.5 }, { value: 0.5, unit: null }],
      ['weight', { value: 2, unit: ` g${long(40)}`, other: 1 }, { value: 2, unit: `g${long(19)}` }],
      ['dimensions', { length: 1, width: 'wide', unit: 'mm' }, { length: 1, width: null, height: null, unit: 'mm' }],
      ['dimensions', { width: 2 }, { length: null, width: 2, height: null, unit: null }],
      ['dimensions', { height: 3 }, { length: null, width: null, height: 3, unit: null }],
      ['image_url', 'https://images.example/a.png', 'https://images.example/a.png'],
      ['last_verified', '2026-11-18', '2026-11-18'],
      ['last_verified', '2024-02-29', '2024-02-29'],
      ['attributes', { a: [1] }, { a: [1] }],
      ['keywords', ['relay', 7, ' ', `b${long(80)}`], ['relay', `b${long(59)}`]],
      [
        'section_confidence',
        { media: 0, title: 100, x: 101, '': 5, ['y'.repeat(120)]: 6 },
        { media: 0, title: 100, ['y'.repeat(100)]: 6 },
      ],
    ] as const)('%s of %j becomes %j', (field, sent, kept) => {
      const item = read({ [field]: sent });
      expect(item[field]).toEqual(kept);
      expect(item.sources).toEqual([]);
    });

    test.each([
      ['gtin', `4006381333931${' '.repeat(40)}`],
      ['upc', 36000291452],
      ['unspsc_code', 'x32101600'],
      ['unspsc_code', '321016001'],
      ['hs_code', 8542],
      ['hs_code', '.542'],
      ['hs_code', '854.'],
      ['hs_code', 'x8542'],
      ['hs_code', '8542x'],
      ['hs_code', '854'],
      ['hs_code', '1'.repeat(17)],
      ['title', 7],
      ['title', ' \u200b '],
      ['pack_quantity', 1e15 + 1],
      ['pack_quantity', '4'],
      ['confidence', -1],
      ['weight', 'heavy'],
      ['weight', { value: -1, unit: 'g' }],
      ['dimensions', { unit: 'mm' }],
      ['last_verified', '2026-02-30'],
      ['last_verified', '2026-13-01'],
      ['last_verified', '2026-11-18T00:00'],
      ['last_verified', 'x2026-11-18'],
      ['last_verified', 20261118],
      ['keywords', 'relay'],
      ['keywords', [7]],
      ['media', ['https://a.example/']],
      ['media', [null]],
      ['media', [{ type: 'image', url: 'a.png' }]],
      ['section_confidence', [1]],
      ['section_confidence', {}],
      ['section_confidence', JSON.parse('{"__proto__":5}') as unknown],
      ['section_confidence', { '\u200b': 5 }],
    ] as const)('%s of %j is dropped', (field, sent) => {
      const item = read({ [field]: sent });
      expect(item[field] ?? null).toBe(field === 'last_verified' ? '2026-11-18' : null);
      expect(item.sources?.at(-1)).toMatchObject({ note: expect.stringContaining(`: ${field}.`) as string });
    });

    test.each([null, undefined, ''])('that is %j is missing, which is not an error', (nothing) => {
      expect(read({ title: nothing, gtin: nothing, media: nothing }).sources).toEqual([]);
    });

    test('counts only if the object itself has it, and updated_at is never the provider’s', () => {
      const inherited = Object.create({ title: 'Inherited' }) as Record<string, unknown>;
      expect(read(inherited).title).toBeNull();
      expect(read({ updated_at: '2020-01-01T00:00:00.000Z' })).toMatchObject({
        updated_at: '2026-11-18T12:00:00.000Z',
        sources: [],
      });
    });
  });

  test('is not verified on a future day', () => {
    expect(read({ last_verified: '2026-11-19' }).last_verified).toBe('2026-11-18');
    expect(read({ last_verified: '2026-11-17' }).last_verified).toBe('2026-11-17');
  });

  test('keeps media of the four kinds with a URL, and their known fields', () => {
    const media = ['image', 'spec_sheet', 'document', 'video'].map((type) => ({
      type,
      url: `https://a.example/${type}`,
    }));
    const more = { title: `t${'x'.repeat(300)}`, mime_type: `image/${'x'.repeat(200)}`, other: 'lost' };
    const [first, ...rest] = media;
    expect(read({ media: [{ ...first, ...more }, 'no', ...rest, { ...first, title: 7 }] }).media).toEqual([
      { ...first, title: `t${'x'.repeat(199)}`, mime_type: `image/${'x'.repeat(94)}` },
      ...rest,
      first,
    ]);
  });

  test('keeps the first 40 media, 30 keywords, 30 sources and 100 confidences', () => {
    const many = <T>(count: number, make: (place: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => make(at));
    const medium = (place: number) => ({ type: 'image', url: `https://a.example/${place}` });
    const source = (place: number) => ({ url: `https://a.example/${place}` });
    const item = read({
      media: many(50, medium),
      keywords: many(40, (place) => `word ${place}`),
      sources: many(40, source),
      section_confidence: Object.fromEntries(many(120, (place) => [`s${place}`, place % 100])),
    });
    expect(item.media).toEqual(many(40, medium));
    expect(item.keywords).toEqual(many(30, (place) => `word ${place}`));
    expect(item.sources).toEqual(many(30, source));
    expect(Object.keys(item.section_confidence ?? {})).toEqual(many(100, (place) => `s${place}`));
  });

  test('looks for usable entries only among the first four times as many', () => {
    expect(read({ keywords: [...Array<number>(119).fill(7), 'found'] }).keywords).toEqual(['found']);
    expect(read({ keywords: [...Array<number>(120).fill(7), 'too late'] }).keywords).toBeNull();
  });

  test('keeps sources with a URL and their known fields, and adds the service’s note at the end', () => {
    const sources = [
      {
        url: 'https://a.example/',
        name: `n${'x'.repeat(300)}`,
        retrieved_at: `2${'0'.repeat(50)}`,
        sections: ['title', 7],
      },
      { url: 'no address', name: 'Lost' },
      'lost',
      { url: 'https://b.example/', sections: 'title' },
    ];
    expect(read({ sources, gtin: 'x', hs_code: 'y' }).sources).toEqual([
      {
        url: 'https://a.example/',
        name: `n${'x'.repeat(199)}`,
        retrieved_at: `2${'0'.repeat(39)}`,
        sections: ['title'],
      },
      { url: 'https://b.example/' },
      {
        url: 'urn:product-data:research',
        name: 'Research',
        retrieved_at: '2026-11-18T12:00:00.000Z',
        note: 'Left out because it could not be used: gtin, hs_code.',
      },
    ]);
  });

  describe('that is too large drops', () => {
    const many = <T>(count: number, make: (place: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => make(at));
    const medium = (place: number) => ({ type: 'image', url: `https://a.example/${place}`, title: '😀'.repeat(200) });
    const small = { keywords: ['relay'], attributes: { a: 1 }, media: [medium(0)], title: 'A relay' };
    const manyWords = many(30, (at) => many(10, (place) => `${place}w${at}`).join(' '));
    /** Each two neighbors form a word. */
    const unspaced = many(250, (place) => String.fromCharCode(0x4e00 + place)).join('');
    /** Each character expands to four or five letters of a script without spaces. */
    const squared = many(80, (place) => String.fromCharCode(0x3300 + place)).join('');
    /** The largest value of every field: above 600 kB with attributes, below it without. */
    const long = 'x'.repeat(2000);
    const largest = {
      description: '😀'.repeat(4000),
      warranty: '😀'.repeat(1000),
      media: many(40, (place) => ({ ...medium(place), url: `https://a.example/${long}`, mime_type: '😀'.repeat(100) })),
      section_confidence: Object.fromEntries(many(100, (place) => [`${place}${'😀'.repeat(97)}`, place])),
      sources: many(30, () => ({
        url: `https://a.example/${long}`,
        name: '😀'.repeat(200),
        retrieved_at: '😀'.repeat(40),
        sections: many(25, () => '😀'.repeat(60)),
      })),
    };
    const attributes = Object.fromEntries(many(14, (place) => [`k${place}`, 'x'.repeat(10_000)]));

    test('nothing if it is small enough', () => {
      expect(read(small)).toMatchObject(small);
    });

    test('its keywords first', () => {
      expect(read({ ...small, keywords: manyWords })).toMatchObject({ ...small, keywords: null });
    });

    test('the end of a title that has more words than the index takes', () => {
      const title = unspaced.slice(0, 100);
      expect(read({ ...small, title: unspaced })).toMatchObject({ ...small, keywords: null, title });
    });

    test('the whole title if its first words already have too many terms', () => {
      expect(read({ ...small, title: squared })).toMatchObject({ ...small, keywords: null, title: null });
    });

    test('its attributes if the item is too large to store although it has few words', () => {
      const record = { ...small, ...largest, attributes };
      expect(read(record)).toMatchObject({
        title: 'A relay',
        keywords: ['relay'],
        attributes: null,
        media: largest.media,
      });
      expect(read({ ...record, title: null, keywords: manyWords })).toMatchObject({
        keywords: null,
        attributes: null,
        title: null,
      });
    });

    test('no part of its part number: if that alone is too large, the item is refused', () => {
      const asked = { ...ASKED, partNumber: squared };
      const part = { ...IDENTITY.part, part: partKey(squared) };
      const result = readResearchedRecord(small, { ...IDENTITY, asked, part }, NOW_MS);
      expect(result).toEqual({ ok: false, reason: { kind: 'too_large' } });
    });

    test('attributes only beyond 150 kB, and reports that', () => {
      const tooMany = { ...attributes, k15: 'x'.repeat(10_000) };
      const item = read({ ...small, attributes: tooMany });
      expect(item).toMatchObject({ ...small, attributes: null });
      expect(item.sources?.at(-1)).toMatchObject({ note: expect.stringContaining(': attributes.') as string });
    });
  });

  test.each([null, [], 'text', 7])('cannot be %j', (value) => {
    expect(readResearchedRecord(value, IDENTITY, NOW_MS)).toMatchObject({ reason: { kind: 'not_an_object' } });
  });
});

describe('saysNothing', () => {
  const OF_THE_PART = {
    gtin: '04006381333931',
    upc: '036000291452',
    unspsc_code: '32101600',
    hs_code: '8542.39',
    title: 'A',
    description: 'A',
    category: 'A',
    country_of_origin: 'DE',
    uom: 'EA',
    pack_quantity: 0,
    weight: { value: 1 },
    dimensions: { length: 1 },
    warranty: 'A',
    image_url: 'https://norvane.example/a.jpg',
    attributes: { a: 1 },
    media: [{ type: 'image', url: 'https://norvane.example/a.jpg' }],
    keywords: ['a'],
  };

  test('is true for an item that only identifies the part and describes itself', () => {
    expect(addsNothing(read({}))).toBe(true);
    const itself = {
      ...{ manufacturer: 'Norvane', brand: 'Norvane', mpn: 'nv 7805', confidence: 99, last_verified: '2026-01-01' },
      ...{ sources: [{ url: 'https://norvane.example/' }], section_confidence: { title: 90 } },
    };
    expect(addsNothing(read(itself))).toBe(true);
    expect([...OF_THE_RECORD_ITSELF].sort()).toEqual([...Object.keys(itself), 'updated_at'].sort());
  });

  test.each(Object.entries(OF_THE_PART))('is false for an item with only %s', (field, value) => {
    expect(addsNothing(read({ [field]: value }))).toBe(false);
  });
});
