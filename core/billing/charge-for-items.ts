/** What records cost (docs/reference/behavior.md#metering): the tokens of each as it is shown, rounded up; a call's are the sum over its records. */
import type { Charge } from '../accounts/usage.ts';

/** Each record counts once, however often the answer shows it: pass distinct records. */
export function chargeForItems(shownItems: readonly object[]): Charge {
  return { tokens: shownItems.reduce<number>((sum, item) => sum + countTokens(item), 0), items: shownItems.length };
}

/** The tokens of one record: a quarter of its bytes as JSON. */
export function countTokens(shownItem: object): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(shownItem)) / 4);
}
