/** A spelling that operators have added to the table of makers, or, with `maker: null`, taken out of it. */
export interface MakerAlias {
  readonly spelling: string;
  /** The name of the maker that it means; null: it means no maker in particular. */
  readonly maker: string | null;
}
