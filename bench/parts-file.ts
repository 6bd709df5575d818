/**
 * Reads the items to measure: from a named file, or from the real parts next to a checkout. Without them, nothing is
 * measured.
 */
import { readFileSync } from 'node:fs';
import { refuse } from '../bin/program/program.ts';
import type { ItemRecord } from '../core/index/items/item-record.ts';
import { REAL_PARTS_FILE, realParts, realPartsAvailable } from '../test/support/fixtures/real-parts.ts';
import { recordsOfLines } from '../test/support/fixtures/records-of-lines.ts';

/** Ends the program if the file cannot be read. */
export function readPartsFile(file: string): readonly ItemRecord[] {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return refuse(
      `The file ${file} cannot be read.`,
      'Name a file of JSON Lines that `npm run admin -- items import` takes.',
    );
  }
  return recordsOfLines(text);
}

/** Ends the program if the real parts are missing. */
export function readRealParts(): readonly ItemRecord[] {
  if (!realPartsAvailable)
    refuse(`The real parts are not there: ${REAL_PARTS_FILE}.`, 'Put them there, or name another file with --parts.');
  return realParts();
}
