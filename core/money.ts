/**
 * Money is whole nano-USD everywhere inside; cents and dollars appear only at the edges.
 * A price per token has no whole micro-USD (docs/reference/billing.md). Safe integers hold nine million dollars.
 */
export type NanoUsd = number;

export const NANO_USD_PER_CENT: NanoUsd = 10_000_000;
const NANO_USD_PER_USD: NanoUsd = 1_000_000_000;

/** The price of one researched part that was found: 0.15 USD (docs/reference/tools.md#request_enrichment). */
export const RESEARCH_PRICE_NANO_USD: NanoUsd = 150_000_000;
/** The same price as the wire says it. */
export const RESEARCH_PRICE_USD_TEXT = '0.15';

export function centsToNanoUsd(cents: number): NanoUsd {
  return cents * NANO_USD_PER_CENT;
}

/** Dollars for people to read: `1234567890` is `$1.23456789`, never fewer than two decimals. */
export function formatUsd(amount: NanoUsd): string {
  const sign = amount < 0 ? '-' : '';
  const absolute = Math.abs(amount);
  const whole = Math.floor(absolute / NANO_USD_PER_USD);
  const decimals = String(absolute % NANO_USD_PER_USD)
    .padStart(9, '0')
    .replace(/0{1,7}$/, '');
  return `${sign}$${whole}.${decimals}`;
}

/** The amount of a text that `formatUsd` wrote. */
export function readUsd(text: string): NanoUsd {
  const [, minus = '', whole = '0', decimals = ''] = /^(-?)\$(\d+)\.(\d{2,9})$/.exec(text) ?? [];
  const amount = Number(whole) * NANO_USD_PER_USD + Number(decimals.padEnd(9, '0'));
  return minus === '' ? amount : -amount;
}
