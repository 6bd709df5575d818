/**
 * Amounts are whole nano-USD inside the service; cents and dollars appear only at the edges.
 * A token costs a fraction of a micro-USD (docs/reference/billing.md). Safe integers reach nine million dollars.
 */
export type NanoUsd = number;

export const NANO_USD_PER_CENT: NanoUsd = 10_000_000;
const NANO_USD_PER_USD: NanoUsd = 1_000_000_000;

/** The price of a part that research found: 0.15 USD (docs/reference/tools.md#request_enrichment). */
export const RESEARCH_PRICE_NANO_USD: NanoUsd = 150_000_000;
/** The same price in wire format. */
export const RESEARCH_PRICE_USD_TEXT = '0.15';

export function centsToNanoUsd(cents: number): NanoUsd {
  return cents * NANO_USD_PER_CENT;
}

/** Formats dollars for people, with at least two decimals: `1234567890` is `$1.23456789`. */
export function formatUsd(amount: NanoUsd): string {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const whole = Math.floor(absolute / NANO_USD_PER_USD);
  const decimals = String(absolute % NANO_USD_PER_USD)
    .padStart(9, '0')
    .replace(/0{1,7}$/, '');
  return `${sign}$${whole}.${decimals}`;
}

/** Parses a text that `formatUsd` wrote; returns 0 for any other text. */
export function readUsd(text: string): NanoUsd {
  // Stryker disable next-line ArrayDeclaration: the whole match at the first place is never read
  const [, minus = '', whole = '', decimals = ''] = /^(-?)\$(\d+)\.(\d{2,9})$/.exec(text) ?? [];
  const amount = Number(whole) * NANO_USD_PER_USD + Number(decimals.padEnd(9, '0'));
  return minus === '' ? amount : -amount;
}
