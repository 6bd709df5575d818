/**
 * Defines the shape of an item (docs/reference/behavior.md#item-record).
 * item-selection.ts decides what a call selects of it; the adapter decides how it is stored.
 */
import * as z from 'zod';
import { itemIdSchema } from '../../identifiers.ts';
import { ofEachField, type FieldRule, type ItemField, type KindOf } from './item-fields.ts';

const text = z.string().nullable();
const number = z.number().nullable();
const confidenceSchema = z.number().min(0).max(100);

const jsonSchema: z.ZodType<unknown> = z.json();

/** The stored value of each kind of field. */
const SHAPES = {
  text: z.string(),
  day: z.iso.date(),
  moment: z.iso.datetime({ offset: true }),
  number: z.number(),
  percent: confidenceSchema,
  weight: z.strictObject({ value: number, unit: text }),
  dimensions: z.strictObject({ length: number, width: number, height: number, unit: text }),
  attributes: z.record(z.string(), jsonSchema),
  media: z.array(
    z.strictObject({
      type: z.enum(['image', 'spec_sheet', 'document', 'video']),
      url: z.string(),
      title: z.string().optional(),
      mime_type: z.string().optional(),
    }),
  ),
  keywords: z.array(z.string()),
  sources: z.array(
    z.strictObject({
      url: z.string(),
      name: z.string().optional(),
      retrieved_at: z.string().optional(),
      sections: z.array(z.string()).optional(),
      note: z.string().optional(),
    }),
  ),
  confidences: z.record(z.string(), confidenceSchema),
} satisfies Record<FieldRule['kind'], z.ZodType>;

type RecordShape = { [Field in ItemField]: z.ZodNullable<(typeof SHAPES)[KindOf<Field>]> };

/** A complete stored item. Every field is present; null means unknown. */
export const itemRecordSchema = z.strictObject({
  id: itemIdSchema,
  ...ofEachField<RecordShape>(({ kind }) => SHAPES[kind].nullable()),
});

export type ItemRecord = z.infer<typeof itemRecordSchema>;
/** Data about a part before its item is known. */
export type ItemDraft = Omit<ItemRecord, 'id'>;

/** The sections that are stored apart from the core and read only on request (docs/reference/storage.md#productindex). */
export const ITEM_SECTIONS = ['attributes', 'media', 'keywords', 'sources'] as const;
export type ItemSection = (typeof ITEM_SECTIONS)[number];

/** The maximum lengths in a call, and therefore in an item. */
export const MAX_MANUFACTURER_LENGTH = 200;
export const MAX_PART_NUMBER_LENGTH = 120;

/** Returns an item with nothing known except the id. */
export function emptyRecord(id: string): ItemRecord {
  return { id, ...ofEachField<Record<ItemField, null>>(() => null) };
}
