/**
 * The shape of a record as tools return it. Everything but `id` may be absent (not selected) or null (not known), and
 * later fields must not fail clients that cached the list: so the objects are loose.
 */
import * as z from 'zod';

export function itemOutput() {
  const text = z.string().nullish();
  const number = z.number().nullish();
  return z.looseObject({
    id: z.string(),
    manufacturer: text,
    brand: text,
    mpn: text,
    gtin: text,
    upc: text,
    unspsc_code: text,
    hs_code: text,
    title: text,
    description: text,
    category: text,
    country_of_origin: text,
    uom: text,
    pack_quantity: number,
    weight: z.looseObject({ value: number, unit: text }).nullish(),
    dimensions: z.looseObject({ length: number, width: number, height: number, unit: text }).nullish(),
    warranty: text,
    image_url: text,
    confidence: number,
    last_verified: text,
    updated_at: text,
    attributes: z.looseObject({}).nullish(),
    media: z.array(z.looseObject({ type: z.string(), url: z.string() })).nullish(),
    keywords: z.array(z.string()).nullish(),
    sources: z.array(z.looseObject({ url: z.string() })).nullish(),
    section_confidence: z.looseObject({}).nullish(),
  });
}

/** For the tools whose list entry does not repeat the whole shape (docs/wire.md 6). */
export function itemReferenceOutput() {
  return z.looseObject({ id: z.string() });
}
