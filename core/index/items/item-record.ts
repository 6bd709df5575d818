/**
 * Defines the shape of an item (docs/reference/behavior.md#item-record).
 * item-selection.ts decides what a call selects of it; the adapter decides how it is stored.
 */
import * as z from 'zod/mini';
import { itemIdSchema } from '../../identifiers.ts';
import { ofEachField, type FieldRule, type ItemField, type KindOf } from './item-fields.ts';

const text = z.nullable(z.string());
const number = z.nullable(z.number());
const confidenceSchema = z.number().check(z.minimum(0), z.maximum(100));

const jsonSchema: z.ZodMiniType<unknown> = z.json();

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
      title: z.optional(z.string()),
      mime_type: z.optional(z.string()),
    }),
  ),
  keywords: z.array(z.string()),
  sources: z.array(
    z.strictObject({
      url: z.string(),
      name: z.optional(z.string()),
      retrieved_at: z.optional(z.string()),
      sections: z.optional(z.array(z.string())),
      note: z.optional(z.string()),
    }),
  ),
  confidences: z.record(z.string(), confidenceSchema),
} satisfies Record<FieldRule['kind'], z.ZodMiniType>;

type RecordShape = { [Field in ItemField]: z.ZodMiniNullable<(typeof SHAPES)[KindOf<Field>]> };

/** A complete stored item. Every field is present; null means unknown. */
export const itemRecordSchema = z.strictObject({
  id: itemIdSchema,
  ...ofEachField<RecordShape>(({ kind }) => z.nullable(SHAPES[kind])),
});

export type ItemRecord = z.infer<typeof itemRecordSchema>;
/** Data about a part before its item is known. */
export type ItemDraft = Omit<ItemRecord, 'id'>;

/**
 * The sections that are stored apart from the core and read only on request (docs/reference/storage.md#productindex).
 */
export const ITEM_SECTIONS = ['attributes', 'media', 'keywords', 'sources'] as const;
export type ItemSection = (typeof ITEM_SECTIONS)[number];

/** The maximum lengths in a call, and therefore in an item. */
export const MAX_MANUFACTURER_LENGTH = 200;
export const MAX_PART_NUMBER_LENGTH = 120;

export function emptyRecord(id: string): ItemRecord {
  return { id, ...ofEachField<Record<ItemField, null>>(() => null) };
}
