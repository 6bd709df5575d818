/** Why a line of an import file, or its record, was refused, in words for the operator. Names from the file are quoted and cut. */
import type { GtinError } from '../../../functions/core/products/gtin.ts';
import type { ItemLineError } from '../../../functions/core/products/item-line.ts';
import type { WriteRefusal } from '../../../functions/core/products/item-writer.ts';
import { printable } from '../console/printable.ts';

export function describeItemLineError(error: ItemLineError): string {
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
      return `the record is nested deeper than ${error.maxDepth} levels`;
    case 'unknown_field':
      return `"${quoted(error.field)}" is no field of a record`;
    case 'invalid_field':
      return isNumberedBarcode(error)
        ? `${error.field}: is a number; write it in quotes, for a number loses its leading zeros`
        : `${quoted(error.field)}: ${printable(error.problem)}`;
    case 'invalid_barcode':
      return `${error.field}: ${describeGtinError(error.error)}`;
  }
}

export function describeWriteRefusal(refusal: WriteRefusal): string {
  switch (refusal.kind) {
    case 'too_many_terms':
      return `title and keywords have ${refusal.count} different words; at most ${refusal.limit} can be searched`;
    case 'section_too_large':
      return `${refusal.section} takes ${refusal.bytes} bytes; at most ${refusal.limit} can be stored`;
    case 'record_too_large':
      return `the record takes ${refusal.bytes} bytes; at most ${refusal.limit} can be stored`;
  }
}

function describeGtinError(error: GtinError): string {
  switch (error.kind) {
    case 'not_digits':
      return 'is not a number';
    case 'wrong_length':
      return `has ${error.digitCount} digits, not 8, 12, 13 or 14`;
    case 'wrong_check_digit':
      return `has the check digit ${error.actual}, expected ${error.expected}`;
  }
}

/** JSON's number where the text of a barcode belongs. */
function isNumberedBarcode({ field, problem }: Extract<ItemLineError, { kind: 'invalid_field' }>): boolean {
  return (field === 'gtin' || field === 'upc') && problem.includes('received number');
}

function quoted(name: string): string {
  return printable(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}
