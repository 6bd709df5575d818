/** A text in a query, and what is searched for instead. */
export interface Correction {
  readonly written: string;
  readonly meant: string;
  readonly isManufacturer: boolean;
}
