/**
 * Facts that providers state about a part's lifecycle, replacements and substances, as stored in the item after the
 * checks.
 */
import { describe, expect, test } from 'vitest';
import { icecatRecord } from '../../../adapters/research/icecat-record.ts';
import { productOnPage } from '../../../adapters/research/json-ld-product.ts';
import { readFacts } from '../../../core/sourcing/item-import/read-facts.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { valueOf } from '../../support/fixtures/value-of.ts';

function factsOf(record: JsonObject | undefined) {
  const attributes = record?.['attributes'];
  if (!isJsonObject(attributes)) throw new Error('The record has no attributes.');
  const { specifications: _, ...facts } = valueOf(readFacts(attributes));
  return facts;
}

describe('a manufacturer’s page', () => {
  const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value });
  const page = { url: 'https://norvane.example/nv-1', manufacturer: 'Norvane', storing: 'facts', nowMs: 0 } as const;
  const read = (product: object) => {
    const found = productOnPage(
      [{ '@type': 'Product', mpn: 'NV-1', ...product }],
      { partNumber: 'NV-1', gtin: undefined },
      page,
    );
    return found.kind === 'found' ? factsOf(found.record) : undefined;
  };

  test('states its facts as properties, in any of the four languages', () => {
    const additionalProperty = [
      property('Lifecycle Status', 'Not recommended for new designs'),
      property('Letzte Bestellung', '31.03.2027'),
      property('RoHS', 'Compliant'),
      property('Voltage', '5 V'),
    ];
    expect(read({ additionalProperty })).toEqual({
      lifecycle: { status: 'nrnd', as_stated: 'Not recommended for new designs', last_buy: '2027-03-31' },
      compliance_safety: { rohs: 'compliant' },
    });
  });

  test('names the replacements of the part: its newer variant, and functionally similar products', () => {
    const predecessorOf = { '@type': 'ProductModel', mpn: 'NV-2', manufacturer: { name: 'Norvane' } };
    const isSimilarTo = [
      { '@type': 'Product', mpn: 'Q-9', brand: { name: 'Quilton' }, url: 'https://quilton.example/q-9' },
      { name: 'no number' },
    ];
    expect(read({ predecessorOf, isSimilarTo })).toEqual({
      replacements: [
        { manufacturer: 'Norvane', mpn: 'NV-2', grade: 'suggested', stated_by: 'manufacturer' },
        {
          manufacturer: 'Quilton',
          mpn: 'Q-9',
          grade: 'functional',
          stated_by: 'manufacturer',
          url: 'https://quilton.example/q-9',
        },
      ],
    });
  });

  test('has no facts if it states none', () => {
    expect(read({ additionalProperty: [property('Voltage', '5 V')] })).toEqual({});
  });
});

test('a data sheet of Icecat states its facts as features', () => {
  const feature = (name: string, Value: string) => ({
    Feature: { Name: { Value: name } },
    Value,
    PresentationValue: Value,
  });
  const sheet = {
    GeneralInfo: { Brand: 'Norvane', BrandPartCode: 'NV-1' },
    FeaturesGroups: [
      {
        FeatureGroup: { Name: { Value: 'Sustainability' } },
        Features: [feature('RoHS compliance', 'Yes'), feature('Weight', '2 g')],
      },
      { FeatureGroup: { Name: { Value: 'Logistics' } }, Features: [feature('Product status', 'Discontinued')] },
    ],
  };
  expect(factsOf(icecatRecord(sheet, 'facts', undefined, 0))).toEqual({
    compliance_safety: { rohs: 'compliant' },
    lifecycle: { status: 'obsolete', as_stated: 'Discontinued' },
  });
});
