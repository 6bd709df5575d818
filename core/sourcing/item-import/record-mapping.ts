/**
 * The shape of a mapping, which assigns columns or members of a foreign file to fields of an item
 * (docs/guides/import-items.md#mappings). It is checked before a file is opened; compile-mapping.ts checks whether a
 * file has the columns.
 */
import * as z from 'zod/mini';
import { fieldsOfKind, type FieldsOf } from '../../index/items/item-fields.ts';

const name = z.string().check(z.minLength(1), z.maxLength(500));

/** The source of a value: exactly one of `from`, `join`, `template` and `value`. */
const valueSchema = z.strictObject({
  /** A column, or the path of a member. If there are several, the first that is not empty counts. */
  from: z.optional(z.union([name, z.array(name).check(z.minLength(1), z.maxLength(20))])),
  /** Columns to join into one text. */
  join: z.optional(z.array(name).check(z.minLength(1), z.maxLength(20))),
  with: z.optional(z.string().check(z.maxLength(20))),
  /** A text with columns in braces; empty if one of them is. */
  template: z.optional(name),
  /** A constant for every item. */
  value: z.optional(z.json()),
  /** A table that contains the value as a key; the item gets the cell in column `take` of that row. */
  table: z.optional(name),
  take: z.optional(name),
  /** The unit of the number, or the column that names it, and the unit to store. */
  unit: z.optional(name),
  unit_from: z.optional(name),
  to: z.optional(name),
  /** The separator of a text with several values, and the index of the one to take, from 0. */
  split: z.optional(z.string().check(z.minLength(1), z.maxLength(5))),
  at: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(999))),
  /** Words to replace: `{"Y": "yes"}`. */
  words: z.optional(z.record(z.string(), z.json())),
  /** Endings to remove from a text. */
  drop_endings: z.optional(z.array(name).check(z.maxLength(50))),
  /** The column may be absent. */
  optional: z.optional(z.boolean()),
  /** For GTINs: an invalid one is left out, and the item is kept. */
  invalid: z.optional(z.literal('leave_out')),
});
export type MappedValue = z.infer<typeof valueSchema>;

const source = z.union([name, valueSchema]);
export type MappedSource = z.infer<typeof source>;

const dimensionsSchema = z.strictObject({
  length: z.optional(source),
  width: z.optional(source),
  height: z.optional(source),
  unit: name,
  to: z.optional(name),
});

const linkSchema = z.strictObject({ url: source, name: z.optional(source), note: z.optional(source) });
const mediaSchema = z.strictObject({
  type: z.enum(['image', 'spec_sheet', 'document', 'video']),
  url: source,
  title: z.optional(source),
});

type TextField = 'id' | FieldsOf<'text' | 'day' | 'moment'>;
type NumberField = FieldsOf<'number' | 'percent'>;
export const MAPPED_TEXTS: readonly TextField[] = ['id', ...fieldsOfKind('text', 'day', 'moment')];
export const MAPPED_NUMBERS: readonly NumberField[] = fieldsOfKind('number', 'percent');

const fieldsSchema = z.strictObject({
  ...(Object.fromEntries(MAPPED_TEXTS.map((field) => [field, z.optional(source)])) as Record<
    TextField,
    z.ZodMiniOptional<typeof source>
  >),
  ...(Object.fromEntries(MAPPED_NUMBERS.map((field) => [field, z.optional(source)])) as Record<
    NumberField,
    z.ZodMiniOptional<typeof source>
  >),
  weight: z.optional(valueSchema),
  dimensions: z.optional(dimensionsSchema),
  attributes: z.optional(z.record(name, source)),
  keywords: z.optional(z.union([source, z.array(source).check(z.maxLength(20))])),
  media: z.optional(z.array(mediaSchema).check(z.maxLength(20))),
  sources: z.optional(z.array(linkSchema).check(z.maxLength(20))),
});

export const recordMappingSchema = z.strictObject({
  /** A note for people who read the mapping. */
  about: z.optional(z.string().check(z.maxLength(2_000))),
  fields: fieldsSchema,
  /** The member of a JSON document that contains the items. */
  records: z.optional(name),
  /** Only rows in which each of these columns has one of its values are read. */
  only: z.optional(z.record(name, z.array(z.string()).check(z.minLength(1), z.maxLength(100)))),
  /** Texts that mean nothing: `["NULL", "UNKNOWN"]`. */
  blank: z.optional(z.array(z.string()).check(z.maxLength(100))),
  /** The decimal sign. */
  decimal: z.optional(z.enum(['.', ','])),
  /** If false, quotation marks in a CSV file are text. */
  quotes: z.optional(z.boolean()),
  /** With `barcode`, each GTIN is a separate item, even if part numbers are the same. */
  known_by: z.optional(z.enum(['number', 'barcode'])),
  /** Additional files for look-ups, given by `--table <name>=<file>`. */
  tables: z.optional(
    z.record(
      name,
      z.strictObject({
        key: name,
        columns: z.array(name).check(z.minLength(1), z.maxLength(5)),
        /** The publisher's name of the file. */
        file: z.optional(name),
        optional: z.optional(z.boolean()),
      }),
    ),
  ),
});
export type RecordMapping = z.infer<typeof recordMappingSchema>;

export const MAPPED_FIELDS: readonly string[] = Object.keys(fieldsSchema.shape);
