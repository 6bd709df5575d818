/** An alias that operators have added to the table of manufacturers or, with `manufacturer: null`, removed from it. */
export interface ManufacturerAlias {
  readonly spelling: string;
  /** The manufacturer that it means, or null for none in particular. */
  readonly manufacturer: string | null;
}
