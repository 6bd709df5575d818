/**
 * Computes the charge of items (docs/reference/behavior.md#metering): the sum of the tokens of each item as shown, each
 * rounded up.
 */
import { NO_CHARGE, type Charge } from '../accounts/usage.ts';

export const BYTES_PER_TOKEN = 4;

/** @param shownItems distinct items: an item counts once, even if the answer shows it several times */
export function chargeForItems(shownItems: readonly object[]): Charge {
  return { tokens: shownItems.reduce<number>((sum, item) => sum + countTokens(item), 0), items: shownItems.length };
}

/** Returns the tokens of one item: a quarter of its bytes as JSON. */
export function countTokens(shownItem: object): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(shownItem)) / BYTES_PER_TOKEN);
}

/**
 * Returns whether there is nothing to pay. The part of a charge that exceeds a receipt may have tokens without items.
 */
export function isNothing({ tokens, items }: Charge): boolean {
  return tokens === NO_CHARGE.tokens && items === NO_CHARGE.items;
}
