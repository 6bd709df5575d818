/** Numbers of people: in full, and short where the place is small. */

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `950`, `12.4k`, `1.90 M`. */
export function shortCount(value: number): string {
  if (value < 10_000) return count(value);
  if (value < 999_500) return `${trimmed(value / 1_000, value < 100_000 ? 1 : 0)}k`;
  return `${trimmed(value / 1_000_000, value < 10_000_000 ? 2 : 1)}\u00A0M`;
}

/** `1 part`, `2,000 parts`. @param many the word for all counts but one */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

function trimmed(value: number, places: number): string {
  return value.toFixed(places).replace(/\.0+$/, '');
}

/** Dollars as people read them, of an exact amount such as `$12.3864`: whole cents, and what is less than one says so. */
export function dollars(exact: string): string {
  const amount = dollarsOf(exact);
  if (amount > 0 && amount < 0.005) return 'less than $0.01';
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Only for drawing: a price is never computed with it. */
export function dollarsOf(exact: string): number {
  return Number(exact.replace(/[$,]/g, ''));
}
