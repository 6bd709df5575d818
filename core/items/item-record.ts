/**
 * An item record: the shape of docs/reference/behavior.md#item-record, as a type that cannot be wrong.
 * What a call selects of it is decided in item-selection.ts; how it is stored, in the adapter.
 */
import * as z from 'zod';
import { itemIdSchema } from '../identifiers.ts';

const text = z.string().nullable();
const number = z.number().nullable();
const confidenceSchema = z.number().min(0).max(100);

const jsonSchema: z.ZodType<unknown> = z.json();

/** A whole stored item. Every field is present; null means unknown. */
export const itemRecordSchema = z.strictObject({
  id: itemIdSchema,
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
  weight: z.strictObject({ value: number, unit: text }).nullable(),
  dimensions: z.strictObject({ length: number, width: number, height: number, unit: text }).nullable(),
  warranty: text,
  image_url: text,
  confidence: confidenceSchema.nullable(),
  last_verified: z.iso.date().nullable(),
  updated_at: z.iso.datetime({ offset: true }).nullable(),
  attributes: z.record(z.string(), jsonSchema).nullable(),
  media: z
    .array(
      z.strictObject({
        type: z.enum(['image', 'spec_sheet', 'document', 'video']),
        url: z.string(),
        title: z.string().optional(),
        mime_type: z.string().optional(),
      }),
    )
    .nullable(),
  keywords: z.array(z.string()).nullable(),
  sources: z
    .array(
      z.strictObject({
        url: z.string(),
        name: z.string().optional(),
        retrieved_at: z.string().optional(),
        sections: z.array(z.string()).optional(),
        note: z.string().optional(),
      }),
    )
    .nullable(),
  section_confidence: z.record(z.string(), confidenceSchema).nullable(),
});

export type ItemRecord = z.infer<typeof itemRecordSchema>;
/** Data about a part before its item is known. */
export type ItemDraft = Omit<ItemRecord, 'id'>;
export type ItemField = Exclude<keyof ItemRecord, 'id'>;

/** The sections that are stored apart from the core and read only on request (docs/reference/storage.md#productindex). */
export const ITEM_SECTIONS = ['attributes', 'media', 'keywords', 'sources'] as const;
export type ItemSection = (typeof ITEM_SECTIONS)[number];

/** The longest names and part numbers of a call, and therefore of an item. */
export const MAX_MAKER_LENGTH = 200;
export const MAX_PART_NUMBER_LENGTH = 120;

/** The allowed values of `fields` (docs/reference/behavior.md#choosing-fields), in the order in which a record shows them. */
export const ITEM_FIELDS = [
  'manufacturer',
  'brand',
  'mpn',
  'gtin',
  'upc',
  'unspsc_code',
  'hs_code',
  'title',
  'description',
  'category',
  'country_of_origin',
  'uom',
  'pack_quantity',
  'weight',
  'dimensions',
  'warranty',
  'image_url',
  'confidence',
  'last_verified',
  'updated_at',
  'attributes',
  'media',
  'keywords',
  'sources',
  'section_confidence',
] as const satisfies readonly ItemField[];

/** An item of which only the id is known. */
export function emptyRecord(id: string): ItemRecord {
  const fields = Object.fromEntries(ITEM_FIELDS.map((field) => [field, null]));
  return { id, ...(fields as Record<ItemField, null>) };
}
