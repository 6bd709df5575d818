/** The key of a row in both tables, and its form as one string. */

export interface RowKey {
  readonly pk: string;
  readonly sk: string;
}

/** A row as read: its key and its other attributes. */
export type Row = RowKey & Readonly<Record<string, unknown>>;

/** Returns a string that is unique to a row whatever characters its key contains, for use as the key of a Map. */
export function rowId({ pk, sk }: RowKey): string {
  return JSON.stringify([pk, sk]);
}
