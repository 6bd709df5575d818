/**
 * Finds the known names that an unknown one may mean: names one or two typing errors away, and names that contain it or
 * that it contains.
 */
import { nearestIds } from './nearest-ids.ts';

const MAX_NAMES = 3;
const MAX_LETTERS = 80;

/** Returns at most three names, the nearest first. */
export function nearestNames(known: readonly string[], name: string): readonly string[] {
  const bare = bareName(name);
  if (bare === '') return [];
  const slips = nearestIds(
    known.map((one) => one.slice(0, MAX_LETTERS)),
    name.slice(0, MAX_LETTERS),
  ).filter((one) => one.length > 3 || name.length < 4);
  const holding = known.filter((one) => {
    const other = bareName(one);
    return other.length > 1 && (other.includes(bare) || (bare.length > 2 && bare.includes(other)));
  });
  return [...new Set([...slips, ...holding])].slice(0, MAX_NAMES);
}

function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
