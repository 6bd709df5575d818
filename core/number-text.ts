/** Formats numbers for people. money.ts formats money, time.ts times. */

/** `1,234,567` */
export function numberText(value: number): string {
  return value.toLocaleString('en-US');
}
