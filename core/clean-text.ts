/** Text from outside (product records, clients), made fit for a log field, an error's field or a summary. */

/** Words of printable ASCII with one space between. */
const CLEAN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/**
 * Without control and invisible formatting characters or unpaired surrogates, with white space folded,
 * and at most `length` characters (code points).
 */
export function cleanText(text: string, length: number): string {
  if (text.length <= length && CLEAN.test(text)) return text;
  const cleaned = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(cleaned.slice(0, length * 2))
    .slice(0, length)
    .join('');
}
