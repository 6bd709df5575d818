/** What was written in a query, and what is searched for in its place. */
export interface Correction {
  readonly written: string;
  readonly meant: string;
  readonly isMaker: boolean;
}
