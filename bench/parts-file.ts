/** The records that a measurement is made over: a file that is named, or the real parts next to a checkout. Without them nothing is measured. */
import { readFileSync } from 'node:fs';
import { refuse } from '../bin/program/program.ts';
import type { ItemRecord } from '../core/items/item-record.ts';
import { REAL_PARTS_FILE, realParts, realPartsAvailable } from '../test/support/fixtures/real-parts.ts';
import { recordsOfLines } from '../test/support/fixtures/records-of-lines.ts';

/** Ends the program where the file cannot be read. */
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

/** Ends the program where they are not there. */
export function readRealParts(): readonly ItemRecord[] {
  if (!realPartsAvailable)
    refuse(`The real parts are not there: ${REAL_PARTS_FILE}.`, 'Put them there, or name another file with --parts.');
  return realParts();
}
