import { expect, test } from 'vitest';
import { groupConnected } from '../../../../../bin/admin/sourcing/import/group-connected.ts';

const group = (entries: readonly (readonly string[])[]) => groupConnected(entries, (keys) => keys);

test('entries with a common key form one group, in their order, even if others connect them', () => {
  const [a, b, c, d, e] = [['1'], ['2'], ['1', '3'], ['4'], ['3', '2']];
  expect(group([a, b, c, d, e].map((keys) => keys ?? []))).toEqual([[a, b, c, e], [d]]);
});

test('entries without a common key form a group each, even without any key', () => {
  expect(group([['1'], [], ['2'], []])).toEqual([[['1']], [[]], [['2']], [[]]]);
});

test('grouping takes linear time, even if each entry is connected to the previous one', () => {
  const chain = Array.from({ length: 50_000 }, (_, place) => [String(place), String(place + 1)]);
  const startedMs = performance.now();
  expect(group(chain)).toHaveLength(1);
  // Quadratic work would take minutes.
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
