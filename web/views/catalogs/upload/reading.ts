/** A member's choices about how a file is read. */
import type { FieldName } from '../../../../core/dashboard/views/upload-data.ts';

/** `description`: its words are shown with the row and held against the part; only the service chooses it. */
export type ColumnMeaning = FieldName | 'description' | 'none';

/** The choices of a member; everything else is detected. */
export interface Reading {
  readonly encoding: string | null;
  readonly sheet: string | null;
  readonly skip_rows: number | null;
  /** The manufacturer of every row, for a file without a column of it. */
  readonly manufacturer: string | null;
  readonly columns: readonly { readonly place: number; readonly field: FieldName | 'none' }[];
}
