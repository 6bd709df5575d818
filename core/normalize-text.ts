/** Unicode normalization whose work grows linearly with any text. */

/** What UAX #15 calls stream-safe; no language writes more marks on a letter than a handful. */
const MAX_MARKS = 30;
/** The half-width voicing marks are letters by category and become marks when they are normalised. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';
const LONG_RUN = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

const ASCII_ONLY = /^\p{ASCII}*$/u;

/**
 * The text in the form asked for. Of a run of combining marks the first 30 stay: normalising puts marks in order one by one, so that a longer
 * run would cost the square of its length.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  // Every form of such text is itself.
  if (ASCII_ONLY.test(text)) return text;
  return text.replace(LONG_RUN, '$1').normalize(form);
}
