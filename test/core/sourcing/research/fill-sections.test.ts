import { describe, expect, test } from 'vitest';
import {
  fillSections,
  hasEmptySections,
  type ProviderRecord,
} from '../../../../core/sourcing/research/fill-sections.ts';
import { readResearchedRecord } from '../../../../core/sourcing/research/researched-record.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { toManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import { partKey } from '../../../../core/index/part-keys/part-number.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const ASKED = { manufacturer: 'Norvane', partNumber: 'NV-1', description: null };
const QUESTION = {
  by: 'part',
  manufacturerKey: toManufacturerKey('Norvane'),
  part: partKey('NV-1'),
  verbatim: 'NV-1',
} as const;
const IDENTITY = {
  id: 'itm_00000001',
  part: { ...QUESTION, manufacturer: 'Norvane' },
  asked: ASKED,
  hasNeighbors: false,
  manufacturers: BUILT_IN_MANUFACTURERS,
};
type Untrusted = Readonly<Record<string, unknown>>;

const stored = (untrusted: Untrusted) => valueOf(readResearchedRecord(untrusted, IDENTITY, NOW_MS));
const provided = (untrusted: Untrusted): ProviderRecord => ({ untrusted, usable: stored(untrusted) });
const fill = (base: Untrusted, other: Untrusted) => fillSections(provided(base), provided(other));

/** Every field that describes the part. */
const OF_THE_PART = {
  gtin: '00012345678905',
  upc: '012345678905',
  unspsc_code: '32101600',
  hs_code: '8542.39',
  title: 'A regulator',
  description: 'Long words',
  category: 'Regulators',
  country_of_origin: 'DE',
  uom: 'EA',
  pack_quantity: 10,
  weight: { value: 1, unit: 'g' },
  dimensions: { length: 1, width: 2, height: 3, unit: 'mm' },
  warranty: 'Two years',
  image_url: 'https://b.example/image.jpg',
  attributes: { physical: { pins: 3 } },
  media: [{ type: 'image', url: 'https://b.example/a.jpg' }],
  keywords: ['ldo'],
};
const OF_THE_RECORD = {
  manufacturer: 'Norvane Corp',
  brand: 'Other brand',
  mpn: 'NV1',
  last_verified: '2026-01-01',
  updated_at: '2026-01-01T00:00:00Z',
};

describe('a second provider', () => {
  test('fills every empty field of the part, but none that identifies it', () => {
    const { untrusted, usable } = fill({ pack_quantity: 1 }, { ...OF_THE_PART, ...OF_THE_RECORD, pack_quantity: 10 });
    expect(untrusted).toEqual({ ...OF_THE_PART, pack_quantity: 1, sources: null, section_confidence: null });
    // The next provider treats it as filled.
    expect(usable).toMatchObject({ ...OF_THE_PART, pack_quantity: 1, manufacturer: 'Norvane', brand: null });
  });

  test.each(Object.keys(OF_THE_PART))('never overwrites %s', (field) => {
    const base = provided({ ...OF_THE_PART, manufacturer: 'Norvane' });
    const other = provided({ [field]: (OF_THE_PART as Untrusted)[field], ...OF_THE_RECORD });
    expect(fillSections(base, other)).toBe(base);
  });

  test('fills a field that the first provider wrote in an unusable form', () => {
    expect(fill({ title: 'A', gtin: '12' }, { gtin: '00012345678905' })).toMatchObject({
      untrusted: { title: 'A', gtin: '00012345678905' },
      usable: { gtin: '00012345678905' },
    });
  });

  test('fills no field with an unusable value', () => {
    const base = provided({ title: 'A' });
    expect(fillSections(base, provided({ gtin: '12', description: '' }))).toBe(base);
  });

  test('without sources and confidence leaves no note in the item that they were unusable', () => {
    const item = stored(fill({ title: 'A' }, { description: 'B' }).untrusted);
    expect(item).toMatchObject({ title: 'A', description: 'B', sources: [], section_confidence: null });
  });
});

describe('the sources of the filled fields', () => {
  const BASE = { title: 'A', sources: [{ url: 'https://a.example/', sections: ['title', 'description'] }] };
  const sourcesAfter = (other: Untrusted, base: Untrusted = BASE) => fill(base, other).untrusted['sources'];

  test('follow the sources of the first item, each limited to the fields that it is the source of here', () => {
    const both = { url: 'https://b.example/1', name: 'B', sections: ['title', 'description', 7] };
    const another = { url: 'https://b.example/2', sections: ['title'] };
    const ofNothing = { url: 'https://b.example/3', sections: [] };
    const sources = [both, another, ofNothing, 'https://b.example/4', null];
    expect(sourcesAfter({ title: 'B', description: 'B', sources })).toEqual([
      ...BASE.sources,
      { ...both, sections: ['description'] },
    ]);
  });

  test('that name no sections apply to all filled fields', () => {
    const sources = [{ url: 'https://b.example/1' }, { url: 'https://b.example/2', sections: 'description' }];
    expect(sourcesAfter({ description: 'B', gtin: '00012345678905', sources })).toEqual([
      ...BASE.sources,
      { url: 'https://b.example/1', sections: ['gtin', 'description'] },
      { url: 'https://b.example/2', sections: ['gtin', 'description'] },
    ]);
  });

  test('of single attributes are added with the attributes only', () => {
    const ofAttributes = { url: 'https://b.example/1', sections: ['attributes.physical', 'physical', 'title'] };
    const attributes = { physical: { pins: 3 } };
    const other = { title: 'B', description: 'B', sources: [ofAttributes] };
    expect(sourcesAfter({ ...other, attributes })).toEqual([
      ...BASE.sources,
      { ...ofAttributes, sections: ['attributes.physical', 'physical'] },
    ]);
    expect(sourcesAfter({ ...other, attributes }, { ...BASE, attributes: { electrical: {} } })).toEqual(BASE.sources);
  });

  test('replace the first item’s sources if these are not a valid list', () => {
    const sources = [{ url: 'https://b.example/', sections: ['description'] }];
    for (const base of [{ title: 'A' }, { title: 'A', sources: 'text' }])
      expect(sourcesAfter({ description: 'B', sources }, base)).toEqual(sources);
  });

  test('are ignored if they are not lists', () =>
    expect(sourcesAfter({ description: 'B', sources: 'text' })).toEqual(BASE.sources));
});

describe('the confidence of the filled fields', () => {
  const confidencesAfter = (base: Untrusted, other: Untrusted) => fill(base, other).untrusted['section_confidence'];
  const BASE = { title: 'A', confidence: 90 };

  test('is that of their provider, or of its item; its confidence in other fields is ignored', () => {
    const other = { title: 'B', description: 'B', category: 'B', confidence: 40 };
    const said = { title: 99, description: 30 };
    expect(confidencesAfter(BASE, { ...other, section_confidence: said })).toEqual({ description: 30, category: 40 });
    expect(confidencesAfter(BASE, { ...other, confidence: null, section_confidence: said })).toEqual({
      description: 30,
    });
  });

  test('joins the first provider’s for its fields, and precedes what that says of a field it left empty', () => {
    const base = { ...BASE, section_confidence: { title: 80, description: 99, physical: 99 } };
    const other = { description: 'B', attributes: { physical: { pins: 3 } }, confidence: 0 };
    expect(confidencesAfter(base, { ...other, section_confidence: { description: 30 } })).toEqual({
      title: 80,
      description: 30,
      attributes: 0,
    });
  });

  test('of single attributes is kept, and is not raised to that of the whole item', () => {
    const attributes = { physical: { pins: 3 }, electrical: { volts: 5 } };
    const said = { attributes: 30, 'attributes.physical': 10, title: 20 };
    expect(confidencesAfter(BASE, { attributes, confidence: 95, section_confidence: said })).toEqual({
      attributes: 30,
      'attributes.physical': 10,
    });
  });

  test('of single attributes is dropped if the attributes are', () => {
    const base = { ...BASE, attributes: { electrical: { volts: 5 } }, section_confidence: { electrical: 70 } };
    const other = { description: 'B', attributes: { physical: { pins: 3 } }, section_confidence: { physical: 10 } };
    expect(confidencesAfter(base, other)).toEqual({ electrical: 70 });
  });
});

describe('another provider', () => {
  const { gtin, title, description, category, attributes, media, weight } = OF_THE_PART;
  const WORTH_HAVING = { gtin, title, description, category, attributes, media, weight };

  test.each(Object.keys(WORTH_HAVING))('is asked if a valuable field is empty: %s', (field) =>
    expect(hasEmptySections(provided({ ...WORTH_HAVING, [field]: null }))).toBe(true),
  );

  test('is not asked for the other fields', () => expect(hasEmptySections(provided(WORTH_HAVING))).toBe(false));
});
