/** Selects the parts that a period's statement lists, from all that research charged. */
import type { FoundPart } from './statement.ts';

/** A part with the row that its charge is on. */
export interface ChargedPart extends FoundPart {
  readonly periodKey: string;
}

/** Returns the parts that were charged on the period's row, in the order in which they were found. */
export function foundPartsOf(periodKey: string, charged: readonly ChargedPart[]): readonly FoundPart[] {
  return charged
    .filter((part) => part.periodKey === periodKey)
    .map(({ manufacturer, partNumber, foundAtMs }) => ({ manufacturer, partNumber, foundAtMs }))
    .sort((a, b) => a.foundAtMs - b.foundAtMs);
}
