/**
 * Bounds what the way of one call makes, as `npm run bench -- call` counts it. A layer more is a decision: raise the
 * bound in the commit that adds it, and say in the changelog what it costs.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const PROGRAM = path.resolve(import.meta.dirname, '../../bench/baselines/count-calls.ts');

/** The bytes differ by less than a hundredth between runs. */
const SLACK = 1.15;
const MAX_BYTES = { modernCallBytes: 60_300, legacyCallBytes: 58_400, modernListBytes: 23_700 } as const;
/** Where the machine is too busy to optimise the code in time a run counts more bytes, never fewer. */
const MAX_RUNS = 3;

type Counts = Readonly<Record<string, number>>;

function count(): Counts {
  return z
    .record(z.string(), z.number())
    .parse(JSON.parse(execFileSync(process.execPath, [PROGRAM], { encoding: 'utf8' })));
}

function overBounds(counts: Counts): readonly string[] {
  return Object.entries(MAX_BYTES).flatMap(([name, bound]) =>
    (counts[name] ?? Infinity) < bound * SLACK ? [] : [`${name}: ${String(counts[name])}`],
  );
}

test('a call and a list make no more promises, and no more bytes on the heap, than is written here', () => {
  let counts = count();
  for (let runs = 1; runs < MAX_RUNS && overBounds(counts).length > 0; runs += 1) counts = count();
  const { modernCallPromises, legacyCallPromises, modernListPromises } = counts;
  expect({ modernCallPromises, legacyCallPromises, modernListPromises }).toEqual({
    modernCallPromises: 75,
    legacyCallPromises: 73,
    modernListPromises: 34,
  });
  expect(overBounds(counts)).toEqual([]);
  // A call that makes nothing was not counted.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(30);
});
