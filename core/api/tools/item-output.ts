/**
 * The output schema of items. Every field except `id` may be absent (not selected) or null (not known). The objects are loose,
 * because new fields must not break clients that cached the list of tools.
 */
import * as z from 'zod';
import { LIFECYCLE_STATUSES } from '../../index/items/item-facts.ts';
import { ofEachField, type FieldRule, type ItemField, type KindOf } from '../../index/items/item-fields.ts';

const text = z.string();
const number = z.number();
const SHAPES = {
  text,
  day: text,
  moment: text,
  number,
  percent: number,
  weight: z.looseObject({ value: number.nullish(), unit: text.nullish() }),
  dimensions: z.looseObject({
    length: number.nullish(),
    width: number.nullish(),
    height: number.nullish(),
    unit: text.nullish(),
  }),
  attributes: z.looseObject({}) as z.ZodType,
  media: z.array(z.looseObject({})),
  keywords: z.array(text),
  sources: z.array(z.looseObject({})),
  confidences: z.looseObject({}),
} satisfies Record<FieldRule['kind'], z.ZodType>;

type OutputShape = { [Field in ItemField]: z.ZodOptional<z.ZodNullable<(typeof SHAPES)[KindOf<Field>]>> };

/** @param attributes the sections with a fixed shape, if the tool's schema has room for them */
export function itemOutput(attributes: z.ZodType = SHAPES.attributes) {
  const shapes = { ...SHAPES, attributes };
  return z.looseObject({ id: text, ...ofEachField<OutputShape>(({ kind }) => shapes[kind].nullish()) });
}

/** Returns the shortest schema of the `attributes` sections with a fixed shape (items/item-facts.ts). */
export function factsOutput() {
  return z.looseObject({
    lifecycle: z.looseObject({ status: z.enum(LIFECYCLE_STATUSES).optional() }).optional(),
    replacements: z.array(z.looseObject({ mpn: z.string().optional() })).optional(),
    compliance_safety: z.looseObject({ rohs: z.string().optional() }).optional(),
  });
}

/** Returns the schema for tools that do not repeat the whole shape (docs/reference/http.md#tool-schemas). */
export function itemReferenceOutput() {
  return z.looseObject({ id: z.string() });
}
