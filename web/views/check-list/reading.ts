/** How a person says that a file is to be read. */
import type { FieldName } from '../../../core/dashboard/upload-data.ts';

export type ColumnMeaning = FieldName | 'none' | '';

/** What a person says of a file; what they do not is found out. */
export interface Reading {
  readonly encoding: string | null;
  readonly sheet: string | null;
  readonly skip_rows: number | null;
  readonly columns: readonly { readonly place: number; readonly field: FieldName | 'none' }[];
}
