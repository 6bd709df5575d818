/** Explains to the operator why a line of an import file was refused. Names from the file are quoted and truncated. */
import type { GtinProblem } from '../../../../core/index/part-keys/gtin.ts';
import type { ItemLineProblem } from '../../../../core/sourcing/item-import/item-line.ts';
import type { WriteRefusal } from '../../../../core/sourcing/item-import/item-writer.ts';
import type { IdentityRefusal } from '../../../../core/sourcing/item-import/item-writer.ts';
import { printable } from '../../console/printable.ts';
import { nearestWords, quoted as inQuotes } from './mapping-labels.ts';
import type { RecordProblem } from './record-slice.ts';

/** Why a row was refused. Rows are counted by `kind`, which is the same for all rows with the same problem. */
export interface Refusal {
  readonly kind: string;
  readonly reason: string;
}

export function describeProblem(problem: RecordProblem): Refusal {
  switch (problem.kind) {
    case 'broken_row':
      return { kind: problem.reason, reason: problem.reason };
    case 'not_a_number':
      return same(`${quoted(problem.field)}: is not a number`);
    case 'unknown_unit': {
      const unit = problem.unit.trim() === '' ? 'has no unit' : `the unit ${inQuotes(problem.unit)} is not known`;
      return {
        kind: `${quoted(problem.field)}: unknown unit`,
        reason: `${quoted(problem.field)}: ${unit}${nearestWords(problem.nearest)}`,
      };
    }
    case 'units_differ':
      return same(`${quoted(problem.field)}: is a weight where a length is expected, or vice versa`);
    case 'not_in_table':
      return same(`${quoted(problem.field)}: is not in the table ${inQuotes(problem.table)}`);
    default:
      return { kind: kindOf(problem), reason: describeItemLineProblem(problem) };
  }
}

function same(reason: string): Refusal {
  return { kind: reason, reason };
}

function kindOf(error: ItemLineProblem): string {
  switch (error.kind) {
    case 'invalid_barcode':
      return `${error.field}: ${GTIN_KINDS[error.error.kind]}`;
    case 'unknown_field':
      return 'unknown field';
    default:
      return describeItemLineProblem(error);
  }
}

const GTIN_KINDS: Readonly<Record<GtinProblem['kind'], string>> = {
  not_digits: 'is not a number',
  wrong_length: 'wrong number of digits',
  wrong_check_digit: 'wrong check digit',
};

function describeItemLineProblem(error: ItemLineProblem): string {
  switch (error.kind) {
    case 'not_utf8':
      return 'the line is not UTF-8';
    case 'too_long':
      return `the line is longer than ${error.maxBytes} bytes`;
    case 'not_json':
      return 'the line is not JSON';
    case 'not_an_object':
      return 'the line is JSON, but not an object';
    case 'too_deep':
      return `the item is nested deeper than ${error.maxDepth} levels`;
    case 'names_nothing':
      return 'it names no part: add a manufacturer and part number, a GTIN, or an item id';
    case 'unknown_field':
      return `"${quoted(error.field)}" is not an item field`;
    case 'invalid_field':
      return isNumberedBarcode(error)
        ? `${error.field}: is a number; put it in quotes, because numbers lose leading zeros`
        : `${quoted(error.field)}: ${printable(error.problem)}`;
    case 'invalid_barcode':
      return `${error.field}: ${describeGtinProblem(error.error)}`;
  }
}

const WRITE_KINDS: Readonly<Record<WriteRefusal['kind'] | IdentityRefusal['kind'], string>> = {
  too_many_terms: 'too many different words',
  section_too_large: 'a section is too large',
  record_too_large: 'the item is too large',
  barcode_of_another: 'the GTIN belongs to another part',
};

export function describeWriteRefusal(refusal: WriteRefusal | IdentityRefusal): Refusal {
  return { kind: WRITE_KINDS[refusal.kind], reason: writeRefusalWords(refusal) };
}

function writeRefusalWords(refusal: WriteRefusal | IdentityRefusal): string {
  switch (refusal.kind) {
    case 'barcode_of_another':
      return `the GTIN belongs to ${refusal.itemId}, which is another part`;
    case 'too_many_terms':
      return `title and keywords have ${refusal.count} different words; at most ${refusal.limit} can be searched`;
    case 'section_too_large':
      return `${refusal.section} takes ${refusal.bytes} bytes; at most ${refusal.limit} can be stored`;
    case 'record_too_large':
      return `the item takes ${refusal.bytes} bytes; at most ${refusal.limit} can be stored`;
  }
}

function describeGtinProblem(error: GtinProblem): string {
  switch (error.kind) {
    case 'not_digits':
      return 'is not a number';
    case 'wrong_length':
      return `has ${error.digitCount} digits, not 8, 12, 13 or 14`;
    case 'wrong_check_digit':
      return `has the check digit ${error.actual}, expected ${error.expected}`;
  }
}

/** Whether a GTIN was given as a JSON number instead of a string. */
function isNumberedBarcode({ field, problem }: Extract<ItemLineProblem, { kind: 'invalid_field' }>): boolean {
  return (field === 'gtin' || field === 'upc') && problem.includes('received number');
}

function quoted(name: string): string {
  return printable(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
