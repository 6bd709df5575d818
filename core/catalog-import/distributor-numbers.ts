/** Order numbers of distributors by their form: what stands in a list in place of the maker's number. A hint alone, never a match. */

export interface DistributorNumber {
  readonly distributor: string;
  /** The maker's number inside of it, where the form has one; it may have a few characters too many behind. */
  readonly makerNumber: string | undefined;
}

/** `number`: the group that holds the maker's number. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['Digi-Key', /^(?:[0-9]{2,4}-[0-9]+|(?<number>.{4,}?)(?:CT|TR|DKR)?)(?:-[0-9]{1,2})?-ND$/i],
  ['LCSC', /^C[0-9]{4,8}$/],
  ['RS', /^[0-9]{3}-[0-9]{3,4}$/],
  ['Mouser', /^[0-9]{2,3}-(?<number>[A-Z0-9][A-Z0-9.\-/]{3,})$/i],
  ['Farnell', /^[0-9]{7}(?:RL)?$/],
];

/** The distributor whose order numbers look so; undefined when none does. */
export function readDistributorNumber(partNumber: string): DistributorNumber | undefined {
  const text = partNumber.trim();
  if (text.length > 60) return undefined;
  for (const [distributor, form] of FORMS) {
    const match = form.exec(text);
    if (match !== null) return { distributor, makerNumber: match.groups?.['number'] };
  }
  return undefined;
}
