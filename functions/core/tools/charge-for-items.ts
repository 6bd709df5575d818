/** What an answer with these records costs (docs/behaviour.md 8.2): the sum over its records, each rounded up. */
import { countTokens } from '../billing/token-count.ts';
import type { Charge } from '../accounts/usage.ts';
import type { ShownItem } from '../products/item-selection.ts';

/** Each record counts once, however often the answer shows it: pass distinct records. */
export function chargeForItems(items: readonly ShownItem[]): Charge {
  return { tokens: items.reduce((sum, item) => sum + countTokens(item), 0), items: items.length };
}
