/** A part as a row of a file names it. Cells are trimmed; empty ones are null. */
export interface NamedRow {
  readonly itemNumber: string | null;
  readonly supplier: string | null;
  readonly partNumber: string | null;
  readonly gtin: string | null;
}

export const NAMES_NOTHING: NamedRow = { itemNumber: null, supplier: null, partNumber: null, gtin: null };
