import { describe, expect, test } from 'vitest';
import { SKIPPED_TEXTS } from '../../../../core/catalogs/files/row-warnings.ts';
import { TOO_LONG_TEXTS } from '../../../../core/catalogs/import/match-rows.ts';
import { reasonLabel } from '../../../../core/dashboard/views/reason-label.ts';
import { describePartProblem, PART_PROBLEMS } from '../../../../core/index/lookup/read-part.ts';

const SENTENCES = [
  ...Object.values(PART_PROBLEMS).map((problem) => describePartProblem(problem).message),
  ...Object.values(TOO_LONG_TEXTS),
  ...Object.values(SKIPPED_TEXTS),
];

describe('the reason of a row', () => {
  test.each(SENTENCES)('that a row keeps as “%s” is one sentence for people', (sentence) => {
    const label = reasonLabel(sentence);
    expect(label).toMatch(/^\p{Lu}[^.]*\.$/u);
    expect(label).not.toMatch(/_|gtin|query|is missing\. /);
  });

  test('without one is none', () => {
    expect(reasonLabel(null)).toBeNull();
  });

  test.each([
    [describePartProblem(PART_PROBLEMS.number_missing).message, 'The part number is missing.'],
    [describePartProblem(PART_PROBLEMS.manufacturer_unsearchable).message, 'The manufacturer names nobody.'],
    [TOO_LONG_TEXTS.part_number, 'The part number is too long to be one.'],
    [SKIPPED_TEXTS.nothing_named, 'Names neither a part nor a barcode.'],
    [SKIPPED_TEXTS.total, 'A row of totals.'],
    ['the line is not JSON', 'The line is not JSON.'],
    ['The index has no such barcode.', 'The index has no such barcode.'],
  ])('“%s” reads “%s”', (reason, label) => {
    expect(reasonLabel(reason)).toBe(label);
  });

  test('keeps a warning that follows it', () => {
    const warning = 'The barcode has a wrong check digit and is not used.';
    const { message } = describePartProblem(PART_PROBLEMS.number_missing);
    expect(reasonLabel(`${message} ${warning}`)).toBe(`The part number is missing. ${warning}`);
  });
});
