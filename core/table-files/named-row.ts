/** A row as its file names the part. Trimmed; null where nothing stands. */
export interface NamedRow {
  readonly itemNumber: string | null;
  readonly supplier: string | null;
  readonly partNumber: string | null;
  readonly gtin: string | null;
}
