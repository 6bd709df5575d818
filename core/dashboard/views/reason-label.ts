/**
 * Says the reason of a row to people. A row keeps the sentence that programs get; here it is looked up among the
 * sentences of the import, and a warning after it stays. Other phrases become sentences, and sentences stay.
 */
import { SKIPPED_TEXTS } from '../../catalogs/files/row-warnings.ts';
import { TOO_LONG_TEXTS } from '../../catalogs/import/match-rows.ts';
import { describePartProblem, PART_PROBLEMS } from '../../index/lookup/read-part.ts';

const PART_PROBLEM_LABELS: Readonly<Record<keyof typeof PART_PROBLEMS, string>> = {
  number_missing: 'The part number is missing.',
  manufacturer_missing: 'The manufacturer is missing.',
  number_names_none: 'The part number is missing.',
  manufacturer_names_none: 'The manufacturer is missing.',
  number_unsearchable: 'The part number holds no letter or digit.',
  manufacturer_unsearchable: 'The manufacturer names nobody.',
};

/** Labels by the sentences that rows keep. */
const LABELS: readonly (readonly [sentence: string, label: string])[] = [
  ...Object.entries(PART_PROBLEMS).map(
    ([problem, said]) =>
      [describePartProblem(said).message, PART_PROBLEM_LABELS[problem as keyof typeof PART_PROBLEMS]] as const,
  ),
  [TOO_LONG_TEXTS.manufacturer, 'The manufacturer’s name is too long to be one.'],
  [TOO_LONG_TEXTS.part_number, 'The part number is too long to be one.'],
  [SKIPPED_TEXTS.empty, 'The row is empty.'],
  [SKIPPED_TEXTS.nothing_named, 'Names neither a part nor a barcode.'],
];

export function reasonLabel(reason: string | null): string | null {
  if (reason === null) return null;
  const known = LABELS.find(([sentence]) => reason === sentence || reason.startsWith(`${sentence} `));
  if (known !== undefined) return `${known[1]}${reason.slice(known[0].length)}`;
  return /^\p{Ll}/u.test(reason) ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : reason;
}
