/**
 * Formats values for people: grouped numbers, money in dollars, times to the minute in UTC. JSON output has the raw
 * values.
 */
import { formatUsd, type NanoUsd } from '../../../core/money.ts';

/** Formats `1234567` as `1,234,567`. */
export function grouped(number: number): string {
  const [whole = '', fraction] = String(number).split('.');
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** Formats `1234567890` nano-USD as `$1.23456789`, and groups digits as in `$1,234.00`. */
export function dollars(amount: NanoUsd): string {
  return formatUsd(amount).replace(/\d+/, (whole) => grouped(Number(whole)));
}

/** Formats a time as `2026-11-22 10:46`, UTC. */
export function minuteText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

export function minuteOrNull(ms: number | null): string | null {
  return ms === null ? null : minuteText(ms);
}

/** Writes a part of a whole: `18 of 34`. */
export function ofAll(part: number, all: number): string {
  return `${grouped(part)} of ${grouped(all)}`;
}
