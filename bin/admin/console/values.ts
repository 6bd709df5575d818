/** Formats values for people: money in dollars, times to the minute in UTC. JSON output has the raw values. */
import { formatUsd, type NanoUsd } from '../../../core/money.ts';
import { numberText } from '../../../core/number-text.ts';
import { shortMinuteText } from '../../../core/time.ts';

/** Formats `1234567890` nano-USD as `$1.23456789`, and groups digits as in `$1,234.00`. */
export function dollars(amount: NanoUsd): string {
  return formatUsd(amount).replace(/\d+/, (whole) => numberText(Number(whole)));
}

export function minuteOrNull(ms: number | null): string | null {
  return ms === null ? null : shortMinuteText(ms);
}

/** Writes a part of a whole: `18 of 34`. */
export function ofAll(part: number, all: number): string {
  return `${numberText(part)} of ${numberText(all)}`;
}
