/** How commands answer: one shape of data, shown as a table to a person or as JSON to a machine. */
import Table from 'cli-table3';
import { printable, printableJson } from './printable.ts';

export type Cell = string | number | boolean | null | undefined;

const NO_BORDERS = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map((part) => [part, part === 'middle' ? '  ' : '']),
);

const PLAIN_STYLE = { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true };

/** Columns aligned by what a terminal shows, wide characters counted as wide. Numbers stand to the right. */
export function printTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const table = new Table({
    head: [...headings],
    chars: NO_BORDERS,
    style: PLAIN_STYLE,
    colAligns: headings.map((_, column) => (typeof rows[0]?.[column] === 'number' ? 'right' : 'left')),
  });
  for (const row of rows) table.push(row.map(cellText));
  console.log(withoutTrailingSpace(table.toString()));
}

/** Names and values, one pair a line. */
export function printFields(fields: Readonly<Record<string, Cell>>): void {
  const table = new Table({ chars: NO_BORDERS, style: PLAIN_STYLE });
  for (const [name, value] of Object.entries(fields)) table.push([name, cellText(value)]);
  console.log(withoutTrailingSpace(table.toString()));
}

export function printJson(value: unknown): void {
  console.log(printableJson(value));
}

function cellText(value: Cell): string {
  return value === null || value === undefined ? '-' : printable(String(value));
}

function withoutTrailingSpace(text: string): string {
  return text.replace(/ +$/gm, '');
}
