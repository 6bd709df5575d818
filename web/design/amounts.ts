/** Writes numbers for people: in full, and short where space is small. */

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `950`, `12.4k`, `1.90 M`. */
export function shortCount(value: number): string {
  if (value < 10_000) return count(value);
  if (value < 999_500) return `${trimmed(value / 1_000, value < 100_000 ? 1 : 0)}k`;
  return `${trimmed(value / 1_000_000, value < 10_000_000 ? 2 : 1)}\u00A0M`;
}

/**
 * `1 part`, `2,000 parts`.
 * @param many the word for all counts but one
 */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Writes the calls that were billed, of all: `18 of 34`. The figure is called “Billed calls” everywhere. */
export function billedCalls(billed: number, all: number): string {
  return `${count(billed)} of ${count(all)}`;
}

function trimmed(value: number, places: number): string {
  return value.toFixed(places).replace(/\.0+$/, '');
}

/**
 * Rounds an exact cost such as `$12.3864` up to whole cents; an amount below one cent is written as such. Costs are
 * never rounded down and remainders never up, so the two never add up to more than the cap.
 */
export function dollars(exact: string): string {
  return centsInWords(exact, 'up');
}

/** Writes an amount that is left to spend, rounded down. */
export function dollarsLeft(exact: string): string {
  return centsInWords(exact, 'down');
}

function centsInWords(exact: string, towards: 'up' | 'down'): string {
  const [, minus = '', whole = '0', decimals = ''] = /^(-?)\$([\d,]+)(?:\.(\d+))?$/.exec(exact) ?? [];
  const below = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  const isWhole = /^0*$/.test(decimals.slice(2));
  if (below === 0 && !isWhole) return `${minus === '' ? '' : 'minus '}less than $0.01`;
  // For a credit, the lower amount is the higher cost.
  const isMore = !isWhole && (towards === 'up') === (minus === '');
  const cents = below + (isMore ? 1 : 0);
  return `${minus}$${count(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

/** Returns the amount as a number, only for drawing and for comparisons with zero. No amount is computed with it. */
export function dollarsOf(exact: string): number {
  return Number(exact.replace(/[$,]/g, ''));
}
