import { expect, it } from 'vitest';
import { groupConnected } from '../../../../bin/admin/import/group-connected.ts';

const group = (entries: readonly (readonly string[])[]) => groupConnected(entries, (keys) => keys);

it('entries with a key in common are one group, in their order, also through others', () => {
  const [a, b, c, d, e] = [['1'], ['2'], ['1', '3'], ['4'], ['3', '2']];
  expect(group([a, b, c, d, e].map((keys) => keys ?? []))).toEqual([[a, b, c, e], [d]]);
});

it('nothing in common is a group each, and an entry without keys one of its own', () => {
  expect(group([['1'], [], ['2'], []])).toEqual([[['1']], [[]], [['2']], [[]]]);
});

it('takes time that grows with the entries alone, also where each is tied to the one before', () => {
  const chain = Array.from({ length: 50_000 }, (_, place) => [String(place), String(place + 1)]);
  const startedMs = performance.now();
  expect(group(chain)).toHaveLength(1);
  // Quadratic work would take minutes.
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
