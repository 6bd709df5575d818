/** Order numbers of distributors by their form: what stands in a list in place of the maker's number. A hint alone, never a match. */

const FORMS: readonly (readonly [string, RegExp])[] = [
  ['Digi-Key', /-(?:ND|1-ND|2-ND|6-ND)$/i],
  ['LCSC', /^C[0-9]{4,8}$/],
  ['RS', /^[0-9]{3}-[0-9]{3,4}$/],
  ['Mouser', /^[0-9]{2,3}-[A-Z0-9][A-Z0-9.\-/]{3,}$/i],
  ['Farnell', /^[0-9]{7}(?:RL)?$/],
];

/** The distributor whose order numbers look so; undefined when none does. */
export function distributorOf(partNumber: string): string | undefined {
  const text = partNumber.trim();
  return FORMS.find(([, form]) => form.test(text))?.[0];
}
