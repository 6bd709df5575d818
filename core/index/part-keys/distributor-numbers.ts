/**
 * Recognizes distributors' order numbers, which files contain instead of part numbers. They give candidates, never
 * matches.
 */
import { readTable } from '../../read-table.ts';
import { DISTRIBUTOR_NUMBERS } from './packed-distributors.ts';

interface DistributorNumber {
  readonly distributor: string;
  /**
   * The part number within the order number, if the form contains it; it may have a few extra characters at the end.
   */
  readonly manufacturerNumber: string | undefined;
  /**
   * Whether no manufacturer's own numbers have this form; otherwise it is a distributor's only if its part number is
   * known.
   */
  readonly isSure: boolean;
}

/** The group `number` of a form is the manufacturer's part number. */
const FORMS = readTable(DISTRIBUTOR_NUMBERS).map(([distributor, form = '', marks = '']) => {
  const has = (mark: string): boolean => marks.split(' ').includes(mark);
  return { distributor, form: new RegExp(form, has('exact') ? '' : 'i'), isSure: has('sure') };
});

/** Returns the distributor with order numbers of this form; undefined if there is none. */
export function readDistributorNumber(partNumber: string): DistributorNumber | undefined {
  const text = partNumber.trim();
  if (text.length > 60) return undefined;
  for (const { distributor, form, isSure } of FORMS) {
    const match = form.exec(text);
    if (match !== null) return { distributor, manufacturerNumber: match.groups?.['number'], isSure };
  }
  return undefined;
}
