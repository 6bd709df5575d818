/**
 * Prints the results of a part of the bench as an aligned table with three significant digits, which fits a terminal.
 * The full numbers are in docs/evidence/performance.json.
 */
import { printFields, printTable, type Cell } from '../bin/admin/console/print.ts';
import { isSpread, spreadText } from '../test/support/measure/spread.ts';

export function printResult(values: unknown): void {
  const rows = rowsOf(values);
  if (rows === undefined) {
    printFields(cellsOf(values as object));
    return;
  }
  const cells = rows.map((row) => cellsOf(row));
  const names = [...new Set(cells.flatMap((row) => Object.keys(row)))];
  printTable(
    names.map((name) => sentenceCase(name)),
    cells.map((row) => names.map((name) => row[name])),
  );
}

/** Returns undefined for a single value. */
function rowsOf(values: unknown): readonly object[] | undefined {
  if (Array.isArray(values)) return values as object[];
  const entries = Object.entries(values as object) as [string, unknown][];
  const isTable = entries.length > 0 && entries.every(([, value]) => isPlain(value));
  return isTable ? entries.map(([name, value]) => ({ name, ...(value as object) })) : undefined;
}

/** Flattens nested members; their names get a prefix. */
function cellsOf(row: object, prefix = ''): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(row as Record<string, unknown>).flatMap(([member, value]): [string, Cell][] => {
      const name = prefix === '' ? wordsOf(member) : `${prefix} ${wordsOf(member)}`;
      if (isPlain(value)) return Object.entries(cellsOf(value as object, name));
      return [[name, cellOf(value)]];
    }),
  );
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isSpread(value);
}

function cellOf(value: unknown): Cell {
  if (isSpread(value)) return spreadText(value);
  if (typeof value === 'number') return rounded(value);
  if (Array.isArray(value))
    return value.length > 3 ? `${value.length} values` : value.map((each) => String(cellOf(each))).join(', ');
  return value as Cell;
}

/** Rounds to three significant digits; leaves whole numbers unchanged. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

function wordsOf(member: string): string {
  return member.replaceAll(
    /([a-z])([A-Z0-9])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
