import { expect, test } from 'vitest';
import { memoryAdvice } from '../../../tools/deployed-memory/memory-advice.ts';

const KEPT = { invocations: 50_000, memoryMb: 1024, mostUsedMb: 130, coldStartP99Ms: 480, durationP50Ms: 14 };

test.each([
  ['a start that is neither slow nor quick', KEPT, true, 'keep'],
  ['few calls', { ...KEPT, invocations: 999 }, true, 'too few calls'],
  ['memory nearly full', { ...KEPT, mostUsedMb: 900 }, true, 'raise: 900 of 1024 MB were used'],
  ['slow starts', { ...KEPT, coldStartP99Ms: 1_400 }, true, 'raise: cold starts are slow, and CPU scales with memory'],
  ['slow starts on a whole core', { ...KEPT, memoryMb: 1769, coldStartP99Ms: 1_400 }, true, 'keep'],
  ['slow starts that no caller waits for', { ...KEPT, coldStartP99Ms: 1_400 }, false, 'try 512 MB'],
  ['quick starts and empty memory', { ...KEPT, coldStartP99Ms: 200 }, true, 'try 512 MB'],
])('memoryAdvice for %s', (_, figures, someoneWaits, advice) => {
  expect(memoryAdvice(figures, someoneWaits)).toBe(advice);
});
