/** Product text in a summary: only title, maker and part number ever come here (wire-contract.md, "Results"). */
import { cleanText } from '../clean-text.ts';

const QUOTE_LENGTH = 120;

export function quoteForSummary(text: string | null): string {
  return cleanText(text ?? '', QUOTE_LENGTH);
}

/** Maker, part number and title of a record in one line; its id where it has none of them. */
export function nameItem(item: {
  readonly id: string;
  readonly manufacturer: string | null;
  readonly mpn: string | null;
  readonly title: string | null;
}): string {
  const part = [item.manufacturer, item.mpn].map(quoteForSummary).filter(Boolean).join(' ');
  const title = quoteForSummary(item.title);
  return [part, title].filter(Boolean).join(' – ') || item.id;
}
