/** How people read values: numbers in groups, money in dollars, moments to the minute in UTC. Machines get the values themselves. */
import { formatUsd, type NanoUsd } from '../../../core/money.ts';

/** `1234567` as `1,234,567`. */
export function grouped(number: number): string {
  const [whole = '', fraction] = String(number).split('.');
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** `1234567890` nano-USD as `$1.23456789`, `$1,234.00` with groups. */
export function dollars(amount: NanoUsd): string {
  return formatUsd(amount).replace(/\d+/, (whole) => grouped(Number(whole)));
}

/** `2026-11-22 10:46`, UTC. */
export function minuteText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

export function minuteOrNull(ms: number | null): string | null {
  return ms === null ? null : minuteText(ms);
}
