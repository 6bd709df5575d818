/**
 * The shape of a record as tools return it. Everything but `id` may be absent (not selected) or null (not known), and
 * later fields must not fail clients that cached the list: so the objects are loose.
 */
import * as z from 'zod';
import { LIFECYCLE_STATUSES } from '../items/item-facts.ts';

/** @param attributes the sections of fixed shape, where the tool's list entry has room for them */
export function itemOutput(attributes: z.ZodType = z.looseObject({})) {
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
    attributes: attributes.nullish(),
    media: z.array(z.looseObject({})).nullish(),
    keywords: z.array(z.string()).nullish(),
    sources: z.array(z.looseObject({})).nullish(),
    section_confidence: z.looseObject({}).nullish(),
  });
}

/** The sections of `attributes` that have a fixed shape (items/item-facts.ts), as short as a schema can say them. */
export function factsOutput() {
  return z.looseObject({
    lifecycle: z.looseObject({ status: z.enum(LIFECYCLE_STATUSES).optional() }).optional(),
    replacements: z.array(z.looseObject({ mpn: z.string().optional() })).optional(),
    compliance_safety: z.looseObject({ rohs: z.string().optional() }).optional(),
  });
}

/** For the tools whose list entry does not repeat the whole shape (docs/reference/http.md#tool-schemas). */
export function itemReferenceOutput() {
  return z.looseObject({ id: z.string() });
}
