/** The inputs that several tools share (docs/reference/behavior.md#choosing-fields and #tools), described once for the model. */
import * as z from 'zod';
import { ITEM_FIELDS, ITEM_SECTIONS } from '../items/item-record.ts';

/** A list of words may name each more than once; a longer one is only work. */
export const MAX_LISTED = 100;

export const fieldsInput = z
  .array(z.enum(ITEM_FIELDS))
  .max(MAX_LISTED)
  // With the names in words: several assistants drop enums from a schema.
  .describe(`Only these and id, for fewer tokens; [] is id alone. Names: ${ITEM_FIELDS.join(',')}.`);

export const includeInput = z
  .array(z.enum(ITEM_SECTIONS))
  .max(MAX_LISTED)
  .describe(
    'Adds attributes (specifications, lifecycle, replacements, compliance_safety, …), media (images, spec sheets), keywords, sources; ' +
      'each costs tokens.',
  );

export const minConfidenceInput = z
  .int()
  .min(0)
  .max(100)
  .describe('Leaves out, unpaid, sections below this confidence (0-100).');
