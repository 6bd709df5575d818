/** What items cost (docs/reference/behavior.md#metering): the tokens of each as shown, rounded up; a call costs the sum over its items. */
import type { Charge } from '../accounts/usage.ts';

export const BYTES_PER_TOKEN = 4;

/** Each item counts once, even if the answer shows it several times: pass distinct items. */
export function chargeForItems(shownItems: readonly object[]): Charge {
  return { tokens: shownItems.reduce<number>((sum, item) => sum + countTokens(item), 0), items: shownItems.length };
}

/** The tokens of one item: a quarter of its bytes as JSON. */
export function countTokens(shownItem: object): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(shownItem)) / BYTES_PER_TOKEN);
}
