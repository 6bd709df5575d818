/** Text from outside in a summary, cut and cleaned: title, manufacturer and part number of a record, and what the caller asked for (docs/reference/http.md#results). */
import { cleanText } from '../clean-text.ts';
import type { ShownItem } from '../items/item-selection.ts';

const QUOTE_LENGTH = 120;

export function quoteForSummary(text: string | null | undefined): string {
  return cleanText(text ?? '', QUOTE_LENGTH);
}

/** Manufacturer, part number and title of a record as it is shown, in one line: what is not shown and billed is not named. Its id where it shows none of them. */
export function nameItem({ id, manufacturer, mpn, title }: ShownItem): string {
  const part = [manufacturer, mpn].map(quoteForSummary).filter(Boolean).join(' ');
  return [part, quoteForSummary(title)].filter(Boolean).join(' – ') || id;
}
