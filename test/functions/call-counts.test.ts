/**
 * Bounds what the way of one call makes, as `npm run bench -- call` counts it. A layer more is a decision: raise the
 * bound in the commit that adds it, and say in the changelog what it costs.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const PROGRAM = path.resolve(import.meta.dirname, '../../bench/baselines/count-calls.ts');

/**
 * The bytes differ by less than a hundredth between runs, and by more where the machine is too busy to optimise the
 * code in time.
 */
const SLACK = 1.15;

test('a call and a list make no more promises, and no more bytes on the heap, than is written here', () => {
  const counts = z
    .record(z.string(), z.number())
    .parse(JSON.parse(execFileSync(process.execPath, [PROGRAM], { encoding: 'utf8' })));
  const { modernCallPromises, legacyCallPromises, modernListPromises } = counts;
  expect({ modernCallPromises, legacyCallPromises, modernListPromises }).toEqual({
    modernCallPromises: 77,
    legacyCallPromises: 75,
    modernListPromises: 34,
  });
  expect(counts['modernCallBytes']).toBeLessThan(60_300 * SLACK);
  expect(counts['legacyCallBytes']).toBeLessThan(58_400 * SLACK);
  expect(counts['modernListBytes']).toBeLessThan(23_500 * SLACK);
  // A call that makes nothing was not counted.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(30);
});
