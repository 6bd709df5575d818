/** Reads and combines the files of data/manufacturers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  manufacturerLines,
  readClashRows,
  readManufacturerRows,
  readTakeoverRows,
  type ClashRow,
  type ManufacturerRow,
  type TakeoverRow,
} from './manufacturer-rows.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../data/manufacturers');

export function readManufacturerLists(): readonly ManufacturerRow[] {
  return ['manufacturers-electronics.txt', 'manufacturers-industry.txt'].flatMap((file) =>
    readManufacturerRows(read(file)),
  );
}

export function readClashList(): readonly ClashRow[] {
  return readClashRows(read('clashes.txt'));
}

export function readTakeoverList(): readonly TakeoverRow[] {
  return readTakeoverRows(read('takeovers.txt'));
}

/** Returns the text that the service parses. */
export function readManufacturerData(): string {
  return manufacturerLines(readManufacturerLists(), readClashList(), readTakeoverList());
}

function read(file: string): string {
  return readFileSync(path.join(FOLDER, file), 'utf8');
}
