/** Order numbers of distributors by their form: what files contain in place of the manufacturer's number. A hint alone, never a match. */
import { readTable } from '../read-table.ts';
import { DISTRIBUTOR_NUMBERS } from './packed-distributors.ts';

export interface DistributorNumber {
  readonly distributor: string;
  /** The manufacturer's number inside of it, where the form has one; it may have a few characters too many behind. */
  readonly manufacturerNumber: string | undefined;
}

/** A form's group `number` holds the manufacturer's number. */
const FORMS = readTable(DISTRIBUTOR_NUMBERS).map(
  ([distributor, form = '', letters]) => [distributor, new RegExp(form, letters === 'exact' ? '' : 'i')] as const,
);

/** The distributor whose order numbers look so; undefined when none does. */
export function readDistributorNumber(partNumber: string): DistributorNumber | undefined {
  const text = partNumber.trim();
  if (text.length > 60) return undefined;
  for (const [distributor, form] of FORMS) {
    const match = form.exec(text);
    if (match !== null) return { distributor, manufacturerNumber: match.groups?.['number'] };
  }
  return undefined;
}
