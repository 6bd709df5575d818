/** One part as a caller names it, turned into a question that the index can be asked; or what is wrong with it. */
import type { ServiceError } from '../errors.ts';
import type { PartQuestion } from '../products/find-part.ts';
import { parseGtin, type GtinFault } from '../products/gtin.ts';
import { makerKey } from '../products/manufacturer-name.ts';
import { partKey } from '../products/part-number.ts';
import { fail, succeed, type Result } from '../result.ts';

export interface NamedPart {
  readonly manufacturer?: string | undefined;
  readonly part_number?: string | undefined;
  readonly gtin?: string | undefined;
}

/** `at` leads the field's name: `items[3].` in a batch. A barcode wins over the other two (design.md section 4). */
export function readPartQuestion(named: NamedPart, at = ''): Result<PartQuestion, ServiceError> {
  if (isGiven(named.gtin)) return readBarcode(named.gtin, `${at}gtin`);
  if (!isGiven(named.part_number)) {
    return missing(`${at}part_number`, 'Send gtin, or manufacturer and part_number together.');
  }
  if (!isGiven(named.manufacturer)) {
    return missing(`${at}manufacturer`, 'A part number needs its manufacturer; or send gtin instead.');
  }
  return readNumber(named.manufacturer, named.part_number, at);
}

/** Models fill what they do not use with empty text: that is as good as absent. */
function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** Maker and number both given: both must hold something that can be searched for. */
export function readNumber(
  manufacturer: string,
  partNumber: string,
  at = '',
): Result<PartQuestion & { by: 'part' }, ServiceError> {
  const maker = makerKey(manufacturer);
  if (maker === '') return blank(`${at}manufacturer`);
  const part = partKey(partNumber);
  if (part === '') return blank(`${at}part_number`);
  return succeed({ by: 'part', maker, part, verbatim: partNumber });
}

function readBarcode(text: string, field: string): Result<PartQuestion, ServiceError> {
  const gtin = parseGtin(text);
  if (gtin.ok) return succeed({ by: 'gtin', gtin: gtin.value });
  return fail({ code: 'invalid_parameter', message: `${field}: ${gtinProblem(gtin.reason)}`, field });
}

function gtinProblem(fault: GtinFault): string {
  switch (fault.kind) {
    case 'not_digits':
      return 'a barcode number holds digits only (spaces and hyphens are ignored).';
    case 'wrong_length':
      return `a barcode number has 8, 12, 13 or 14 digits; this one has ${fault.digitCount}.`;
    case 'wrong_check_digit':
      return `wrong check digit: the last digit is ${fault.actual}, expected ${fault.expected}. Check the number.`;
  }
}

function missing(field: string, advice: string): Result<never, ServiceError> {
  return fail({ code: 'missing_parameter', message: `${field} is missing. ${advice}`, field });
}

function blank(field: string): Result<never, ServiceError> {
  return fail({ code: 'invalid_parameter', message: `${field}: holds nothing that can be searched for.`, field });
}
