/** The `message` of a part that was found under another spelling of its manufacturer ("TI is Texas Instruments."); one found as it was asked for has none. */
import type { Part } from '../lookup/find-part.ts';
import type { ShownItem } from '../items/item-selection.ts';
import { describeSpelling } from '../manufacturers/manufacturer-hints.ts';

/** Names only what the answer shows: undefined when the caller left the manufacturer out. */
export function spellingMessage(part: Part, item: ShownItem): string | undefined {
  if (part.by === 'gtin') return undefined;
  const shown = { manufacturer: textOf(item['manufacturer']), brand: textOf(item['brand']) };
  const said = describeSpelling(part.manufacturer, shown);
  return said === null ? undefined : `${said}.`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The sentences that there are, as one message; undefined where there are none. */
export function joined(sentences: readonly (string | undefined)[]): string | undefined {
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || undefined;
}
