/** Normalizes Unicode in time linear in the length of any text. */

/** The limit of the Stream-Safe Text Format (UAX #15); no language puts more than a few marks on a letter. */
const MAX_MARKS = 30;
/** The half-width voicing marks are letters by category but become marks in compatibility normalization. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';
const LONG_RUN = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');

const NOT_ASCII = /[\u0080-\uffff]/;

/**
 * Returns the text in the given form, with runs of combining marks cut to 30: normalization sorts the marks of a run in
 * time that is quadratic in the length of the run.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  // ASCII text is the same in every form.
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(LONG_RUN, '$1').normalize(form);
}
