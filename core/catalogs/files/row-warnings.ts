/**
 * Says in one sentence why a row was skipped, and what to know of a barcode or a set of columns that it names. Nothing
 * of the row is quoted. Rows keep these sentences, so that a changed one is no longer found in a stored reason.
 */
import { NO_PART_TEXTS, type NoPart } from '../../index/part-keys/no-part.ts';
import type { LineWithoutPart } from './heading-words.ts';

export type SkippedWhy = 'empty' | 'total' | 'heading' | 'page';

/** Why a GTIN is not used, or how it was restored; or which set of manufacturer and number is used. */
export type RowWarning =
  | 'barcode_scientific'
  | 'barcode_wrong_check_digit'
  | 'barcode_wrong_length'
  | 'barcode_not_digits'
  | 'barcode_zeros_restored'
  | 'barcode_written_short'
  | 'second_set_used'
  | 'further_set_used';

/** Why rows are skipped that may describe a thing without naming it: a person may say what it is. */
export const OWN_NUMBER_ONLY = 'only a number of your own: no manufacturer and no number';
export const NOTHING_NAMED = 'nothing in the columns that name a part';

export const SKIPPED_TEXTS: Readonly<
  Record<SkippedWhy | 'nothing_named' | 'line' | 'own' | LineWithoutPart | NoPart, string>
> = {
  empty: 'empty row',
  total: 'a row of totals',
  heading: 'the heading once more',
  page: 'the foot of a page',
  nothing_named: NOTHING_NAMED,
  line: 'a line of text, no part',
  charge: 'freight, a fee or a discount, no part',
  feature: 'a mark, a pad or a hole of the board, no part',
  made: 'made in house: no manufacturer and no number',
  own: OWN_NUMBER_ONLY,
  ...NO_PART_TEXTS,
};

/** Returns one sentence for each warning. */
export function describeWarnings(warnings: readonly RowWarning[]): readonly string[] {
  return warnings.map((warning) => WARNING_TEXTS[warning]);
}

/** Returns the warnings in a row's reason, which stay true if the row is matched later. Null if there are none. */
export function warningsIn(reason: string | null): string | null {
  const texts = Object.values(WARNING_TEXTS).filter((text) => reason?.includes(text) === true);
  return texts.length === 0 ? null : texts.join(' ');
}

const WARNING_TEXTS: Readonly<Record<RowWarning, string>> = {
  barcode_scientific: 'The barcode was spoiled by a spreadsheet (scientific notation) and is not used.',
  barcode_wrong_check_digit: 'The barcode has a wrong check digit and is not used.',
  barcode_wrong_length: 'The barcode has a wrong number of digits and is not used.',
  barcode_not_digits: 'The barcode contains more than digits and is not used.',
  barcode_zeros_restored: 'The barcode’s leading zeros were restored.',
  barcode_written_short: 'The barcode was written short; all its digits are there.',
  second_set_used: 'The first manufacturer and number are empty; the second are used.',
  further_set_used: 'The first manufacturer and number are empty; the next that are filled are used.',
};
