/** What every kind of file is read into: slices of records, with the place behind each. */
import type { MappedRow } from '../../../core/item-import/read-mapped.ts';
import type { FilePlace } from './read-lines.ts';

/** A row that its format already cannot read; the reason repeats nothing of it. */
export interface BrokenRow {
  readonly kind: 'broken_row';
  readonly reason: string;
}

type Refused = Extract<MappedRow, { kind: 'refused' }>;
export type RecordProblem = Refused['problem'] | BrokenRow;

export interface ReadRecord {
  /** The line of a text, the row of a sheet, the place in a list; from 1. */
  readonly line: number;
  readonly read: Exclude<MappedRow, Refused> | { readonly kind: 'refused'; readonly problem: RecordProblem };
}

export interface RecordSlice {
  /** Blank rows and headings are none. */
  readonly records: readonly ReadRecord[];
  readonly end: FilePlace;
}
