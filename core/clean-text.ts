/** Cleans text from outside (items, clients) for a log field, an error's field or a summary. */

/** Matches words of printable ASCII separated by single spaces. */
const CLEAN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/**
 * Removes control and invisible formatting characters, replaces unpaired surrogates, folds white space
 * and keeps at most `length` code points.
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
