/**
 * How many random cases and points of failure a test draws: one in ten in `npm test`, with a new seed each time, and
 * all where the environment has CASES=all, as in CI's long part. The run prints its seed; CASES_SEED=… draws the same
 * cases again.
 */
import { createSeededRandom } from '../../local/demo/seeded-random.ts';

const isAll = process.env['CASES'] === 'all';
const random = createSeededRandom(Number(process.env['CASES_SEED'] ?? 1));

/** @param all the number of cases that the long run draws */
export function cases(all: number): number {
  return isAll ? all : Math.ceil(all / 10);
}

/** Returns the next point at which a process dies: the following one in the long run, otherwise one of the next ten. */
export function pointAfter(point: number): number {
  return isAll ? point + 1 : point + random.integer(1, 10);
}
