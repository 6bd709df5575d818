/**
 * Turns the values of an item into buckets in its signature, six per decade, and a bound into the buckets that it
 * matches. No posting is stored under them. Items that pass by their signature are compared with the exact values of
 * their CORE row.
 */
import type { Quantities, QuantityUnit, StatedValue } from '../items/item-quantities.ts';
import type { Term } from './term.ts';

const BUCKETS_A_DECADE = 6;
/** The most buckets of a bound: a search does not cover values more than two and a half decades away. */
const MAX_BOUND_BUCKETS = 16;
/** The most buckets of an item's range. */
const MAX_RANGE_BUCKETS = 24;
const KELVIN = 273.15;
/** Keeps a rounding error of the logarithm from moving a value into the bucket below. */
const ROUNDING = 1e-9;

/** The values from `from` to `to`; -Infinity or Infinity if a side is unbounded. */
export interface ValueBound {
  readonly unit: QuantityUnit;
  readonly from: number;
  readonly to: number;
  /** Whether the ends are excluded. */
  readonly excludesEnds: boolean;
  /** Whether a range must cover both ends instead of lying between them: "supply between 1.8 and 5.5 V". */
  readonly covers: boolean;
  /** The words before and after the bound that may name its attribute, nearest first. */
  readonly about: readonly (readonly string[])[];
}

/** Returns the buckets of all values that an item states, each once. */
export function bucketTerms(quantities: Quantities): readonly Term[] {
  const buckets = entriesOf(quantities).flatMap(({ unit, values }) =>
    values.flatMap((value) => bucketsOfValue(unit, value)).map((bucket) => bucketTerm(unit, bucket)),
  );
  return [...new Set(buckets)];
}

/** Returns the buckets of the bound: an item within it has at least one of them. */
export function bucketsOfBound({ unit, from, to }: ValueBound): readonly Term[] {
  const [low, high] = [bucketOf(unit, from), bucketOf(unit, to)];
  const first = low ?? (high ?? 0) - MAX_BOUND_BUCKETS + 1;
  const last = Math.min(high ?? Infinity, first + MAX_BOUND_BUCKETS - 1);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, place) => bucketTerm(unit, first + place));
}

/**
 * Whether an item states a value within the bound. For a bound with one end, a range counts if any part of it is
 * within. For one with two ends, it counts if it covers both or lies between them. If the item assigns values to the
 * attribute that the bound names, only those count.
 */
export function meetsBound(quantities: Quantities, bound: ValueBound): boolean {
  const { from, to, excludesEnds, covers } = bound;
  return valuesMeant(quantities, bound).some((value) => {
    const [low, high] = typeof value === 'number' ? [value, value] : value;
    if (low < high && Number.isFinite(from) && Number.isFinite(to))
      return (low <= from && high >= to) || (!covers && low >= from && high <= to);
    return excludesEnds ? high > from && low < to : high >= from && low <= to;
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

/** Returns undefined for a value without a logarithm: zero, a negative value, or an infinite end. */
function bucketOf(unit: QuantityUnit, value: number): number | undefined {
  const size = unit === 'C' ? value + KELVIN : value;
  if (size <= 0 || !Number.isFinite(size)) return undefined;
  return Math.floor(BUCKETS_A_DECADE * Math.log10(size) + ROUNDING);
}

function bucketTerm(unit: QuantityUnit, bucket: number): Term {
  return `q:${unit}${bucket}` as Term;
}
