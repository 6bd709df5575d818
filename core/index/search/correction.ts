/** A text in a query, and the text that replaces it in the search. */
export interface Correction {
  readonly written: string;
  readonly meant: string;
  readonly kind: 'word' | 'manufacturer' | 'short name' | 'range' | 'rarest';
}
