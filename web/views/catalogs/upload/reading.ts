/** A member's choices about how a file is read. */
import type { FieldName } from '../../../../core/dashboard/views/upload-data.ts';

export type ColumnMeaning = FieldName | 'none' | '';

/** The choices of a member; everything else is detected. */
export interface Reading {
  readonly encoding: string | null;
  readonly sheet: string | null;
  readonly skip_rows: number | null;
  /** The manufacturer of every row, for a file without a column of it. */
  readonly manufacturer: string | null;
  readonly columns: readonly { readonly place: number; readonly field: FieldName | 'none' }[];
}
