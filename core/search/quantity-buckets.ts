/**
 * Values of a record as buckets in its signature, six a decade, and the buckets that a bound asks for. No posting is written for them: what a signature
 * lets through is compared with the exact values of the record's CORE row.
 */
import type { Quantities, QuantityUnit, StatedValue } from '../items/item-quantities.ts';
import type { Term } from './term.ts';

const BUCKETS_A_DECADE = 6;
/** A bound asks for no more: a record whose value lies two and a half decades further is not meant. */
const MAX_BOUND_BUCKETS = 16;
/** A range is filed no further down. */
const MAX_RANGE_BUCKETS = 24;
const KELVIN = 273.15;
/** Among the values of one bucket some may lie beyond the bound. */
const ROUNDING = 1e-9;

/** From the first to the second; -Infinity and Infinity where one side is open. */
export interface ValueBound {
  readonly unit: QuantityUnit;
  readonly from: number;
  readonly to: number;
  /** Whether the ends themselves count. */
  readonly isOpen: boolean;
}

/** The buckets of all values that a record states, each once. */
export function bucketTerms(quantities: Quantities): readonly Term[] {
  return Object.entries(quantities).flatMap(([name, values]) => {
    const unit = name as QuantityUnit;
    const buckets = new Set(values.flatMap((value) => bucketsOfValue(unit, value)));
    return [...buckets].map((bucket) => bucketTerm(unit, bucket));
  });
}

/** The buckets any of which a record has that keeps within the bound. */
export function bucketsOfBound({ unit, from, to }: ValueBound): readonly Term[] {
  const [low, high] = [bucketOf(unit, from), bucketOf(unit, to)];
  const first = low ?? (high ?? 0) - MAX_BOUND_BUCKETS + 1;
  const last = Math.min(high ?? Infinity, first + MAX_BOUND_BUCKETS - 1);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, place) => bucketTerm(unit, first + place));
}

/** Whether a record states a value within the bound; a range counts where any of it lies within. */
export function keepsBound(quantities: Quantities, { unit, from, to, isOpen }: ValueBound): boolean {
  return (quantities[unit] ?? []).some((value) => {
    const [low, high] = typeof value === 'number' ? [value, value] : value;
    return isOpen ? high > from && low < to : high >= from && low <= to;
  });
}

function bucketsOfValue(unit: QuantityUnit, value: StatedValue): readonly number[] {
  const [from, to] = typeof value === 'number' ? [value, value] : value;
  const last = bucketOf(unit, to);
  if (last === undefined) return [];
  const first = Math.max(bucketOf(unit, from) ?? -Infinity, last - MAX_RANGE_BUCKETS + 1);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** Undefined for what has no logarithm: nothing, or an open end. */
function bucketOf(unit: QuantityUnit, value: number): number | undefined {
  const size = unit === 'C' ? value + KELVIN : value;
  if (size <= 0 || !Number.isFinite(size)) return undefined;
  return Math.floor(BUCKETS_A_DECADE * Math.log10(size) + ROUNDING);
}

function bucketTerm(unit: QuantityUnit, bucket: number): Term {
  return `q:${unit}${bucket}` as Term;
}
