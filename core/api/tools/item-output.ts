/**
 * The output schema of items. Every field except `id` may be absent (not selected) or null (not known). The objects are
 * loose, because new fields must not break clients that cached the list of tools.
 */
import * as z from 'zod/mini';
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
  weight: z.looseObject({ value: z.nullish(number), unit: z.nullish(text) }),
  dimensions: z.looseObject({
    length: z.nullish(number),
    width: z.nullish(number),
    height: z.nullish(number),
    unit: z.nullish(text),
  }),
  attributes: z.looseObject({}) as z.ZodMiniType,
  media: z.array(z.looseObject({})),
  keywords: z.array(text),
  sources: z.array(z.looseObject({})),
  confidences: z.looseObject({}),
} satisfies Record<FieldRule['kind'], z.ZodMiniType>;

type OutputShape = { [Field in ItemField]: z.ZodMiniOptional<z.ZodMiniNullable<(typeof SHAPES)[KindOf<Field>]>> };

/** @param attributes the sections with a fixed shape, if the tool's schema has room for them */
export function itemOutput(attributes: z.ZodMiniType = SHAPES.attributes) {
  const shapes = { ...SHAPES, attributes };
  return z.looseObject({ id: text, ...ofEachField<OutputShape>(({ kind }) => z.nullish(shapes[kind])) });
}

/** Returns the shortest schema of the `attributes` sections with a fixed shape (items/item-facts.ts). */
export function factsOutput() {
  return z.looseObject({
    lifecycle: z.optional(z.looseObject({ status: z.optional(z.enum(LIFECYCLE_STATUSES)) })),
    replacements: z.optional(z.array(z.looseObject({ mpn: z.optional(z.string()) }))),
    compliance_safety: z.optional(z.looseObject({ rohs: z.optional(z.string()) })),
  });
}

/** Returns the schema for get_item: the item's sections with a fixed shape; lookup_part lists its other fields. */
export function itemFactsOutput() {
  return z.looseObject({ id: text, attributes: z.nullish(factsOutput()) });
}

/** Returns the schema for tools that do not repeat the whole shape (docs/reference/http.md#tool-schemas). */
export function itemReferenceOutput() {
  return z.looseObject({ id: z.string() });
}
