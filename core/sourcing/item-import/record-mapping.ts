/**
 * The shape of a mapping, which assigns columns or members of a foreign file to fields of an item (docs/guides/import-items.md#mappings).
 * It is checked before a file is opened; compile-mapping.ts checks whether a file has the columns.
 */
import * as z from 'zod';
import { fieldsOfKind, type FieldsOf } from '../../index/items/item-fields.ts';

const name = z.string().min(1).max(500);

/** The source of a value: exactly one of `from`, `join`, `template` and `value`. */
const valueSchema = z.strictObject({
  /** A column, or the path of a member. If there are several, the first that is not empty counts. */
  from: z.union([name, z.array(name).min(1).max(20)]).optional(),
  /** Columns to join into one text. */
  join: z.array(name).min(1).max(20).optional(),
  with: z.string().max(20).optional(),
  /** A text with columns in braces; empty if one of them is. */
  template: name.optional(),
  /** A constant for every item. */
  value: z.json().optional(),
  /** A table that contains the value as a key; the item gets the cell in column `take` of that row. */
  table: name.optional(),
  take: name.optional(),
  /** The unit of the number, or the column that names it, and the unit to store. */
  unit: name.optional(),
  unit_from: name.optional(),
  to: name.optional(),
  /** The separator of a text with several values, and the index of the one to take, from 0. */
  split: z.string().min(1).max(5).optional(),
  at: z.number().int().min(0).max(999).optional(),
  /** Words to replace: `{"Y": "yes"}`. */
  words: z.record(z.string(), z.json()).optional(),
  /** Endings to remove from a text. */
  drop_endings: z.array(name).max(50).optional(),
  /** The column may be absent. */
  optional: z.boolean().optional(),
  /** For GTINs: an invalid one is left out, and the item is kept. */
  invalid: z.literal('leave_out').optional(),
});
export type MappedValue = z.infer<typeof valueSchema>;

const source = z.union([name, valueSchema]);
export type MappedSource = z.infer<typeof source>;

const dimensionsSchema = z.strictObject({
  length: source.optional(),
  width: source.optional(),
  height: source.optional(),
  unit: name,
  to: name.optional(),
});

const linkSchema = z.strictObject({ url: source, name: source.optional(), note: source.optional() });
const mediaSchema = z.strictObject({
  type: z.enum(['image', 'spec_sheet', 'document', 'video']),
  url: source,
  title: source.optional(),
});

export type TextField = 'id' | FieldsOf<'text' | 'day' | 'moment'>;
export type NumberField = FieldsOf<'number' | 'percent'>;
export const MAPPED_TEXTS: readonly TextField[] = ['id', ...fieldsOfKind('text', 'day', 'moment')];
export const MAPPED_NUMBERS: readonly NumberField[] = fieldsOfKind('number', 'percent');

const fieldsSchema = z.strictObject({
  ...(Object.fromEntries(MAPPED_TEXTS.map((field) => [field, source.optional()])) as Record<
    TextField,
    z.ZodOptional<typeof source>
  >),
  ...(Object.fromEntries(MAPPED_NUMBERS.map((field) => [field, source.optional()])) as Record<
    NumberField,
    z.ZodOptional<typeof source>
  >),
  weight: valueSchema.optional(),
  dimensions: dimensionsSchema.optional(),
  attributes: z.record(name, source).optional(),
  keywords: z.union([source, z.array(source).max(20)]).optional(),
  media: z.array(mediaSchema).max(20).optional(),
  sources: z.array(linkSchema).max(20).optional(),
});

export const recordMappingSchema = z.strictObject({
  /** A note for people who read the mapping. */
  about: z.string().max(2_000).optional(),
  fields: fieldsSchema,
  /** The member of a JSON document that contains the items. */
  records: name.optional(),
  /** Only rows in which each of these columns has one of its values are read. */
  only: z.record(name, z.array(z.string()).min(1).max(100)).optional(),
  /** Texts that mean nothing: `["NULL", "UNKNOWN"]`. */
  blank: z.array(z.string()).max(100).optional(),
  /** The decimal sign. */
  decimal: z.enum(['.', ',']).optional(),
  /** If false, quotation marks in a CSV file are text. */
  quotes: z.boolean().optional(),
  /** With `barcode`, each GTIN is a separate item, even if part numbers are the same. */
  known_by: z.enum(['number', 'barcode']).optional(),
  /** Additional files for look-ups, given by `--table <name>=<file>`. */
  tables: z
    .record(
      name,
      z.strictObject({
        key: name,
        columns: z.array(name).min(1).max(5),
        /** The publisher's name of the file. */
        file: name.optional(),
        optional: z.boolean().optional(),
      }),
    )
    .optional(),
});
export type RecordMapping = z.infer<typeof recordMappingSchema>;

export const MAPPED_FIELDS: readonly string[] = Object.keys(fieldsSchema.shape);
