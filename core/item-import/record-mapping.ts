/**
 * A mapping: which column or member of a foreign file says which field of a record (docs/guides/import-items.md#mappings). Its shape, checked before a
 * file is opened; whether the columns are there is asked of each file by compile-mapping.ts.
 */
import * as z from 'zod';
import { fieldsOfKind, type FieldsOf } from '../items/item-fields.ts';

const name = z.string().min(1).max(500);

/** Where a value comes from. Exactly one of `from`, `join`, `template` and `value`. */
const valueSchema = z.strictObject({
  /** A column, or the path of a member; of several the first that is not empty. */
  from: z.union([name, z.array(name).min(1).max(20)]).optional(),
  /** Several columns in one text. */
  join: z.array(name).min(1).max(20).optional(),
  with: z.string().max(20).optional(),
  /** A text with columns in braces; nothing where one of them is empty. */
  template: name.optional(),
  /** The same for every record. */
  value: z.json().optional(),
  /** The value is a key of this table; the item gets what the column `take` has in that row. */
  table: name.optional(),
  take: name.optional(),
  /** The unit that the number is in, or the column that names it, and the unit to store. */
  unit: name.optional(),
  unit_from: name.optional(),
  to: name.optional(),
  /** A text with several values, and the place of the one to take, from 0. */
  split: z.string().min(1).max(5).optional(),
  at: z.number().int().min(0).max(999).optional(),
  /** Words that mean others: `{"Y": "yes"}`. */
  words: z.record(z.string(), z.json()).optional(),
  /** Cut off where a text ends so. */
  drop_endings: z.array(name).max(50).optional(),
  /** The column need not be there. */
  optional: z.boolean().optional(),
  /** For barcodes: what is none is left out, and the record kept. */
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
  /** Of a JSON document: the member that holds the records. */
  records: name.optional(),
  /** Only rows in which each of these columns has one of the values are taken. */
  only: z.record(name, z.array(z.string()).min(1).max(100)).optional(),
  /** Texts that mean nothing: `["NULL", "UNKNOWN"]`. */
  blank: z.array(z.string()).max(100).optional(),
  /** What is between whole number and fraction. */
  decimal: z.enum(['.', ',']).optional(),
  /** False: in a CSV, quote marks are text. */
  quotes: z.boolean().optional(),
  /** `barcode`: every barcode is an item of its own, even if part numbers are the same. */
  known_by: z.enum(['number', 'barcode']).optional(),
  /** Further files that values are looked up in, by `--table <name>=<file>`. */
  tables: z
    .record(
      name,
      z.strictObject({
        key: name,
        columns: z.array(name).min(1).max(5),
        /** What the file is called by those who publish it. */
        file: name.optional(),
        optional: z.boolean().optional(),
      }),
    )
    .optional(),
});
export type RecordMapping = z.infer<typeof recordMappingSchema>;

export const MAPPED_FIELDS: readonly string[] = Object.keys(fieldsSchema.shape);
