import { expect, test } from 'vitest';
import { durationText, ImportPace } from '../../../../../bin/admin/sourcing/import/import-pace.ts';

test('rate and remaining time count what this run has done, not what earlier runs did', () => {
  let nowMs = 0;
  const pace = new ImportPace(() => nowMs);
  expect(pace.words(500_000, 1_000_000, 5_000)).toBe('');
  nowMs = 10_000;
  expect(pace.words(600_000, 1_000_000, 5_460)).toBe('46 per second, 40 s left');
  nowMs = 20_000;
  expect(pace.words(600_100, 1_000_000, 5_461)).toBe('23 per second, 1 min 20 s left');
});

test('nothing is shown before anything is done', () => {
  let nowMs = 0;
  const pace = new ImportPace(() => nowMs);
  pace.words(0, 100, 0);
  nowMs = 500;
  expect(pace.words(10, 100, 10)).toBe('');
});

test.each([
  [400, '1 s'],
  [130_000, '2 min 10 s'],
  [11_100_000, '3 h 5 min'],
])('%i ms are shown as %s', (ms, words) => {
  expect(durationText(ms)).toBe(words);
});
