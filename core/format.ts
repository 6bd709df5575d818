/** Figures as people read them. Money is in money.ts, time in time.ts. */

/** `1,234,567` */
export function numberText(value: number): string {
  return value.toLocaleString('en-US');
}
