/**
 * Reads one row of a foreign file as an item with the readers of its fields; item-line.ts validates it, as in every
 * import.
 */
import { readItem, type ImportedItem, type ItemLineProblem } from './item-line.ts';
import type { Reading, RowProblem, SourceRow } from './read-value.ts';

/** Returns the field and its value, or null if the row states none. */
export type FieldReader = (row: SourceRow, reading: Reading) => readonly [field: string, value: unknown];

export type MappedRow =
  | { readonly kind: 'item'; readonly item: ImportedItem }
  | { readonly kind: 'refused'; readonly problem: RowProblem | ItemLineProblem }
  /** The mapping leaves the row out. */
  | { readonly kind: 'passed_over' };

export function readRecord(row: SourceRow, fields: readonly FieldReader[]): MappedRow {
  const reading: Reading = { problems: [] };
  const members = fields.map((read) => read(row, reading));
  const [problem] = reading.problems;
  if (problem !== undefined) return { kind: 'refused', problem };
  const item = readItem(Object.fromEntries(members.filter(([, value]) => value !== null)));
  return item.ok ? { kind: 'item', item: item.value } : { kind: 'refused', problem: item.reason };
}
