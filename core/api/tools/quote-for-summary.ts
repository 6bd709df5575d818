/**
 * Cuts and cleans untrusted text in a summary: an item's title, manufacturer and part number, and the caller's text
 * (docs/reference/http.md#results).
 */
import { cleanText } from '../../clean-text.ts';
import type { ShownItem } from '../../index/items/item-selection.ts';

const QUOTE_LENGTH = 120;

export function quoteForSummary(text: string | null | undefined): string {
  return cleanText(text ?? '', QUOTE_LENGTH);
}

/** Names an item by its manufacturer, part number and title, as far as the answer shows them, or else by its id. */
export function nameItem({ id, manufacturer, mpn, title }: ShownItem): string {
  const part = joined(quoteForSummary(manufacturer), ' ', quoteForSummary(mpn));
  return joined(part, ' – ', quoteForSummary(title)) || id;
}

function joined(before: string, between: string, after: string): string {
  return before === '' || after === '' ? before + after : before + between + after;
}
