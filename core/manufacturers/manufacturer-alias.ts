/** An alias that operators have added to the table of manufacturers or, with `maker: null`, removed from it. */
export interface MakerAlias {
  readonly spelling: string;
  /** The name of the maker that it means; null: it means no maker in particular. */
  readonly maker: string | null;
}
