/** A part as a row of a file names it. Trimmed; null for empty cells. */
export interface NamedRow {
  readonly itemNumber: string | null;
  readonly supplier: string | null;
  readonly partNumber: string | null;
  readonly gtin: string | null;
}
