/** Reads a part from a caller's arguments, or reports the problem with it. */
import * as z from 'zod/mini';
import type { ServiceError } from '../../errors.ts';
import type { Part, PartByNumber } from './find-part.ts';
import { parseGtin, type GtinProblem } from '../part-keys/gtin.ts';
import { MAX_MANUFACTURER_LENGTH, MAX_PART_NUMBER_LENGTH } from '../items/item-record.ts';
import { toManufacturerKey, namesManufacturer } from '../part-keys/manufacturer-name.ts';
import { namesPart, partKey } from '../part-keys/part-number.ts';
import { fail, succeed, type Result } from '../../result.ts';

export const manufacturerInput = z.string().check(z.maxLength(MAX_MANUFACTURER_LENGTH));
export const partNumberInput = z.string().check(z.maxLength(MAX_PART_NUMBER_LENGTH));
export const gtinInput = z.string().check(z.maxLength(20));

export interface NamedPart {
  readonly manufacturer?: string | undefined;
  readonly part_number?: string | undefined;
  readonly gtin?: string | undefined;
}

/** A problem with a part. `words` follow the field's name and include the separator. */
export interface PartProblem {
  readonly code: 'missing_parameter' | 'invalid_parameter';
  readonly field: keyof NamedPart;
  readonly words: string;
}

/** Advice for an invalid GTIN that is sent with a manufacturer and part number. */
export const GTIN_ADVICE = 'Leave gtin out to ask by manufacturer and part_number.';

/** What is wrong with a manufacturer or part number, for programs. The dashboard says it in its own words. */
export const PART_PROBLEMS = {
  number_missing: missing('part_number', 'Send gtin, or manufacturer and part_number together.'),
  manufacturer_missing: missing(
    'manufacturer',
    'Name the manufacturer, or send gtin; with the number alone call search_items, the number as query.',
  ),
  number_names_none: missing('part_number', 'Give the number; punctuation alone is none.'),
  manufacturer_names_none: missing('manufacturer', 'Name the manufacturer; a legal form alone names none.'),
  number_unsearchable: unsearchable('part_number'),
  manufacturer_unsearchable: unsearchable('manufacturer'),
};

/** A GTIN takes precedence over manufacturer and part number (docs/reference/tools.md#lookup_part). */
export function readPart(named: NamedPart): Result<Part, PartProblem> {
  if (isGiven(named.gtin)) return readGtin(named.gtin, isNamed(named));
  if (!isGiven(named.part_number)) return fail(PART_PROBLEMS.number_missing);
  if (!isGiven(named.manufacturer)) return fail(PART_PROBLEMS.manufacturer_missing);
  return readNumber(named.manufacturer, named.part_number);
}

/** Turns the problem of a single part into an error. */
export function describePartProblem({ code, field, words }: PartProblem): ServiceError {
  return { code, message: `${field}${words}`, field };
}

/** Turns the problem of a part in a list into a schema issue; the schema's reader adds the index. */
export function partIssue({ code, field, words }: PartProblem, input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', path: [field], message: words, params: { code }, input };
}

/** Returns whether arguments name a part by manufacturer and part number. */
export function isNamed(args: unknown): boolean {
  const { manufacturer, part_number: partNumber } = { ...(args as Record<string, unknown> | null | undefined) };
  return [manufacturer, partNumber].every((text) => typeof text === 'string' && isGiven(text));
}

/** Models fill unused arguments with empty text, which counts as absent. */
function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/**
 * For billed requests, manufacturer and part number must name something: only a legal form, or only punctuation, counts
 * as absent.
 */
export function readNamedPart(manufacturer: string, partNumber: string): Result<PartByNumber, PartProblem> {
  if (!namesManufacturer(manufacturer)) return fail(PART_PROBLEMS.manufacturer_names_none);
  if (!namesPart(partNumber)) return fail(PART_PROBLEMS.number_names_none);
  return readNumber(manufacturer, partNumber);
}

/** Both manufacturer and part number must contain something searchable. */
function readNumber(manufacturer: string, partNumber: string): Result<PartByNumber, PartProblem> {
  const manufacturerKey = toManufacturerKey(manufacturer);
  if (manufacturerKey === '') return fail(PART_PROBLEMS.manufacturer_unsearchable);
  const part = partKey(partNumber);
  if (part === '') return fail(PART_PROBLEMS.number_unsearchable);
  return succeed({ by: 'part', manufacturer, manufacturerKey, part, verbatim: partNumber });
}

function readGtin(text: string, namesPart: boolean): Result<Part, PartProblem> {
  const gtin = parseGtin(text);
  if (gtin.ok) return succeed({ by: 'gtin', gtin: gtin.value });
  const advice = namesPart ? ` ${GTIN_ADVICE}` : '';
  return fail({ code: 'invalid_parameter', field: 'gtin', words: `: ${gtinProblem(gtin.reason)}${advice}` });
}

function gtinProblem(error: GtinProblem): string {
  switch (error.kind) {
    case 'not_digits':
      return 'a barcode number holds digits only (spaces and hyphens are ignored).';
    case 'wrong_length':
      return `a barcode number has 8, 12, 13 or 14 digits; this one has ${error.digitCount}.`;
    case 'wrong_check_digit':
      return `wrong check digit: the last digit is ${error.actual}, expected ${error.expected}. Check the number.`;
  }
}

function missing(field: keyof NamedPart, advice: string): PartProblem {
  return { code: 'missing_parameter', field, words: ` is missing. ${advice}` };
}

function unsearchable(field: keyof NamedPart): PartProblem {
  return { code: 'invalid_parameter', field, words: ': holds nothing that can be searched for.' };
}
