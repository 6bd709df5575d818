/** Prints the answer of a command as a table or as JSON. */
import stringWidth from 'string-width';
import { numberText } from '../../../core/number-text.ts';
import { printable, printableJson } from './printable.ts';
import { screenColumns, styled } from './screen.ts';
import { tableLines, wrapText, type Column } from './table-text.ts';

export type Cell = string | number | boolean | null | undefined;

/**
 * Prints a table that is never wider than the terminal. Numbers are grouped and right-aligned; wide characters count as
 * two columns.
 */
export function printTable(columns: readonly (string | Column)[], rows: readonly (readonly Cell[])[]): void {
  const lines = tableLines(
    columns.map((column) => (typeof column === 'string' ? { heading: column } : column)),
    rows.map((row) => row.map(cellText)),
    { columns: screenColumns(), heading: (text) => styled('bold', text), below: (text) => styled('dim', text) },
  );
  for (const line of lines) console.log(line);
}

const LEAST_VALUE = 20;

/** Prints one name and value per line, with the name capitalized. */
export function printFields(fields: Readonly<Record<string, Cell>>): void {
  const names = Object.keys(fields).map(sentenceCase);
  const nameWidth = Math.max(0, ...names.map((name) => stringWidth(name)));
  const valueWidth = Math.max(LEAST_VALUE, screenColumns() - nameWidth - 2);
  Object.values(fields).forEach((value, place) => {
    const name = names[place] ?? '';
    const [first = '', ...more] = wrapText(cellText(value), valueWidth);
    console.log(`${styled('dim', name)}${' '.repeat(nameWidth - stringWidth(name) + 2)}${first}`.trimEnd());
    for (const line of more) console.log(`${' '.repeat(nameWidth + 2)}${line}`);
  });
}

/** Prints text wrapped between words. */
export function printText(text: string): void {
  for (const line of wrapText(printable(text), screenColumns())) console.log(line);
}

/** Prints the likely next step, with its command on one line for pasting. */
export function printNext(why: string, command: string): void {
  console.log(`\n${styled('dim', `${why}:`)}\n  ${styled('cyan', printable(command))}`);
}

export function printJson(value: unknown): void {
  console.log(printableJson(value));
}

function cellText(value: Cell): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? numberText(value) : printable(value);
}

function sentenceCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
