/**
 * Text of others on a terminal: a product title may hold escape sequences that colour, move or rename things, and bidirectional
 * marks that reorder a line. What a person reads here is always the text itself.
 */

/** Controls but tab and line feed (C1 too: some terminals obey them), line separators, bidirectional marks. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** One line that does nothing but show: unsafe characters as `\u001b`, line ends and tabs as spaces. */
export function printable(text: string): string {
  return escapeUnsafe(text).replace(/[\n\t]+/g, ' ');
}

/** JSON for a machine, indented for a person; still the same JSON, though nothing in it moves a terminal. */
export function printableJson(value: unknown): string {
  return escapeUnsafe(JSON.stringify(value, null, 2));
}

function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
