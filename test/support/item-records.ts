/** Records for tests: one with chosen fields, and a real part with every kind of field filled. */
import { emptyRecord, type ItemRecord } from '../../core/items/item-record.ts';

export function recordOf(fields: Partial<ItemRecord>): ItemRecord {
  return { ...emptyRecord('itm_00000001'), ...fields };
}

/** A record whose sections differ in confidence. */
export const REGULATOR: ItemRecord = recordOf({
  id: 'itm_Reg00001',
  manufacturer: 'Norvane Semiconductor GmbH',
  brand: 'Norvane',
  mpn: 'NV-7805/2.5',
  gtin: '04006381333931',
  title: 'Norvane NV-7805/2.5 low dropout regulator, 2.5 V',
  unspsc_code: '32101600',
  confidence: 70,
  weight: { value: 1.2, unit: 'g' },
  attributes: { specifications: { pins: 3 }, physical: { package: 'TO-220' }, long_description: 'A regulator.' },
  media: [{ type: 'image', url: 'https://images.example/nv7805.png' }],
  keywords: ['ldo', 'regulator'],
  sources: [{ url: 'https://norvane.example/nv7805.pdf', name: 'datasheet' }],
  section_confidence: { media: 40, keywords: 90, physical: 30 },
});
