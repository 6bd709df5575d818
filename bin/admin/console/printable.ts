/**
 * Makes untrusted text safe to print: a product title may contain terminal escape sequences, or bidirectional marks
 * that reorder a line.
 */

/**
 * Controls except tab and line feed (C1 too, because some terminals obey them), line separators, bidirectional marks.
 */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Returns the text as one safe line: unsafe characters as `\u001b`, line ends and tabs as spaces. */
export function printable(text: string): string {
  return escapeUnsafe(text).replace(/[\n\t]+/g, ' ');
}

/** Returns indented, equivalent JSON in which characters unsafe for a terminal are escaped. */
export function printableJson(value: unknown): string {
  return escapeUnsafe(JSON.stringify(value, null, 2));
}

function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
