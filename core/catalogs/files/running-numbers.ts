/**
 * Detects item numbers that only count the rows of a file, such as 1, 2, 3; 10, 20, 30; 001; `Pos. 1`. In another file
 * the same number is a different part, so matches of such numbers are never learned or used. Consecutive numbers that
 * start high (10001, 10002 …) come from an ERP and identify parts.
 */

/** Some files count by ones, others by tens, to leave space for a row in between. */
const STEPS: readonly number[] = [1, 2, 5, 10, 20, 50, 100];
/**
 * A file may be the second page of a longer one, but a count that begins after this many steps is a range of real item
 * numbers.
 */
const MAX_FIRST_STEPS = 99;
/** The share of neighbors that must be one step apart: rows may have been removed, or count twice. */
const STEADY_SHARE = 0.8;
/** A count has at most seven digits. */
const COUNT = /^(?:#|pos(?:ition)?\b|no\b|nr\b|item\b|line\b|row\b|lfd\b)?[.:\s]*([0-9]{1,7})(?:[.,]0+)?[.):]?$/i;

/** Returns undefined if the cell is not a count. */
function readCount(text: string): number | undefined {
  const digits = COUNT.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * @param numbers the customer's item numbers of the first rows that name a part, in order; null for a row without one
 */
export function areRunningNumbers(numbers: readonly (string | null)[]): boolean {
  const filled = numbers.filter((number) => number !== null);
  const counts = filled.map(readCount).filter((count) => count !== undefined);
  const [first] = counts;
  if (first === undefined || counts.length < STEADY_SHARE * filled.length) return false;
  const different = new Set(counts);
  if (different.size === 1) return followsRow(filled[0] ?? null, 1);
  return STEPS.some((step) => countsOn(counts, first, step) || countsAll(different, step));
}

/** Whether the numbers are consecutive. Repeated numbers are ignored. */
function countsOn(counts: readonly number[], first: number, step: number): boolean {
  const apart = counts
    .slice(1)
    .map((count, place) => count - (counts[place] ?? 0))
    .filter((distance) => distance !== 0);
  const steady = apart.filter((distance) => distance === step).length;
  return first <= step * MAX_FIRST_STEPS && steady >= STEADY_SHARE * apart.length;
}

/** Whether the numbers are almost all multiples of the step, from the first on, in any order. */
function countsAll(different: ReadonlySet<number>, step: number): boolean {
  const steps = Array.from(different, (_, place) => step * (place + 1));
  return steps.filter((count) => different.has(count)).length >= STEADY_SHARE * different.size;
}

/** Whether the number is the position of its row, counted by ones or tens. */
export function followsRow(number: string | null, row: number): boolean {
  const count = number === null ? undefined : readCount(number);
  return count === row || count === 10 * row;
}
