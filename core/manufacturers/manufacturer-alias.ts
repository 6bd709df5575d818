/** An alias that operators have added to the table of manufacturers or, with `manufacturer: null`, removed from it. */
export interface ManufacturerAlias {
  readonly spelling: string;
  /** The name of the manufacturer that it means; null: it means no manufacturer in particular. */
  readonly manufacturer: string | null;
}
