/** The figures that summarize many measured values. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

/** Median / 95th percentile / maximum. */
export function spreadText({ p50, p95, max }: Spread): string {
  return `${p50} / ${p95} / ${max}`;
}

export function isSpread(value: unknown): value is Spread {
  return typeof value === 'object' && value !== null && 'p50' in value && 'p95' in value && 'max' in value;
}
