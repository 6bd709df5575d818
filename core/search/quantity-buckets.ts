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
  /** Whether a range must cover both ends, and may not lie between them: "supply between 1.8 and 5.5 V". */
  readonly covers: boolean;
  /** The words beside the bound that may name its attribute, before it and after it, the nearest first. */
  readonly about: readonly (readonly string[])[];
}

/** The buckets of all values that a record states, each once. */
export function bucketTerms(quantities: Quantities): readonly Term[] {
  const buckets = entriesOf(quantities).flatMap(({ unit, values }) =>
    values.flatMap((value) => bucketsOfValue(unit, value)).map((bucket) => bucketTerm(unit, bucket)),
  );
  return [...new Set(buckets)];
}

/** The buckets any of which a record has that keeps within the bound. */
export function bucketsOfBound({ unit, from, to }: ValueBound): readonly Term[] {
  const [low, high] = [bucketOf(unit, from), bucketOf(unit, to)];
  const first = low ?? (high ?? 0) - MAX_BOUND_BUCKETS + 1;
  const last = Math.min(high ?? Infinity, first + MAX_BOUND_BUCKETS - 1);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, place) => bucketTerm(unit, first + place));
}

/**
 * Whether a record states a value within the bound. A range counts where any of it lies within, or between two ends where it covers them or lies between
 * them. Of a record that tells its values apart by the attribute
 * that the bound names only that one's count.
 */
export function keepsBound(quantities: Quantities, bound: ValueBound): boolean {
  const { from, to, isOpen, covers } = bound;
  return valuesMeant(quantities, bound).some((value) => {
    const [low, high] = typeof value === 'number' ? [value, value] : value;
    if (low < high && Number.isFinite(from) && Number.isFinite(to))
      return (low <= from && high >= to) || (!covers && low >= from && high <= to);
    return isOpen ? high > from && low < to : high >= from && low <= to;
  });
}

function valuesMeant(quantities: Quantities, { unit, about }: ValueBound): readonly StatedValue[] {
  const attributes = entriesOf(quantities).filter((one) => one.unit === unit && one.words.length > 0);
  for (const [nearest = '', next = ''] of about) {
    const named = attributes.filter(({ words }) => words.includes(nearest));
    const closer = named.filter(({ words }) => words.includes(next));
    if (named.length > 0) return (closer.length > 0 ? closer : named).flatMap(({ values }) => values);
  }
  return quantities[unit] ?? [];
}

function entriesOf(quantities: Quantities) {
  return Object.entries(quantities).map(([key, values = []]) => {
    const [unit = '', ...words] = key.split(' ');
    return { unit: unit as QuantityUnit, words, values };
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
