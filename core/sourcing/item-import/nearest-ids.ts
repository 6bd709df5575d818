/** Finds the known ids that are closest to a mistyped one. */

const MAX_NEAREST = 3;
/** Allows a few typing errors, or an id whose first characters were not copied. */
const MAX_DISTANCE = 3;

/** Returns at most three of the ids within `MAX_DISTANCE` of `id`, nearest first. */
export function nearestIds(ids: readonly string[], id: string): readonly string[] {
  return ids
    .map((known) => ({ known, distance: distanceOf(known, id) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAREST)
    .map(({ known }) => known);
}

/**
 * Returns the edit distance. A character in the wrong case counts as half an edit, because people read ids off screens.
 */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = costOf(a.charAt(i - 1), b.charAt(j - 1));
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function costOf(a: string, b: string): number {
  if (a === b) return 0;
  return a.toLowerCase() === b.toLowerCase() ? 0.5 : 1;
}
