/** The key of a row in both tables, and its form as one string. */

export interface RowKey {
  readonly pk: string;
  readonly sk: string;
}

/** Any other row as it is read: its key and whatever else it holds. */
export type Row = RowKey & Readonly<Record<string, unknown>>;

/** One string for one row, whatever characters its key holds; good as the key of a Map. */
export function rowId({ pk, sk }: RowKey): string {
  return JSON.stringify([pk, sk]);
}
