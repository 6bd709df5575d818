/** One row of a foreign file as a record, by the readers of its fields; what a record may be is decided as for every import (item-line.ts). */
import { readItem, type ImportedItem, type ItemLineError } from './item-line.ts';
import type { Reading, RowProblem, SourceRow } from './read-value.ts';

/** The field and its value; null says nothing. */
export type FieldReader = (row: SourceRow, reading: Reading) => readonly [field: string, value: unknown];

export type MappedRow =
  | { readonly kind: 'item'; readonly item: ImportedItem }
  | { readonly kind: 'refused'; readonly problem: RowProblem | ItemLineError }
  /** The mapping leaves such rows out. */
  | { readonly kind: 'passed_over' };

export function readRecord(row: SourceRow, fields: readonly FieldReader[]): MappedRow {
  const reading: Reading = { problems: [] };
  const said = fields.map((read) => read(row, reading));
  const [problem] = reading.problems;
  if (problem !== undefined) return { kind: 'refused', problem };
  const item = readItem(Object.fromEntries(said.filter(([, value]) => value !== null)));
  return item.ok ? { kind: 'item', item: item.value } : { kind: 'refused', problem: item.reason };
}
