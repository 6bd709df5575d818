/**
 * The inputs that several tools share (docs/reference/behavior.md#choosing-fields and #tools), described once for the
 * model.
 */
import * as z from 'zod/mini';
import { ITEM_FIELDS } from '../../index/items/item-fields.ts';
import { ITEM_SECTIONS } from '../../index/items/item-record.ts';
import { gtinInput, manufacturerInput, partNumberInput } from '../../index/lookup/read-part.ts';

/** The inputs that name one part: manufacturer and part number, or a GTIN. */
export const partInputs = {
  manufacturer: described(
    z.optional(manufacturerInput),
    'Manufacturer or brand; usual abbreviations are understood. Needed with part_number.',
  ),
  part_number: described(
    z.optional(partNumberInput),
    'Whole part number of the manufacturer; case, spaces and hyphens are forgiven.',
  ),
  gtin: described(
    z.optional(gtinInput),
    'Barcode number (GTIN, EAN, UPC) of 8, 12, 13 or 14 digits, the last a right check digit; replaces the other two.',
  ),
};

/** A list may repeat values; this limit only saves work. */
export const MAX_LISTED = 100;

export const fieldsInput = described(
  z.array(z.enum(ITEM_FIELDS)).check(z.maxLength(MAX_LISTED)),
  fieldsText('the short record (the names up to updated_at)', 'these, id and what include adds'),
);

/** @param byDefault what an answer shows if no fields are named */
export function fieldsText(byDefault: string, shown = 'these and id'): string {
  return `Only ${shown}; default: ${byDefault}. Names: ${ITEM_FIELDS.join(',')}.`;
}

export const includeInput = described(
  z.array(z.enum(ITEM_SECTIONS)).check(z.maxLength(MAX_LISTED)),
  'Adds sections, billed by size; default none: attributes (specifications, lifecycle, replacements, compliance_safety), media (images, spec sheets), keywords, sources.',
);

export const minConfidenceInput = described(
  z.int().check(z.minimum(0), z.maximum(100)),
  'Leaves out, unbilled, sections of a lower confidence: 0 (default, none) to 100.',
);

/**
 * Gives a schema the text that tools/list shows for it. Registered beside the schema: a check of zod/mini would run
 * with each call.
 */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}
