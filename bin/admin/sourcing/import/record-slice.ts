/** The common form of all file formats: slices of records, each with the place where the next slice begins. */
import type { MappedRow } from '../../../../core/sourcing/item-import/read-mapped.ts';
import type { FilePlace } from './read-lines.ts';

/** A row that violates its file format; the reason contains none of its text. */
interface BrokenRow {
  readonly kind: 'broken_row';
  readonly reason: string;
}

type Refused = Extract<MappedRow, { kind: 'refused' }>;
export type RecordProblem = Refused['problem'] | BrokenRow;

export interface ReadRecord {
  /** The line of a text file, row of a sheet, or position in a JSON array, from 1. */
  readonly line: number;
  readonly read: Exclude<MappedRow, Refused> | { readonly kind: 'refused'; readonly problem: RecordProblem };
}

export interface RecordSlice {
  /** Without blank rows and headings. */
  readonly records: readonly ReadRecord[];
  readonly end: FilePlace;
}
