/** The lists of data/makers, read and put together. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  makerLines,
  readClashRows,
  readMakerRows,
  readTakeoverRows,
  type ClashRow,
  type MakerRow,
  type TakeoverRow,
} from './maker-rows.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../data/makers');

export function readMakerLists(): readonly MakerRow[] {
  return ['makers-electronics.txt', 'makers-industry.txt'].flatMap((file) => readMakerRows(read(file)));
}

export function readClashList(): readonly ClashRow[] {
  return readClashRows(read('clashes.txt'));
}

export function readTakeoverList(): readonly TakeoverRow[] {
  return readTakeoverRows(read('takeovers.txt'));
}

/** The lists as the text that the service reads. */
export function readMakerData(): string {
  return makerLines(readMakerLists(), readClashList(), readTakeoverList());
}

function read(file: string): string {
  return readFileSync(path.join(FOLDER, file), 'utf8');
}
