/** Which known ids a mistyped one is closest to. */

const MAX_NEAREST = 3;
/** Two slips of the fingers, or a copy that lost its beginning. */
const MAX_DISTANCE = 3;

/** Those of the ids that `id` is a slip away from, the nearest first. */
export function nearestIds(ids: readonly string[], id: string): readonly string[] {
  return ids
    .map((known) => ({ known, distance: distanceOf(known, id) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAREST)
    .map(({ known }) => known);
}

/** Letters put in, left out or replaced between two texts; one in another case is half a slip, as ids are read off screens. */
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
