/** The inputs that several tools share (docs/reference/behavior.md#choosing-fields and #tools), described once for the model. */
import * as z from 'zod';
import { ITEM_FIELDS } from '../../index/items/item-fields.ts';
import { ITEM_SECTIONS } from '../../index/items/item-record.ts';
import { gtinInput, manufacturerInput, partNumberInput } from '../../index/lookup/read-part.ts';

/** The inputs that name one part: manufacturer and part number, or a GTIN. */
export const partInputs = {
  manufacturer: manufacturerInput.optional().describe('Manufacturer or brand; needs part_number.'),
  part_number: partNumberInput
    .optional()
    .describe('Its part number; spaces and case are forgiven. Needs manufacturer.'),
  gtin: gtinInput.optional().describe('Barcode number of 8, 12, 13 or 14 digits, instead of the other two.'),
};

/** A list may repeat values; this limit only saves work. */
export const MAX_LISTED = 100;

export const fieldsInput = z
  .array(z.enum(ITEM_FIELDS))
  .max(MAX_LISTED)
  // The description repeats the names, because several assistants drop enums from a schema.
  .describe(fieldsText('a short record'));

/** @param byDefault what an answer shows if no fields are named */
export function fieldsText(byDefault: string): string {
  return `Only these and id; default: ${byDefault}. Names: ${ITEM_FIELDS.join(',')}.`;
}

export const includeInput = z
  .array(z.enum(ITEM_SECTIONS))
  .max(MAX_LISTED)
  .describe(
    'Adds attributes (specifications, lifecycle, replacements, compliance_safety), media (images, spec sheets), keywords, sources; ' +
      'each costs tokens.',
  );

export const minConfidenceInput = z
  .int()
  .min(0)
  .max(100)
  .describe('Leaves out, unbilled, sections below this confidence, 0 (default) to 100.');
