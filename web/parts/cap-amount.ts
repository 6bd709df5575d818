/** Reads a spending cap as a member types it: `25`, `9.50`, `9,50`, `$9`. */

/** Returns whole cents; undefined for text that is not an amount, or is ambiguous, such as `1,250`. */
export function readCents(text: string): number | undefined {
  const amount = /^\$?\s*(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (amount === null) return undefined;
  const [, dollars = '0', cents = '0'] = amount;
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}
