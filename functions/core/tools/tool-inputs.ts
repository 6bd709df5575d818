/** The inputs that several tools share (specification sections 2.2 and 4.2), described once for the model. */
import * as z from 'zod';
import { ITEM_FIELDS, ITEM_SECTIONS, MAX_MAKER_LENGTH, MAX_PART_NUMBER_LENGTH } from '../products/item-record.ts';

export const manufacturerInput = z.string().max(MAX_MAKER_LENGTH);
export const partNumberInput = z.string().max(MAX_PART_NUMBER_LENGTH);
export const gtinInput = z.string().max(20);

export const fieldsInput = z
  .array(z.enum(ITEM_FIELDS))
  .describe('Return only these fields (id always comes). Fewer fields cost fewer tokens.');

export const includeInput = z.array(z.enum(ITEM_SECTIONS)).describe('Extra sections to add; each costs tokens.');

export const minConfidenceInput = z
  .int()
  .min(0)
  .max(100)
  .describe('Leave out, and do not pay for, sections below this confidence (0-100).');
